// SPDX-License-Identifier: MIT
import FoundationEssentials
import Testing

@testable import ChatCore

@Suite struct ArchiveFaultTests {
  @Test func nothingOfAFileThatEndsTooEarlyIsTaken() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    try await old.fill()
    let bytes = Array(try await old.archive().utf8)
    let before = try await new.counts()
    // Each place takes a turn in the long form; by 7 all kinds of places do.
    let step = ProcessInfo.processInfo.environment["MARTLET_FULL"] == nil ? 7 : 1
    for end in stride(from: 0, to: bytes.count - 1, by: step) {
      await #expect(throws: ArchiveFault.self, "cut after \(end) bytes") {
        try await new.take(bytes: Array(bytes[..<end]))
      }
    }
    #expect(try await new.counts() == before)
  }

  /// The start of an archive whose only message is what follows.
  private static let head = """
    {"format": "im.martlet.archive", "version": 1, "conversations": [
    {"account": "", "kind": "notes", "address": "", "messages": [

    """
  private static let message =
    #"{"position": 1, "time": 5, "sender": "me", "body": "x", "delivery": "sent"}"#
  private static let foot = "]}]}"

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var problem: ArchiveFault.Problem
    var line: Int
    var column: Int
    var testDescription: String { "\(problem) in \(text.suffix(60))" }
  }

  private static func inMessage(
    _ old: String, _ new: String, _ problem: ArchiveFault.Problem, _ column: Int
  ) -> Case {
    var message = message
    if let range = message.firstRange(of: old) { message.replaceSubrange(range, with: new) }
    return Case(text: head + message + foot, problem: problem, line: 3, column: column)
  }

  static let cases: [Case] = [
    Case(text: "", problem: .ends, line: 1, column: 1),
    Case(text: "[]", problem: .notAnArchive, line: 1, column: 1),
    Case(text: "{}", problem: .notAnArchive, line: 1, column: 3),
    Case(text: "hello", problem: .unexpected, line: 1, column: 1),
    Case(text: #"{"format": "else"}"#, problem: .notAnArchive, line: 1, column: 18),
    Case(text: head + message + foot + " x", problem: .goesOn, line: 3, column: 81),
    Case(text: "\u{feff}" + head + message + foot, problem: .unexpected, line: 1, column: 1),
    inMessage("\"x\"", "5", .wrongKind, 52),
    inMessage("\"x\"", "\"a\nb\"", .unexpected, 54),
    inMessage("\"x\"", #""\q""#, .unexpected, 55),
    inMessage("\"x\"", #""\ud800""#, .missing("\\"), 59),
    inMessage("\"x\"", #""\udc00\ud800""#, .unexpected, 65),
    inMessage("\"sent\"", "\"flew\"", .badValue("delivery"), 76),
    inMessage("\"me\"", "\"you\"", .badValue("sender"), 43),
    inMessage("\"time\": 5", "\"time\": \"2023-02-30T00:00:00Z\"", .badValue("time"), 47),
    inMessage("\"time\": 5", "\"time\": 5.5", .wrongKind, 28),
    inMessage("\"time\": 5", "\"time\": 99999999999999999999", .wrongKind, 45),
    inMessage("\"time\": 5, ", "", .lacks("time"), 65),
    inMessage("\"position\"", "\"where\"", .lacks("position"), 73),
    inMessage(", \"body\"", " \"body\"", .missing(","), 43),
    inMessage("}", ",}", .unexpected, 76),
    inMessage("1", String(repeating: "[", count: 200), .wrongKind, 14),
    inMessage(
      "\"position\"", "\"x\": " + String(repeating: "[", count: 200) + "\"position\"",
      .tooDeep, 130),
  ]

  @Test(arguments: cases)
  func whatIsWrongIsSaidWithItsPlace(_ test: Case) async throws {
    let store = try Store.inMemory()
    let before = try await store.counts()
    await #expect(
      throws: ArchiveFault.damaged(test.problem, line: test.line, column: test.column)
    ) { try await store.take(archive: test.text) }
    #expect(try await store.counts() == before)
  }

  @Test func bytesThatAreNoTextAreFound() async throws {
    let store = try Store.inMemory()
    var bytes = Array((Self.head + Self.message + Self.foot).utf8)
    let place = try #require(bytes.lastIndex(of: UInt8(ascii: "x")))
    bytes[place] = 0xff
    await #expect(throws: ArchiveFault.damaged(.notUTF8, line: 3, column: 55)) {
      try await store.take(bytes: bytes)
    }
  }

  @Test func aNewerVersionIsRefusedAsSuch() async throws {
    let store = try Store.inMemory()
    await #expect(throws: ArchiveFault.newerVersion(2)) {
      try await store.take(
        archive: #"{"format": "im.martlet.archive", "version": 2, "x": oh no"#)
    }
  }

  @Test func aFileThatIsNotThereIsNamed() async throws {
    let store = try Store.inMemory()
    await #expect(
      throws: ArchiveFault.file(
        FileFailure(path: "/nowhere/x.json", reason: "No such file or directory"))
    ) { try await store.importArchive(from: "/nowhere/x.json") }
    await #expect(throws: ArchiveFault.file(FileFailure(path: "/", reason: "Is a directory"))) {
      try await store.importArchive(from: "/")
    }
  }

  @Test func positionsCanBeAnything() async throws {
    let store = try Store.inMemory()
    let positions = [Int64.max, .min, 0, 0, 5, 4, .max, 1 << 61]
    let lines = positions.enumerated().map { index, position in
      #"{"position": \#(position), "time": \#(index), "sender": "me", "body": "\#(index)","#
        + #" "delivery": "sent", "originID": "o\#(index)"}"#
    }
    try await store.take(
      archive: Self.head + lines.joined(separator: ",\n") + Self.foot)
    let notes = try await store.notes()
    #expect(try await store.bodies(notes) == positions.indices.map(String.init))
    let reader = try store.makeReader()
    #expect(try reader.count(in: notes) == positions.count)
  }
}

@Suite struct OutputFileTests {
  @Test func anUnfinishedFileLeavesWhatWasThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/x.json"
    do {
      let file = try OutputFile(path: path)
      try file.write("old")
      try file.finish()
    }
    do {
      let file = try OutputFile(path: path)
      try file.write(String(repeating: "new", count: 100_000))
    }
    #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x.json"])
  }

  @Test func aFullDiskIsAnError() throws {
    let file = try OutputFile(path: "/dev/full")
    #expect(throws: FileFailure(path: "/dev/full", reason: "No space left on device")) {
      try file.write("x")
      try file.finish()
    }
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    #expect(throws: FileFailure(path: "/nowhere/x", reason: "No such file or directory")) {
      try OutputFile(path: "/nowhere/x")
    }
  }
}
