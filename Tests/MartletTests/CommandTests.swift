// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import Martlet

@MainActor @Suite struct CommandTests {
  @Test(arguments: [
    (["send", "bo", "hi"], Command.send(conversation: "bo", text: "hi")),
    (["send", "bo", "-"], .send(conversation: "bo", text: nil)),
    (["send", "--", "-x", "--help"], .send(conversation: "-x", text: "--help")),
    (["send", "bo", ""], .send(conversation: "bo", text: "")),
    (["list"], .list(asJSON: false)),
    (["list", "--json"], .list(asJSON: true)),
    (["search", "tea", "cup"], .search(.init(words: "tea cup"))),
    (["search", "green tea", "from:bo"], .search(.init(words: "\"green tea\" from:bo"))),
    (["search", "from:\"Bo Smith\""], .search(.init(words: "from:\"Bo Smith\""))),
    (
      ["search", "--json", "--limit", "3", "--", "--x"],
      .search(.init(words: "--x", asJSON: true, limit: 3))
    ),
    (["export"], .export(.init())),
    (["export", "--format", "json", "--output", "-"], .export(.init())),
    (
      ["export", "--format=html", "--output=a=b", "bo"],
      .export(.init(form: .document(.html), conversation: "bo", output: "a=b"))
    ),
    (
      ["export", "bo", "--format", "text"],
      .export(.init(form: .document(.text), conversation: "bo"))
    ),
    (["import", "x.json"], .importArchive(path: "x.json")),
    (["import", "-"], .importArchive(path: nil)),
  ])
  func understood(_ arguments: [String], _ command: Command) {
    #expect(CommandLineOptions.parse(arguments) == .success(.command(command)))
  }

  @Test(arguments: CommandSyntax.allCases)
  func helpNamesEveryOption(_ syntax: CommandSyntax) {
    for option in syntax.options { #expect(syntax.help.contains(option.name)) }
    #expect(
      CommandLineOptions.parse([syntax.rawValue, "x", "--help"]) == .success(.showHelpOf(syntax)))
    #expect(CommandLineOptions.usage.contains("\n  \(syntax.rawValue) "))
  }

  @Test(arguments: [
    ["send"], ["send", "a"], ["send", "a", "b", "c"], ["send", "-x", "a"], ["list", "a"],
    ["list", "--json=1"], ["export", "a", "b"], ["export", "--format"],
    ["search"], ["search", "--limit", "0", "a"], ["search", "--limit=x", "a"], ["search", "-x"],
    ["export", "--format", "pdf", "a"], ["export", "--format", "html"], ["import"],
    ["import", "a", "b"],
  ])
  func refused(_ arguments: [String]) {
    guard case .failure(let mistake) = CommandLineOptions.parse(arguments) else {
      Issue.record("\(arguments) was accepted")
      return
    }
    #expect(mistake.command == arguments[0])
  }

  private static let conversations = [
    summary(1, .notes, "", "Notes to Self"), summary(2, .direct, "bo@example.net", "Bo"),
    summary(3, .direct, "bo@example.org", "bo"), summary(4, .direct, "#1", "#2"),
    summary(5, .room, "den@muc.example.org", "Den"), summary(6, .direct, "x@example.org", "Notes"),
    summary(7, .direct, "y@example.org", "twin"), summary(8, .direct, "z@example.org", "twin"),
  ]

  private static func summary(
    _ id: Int64, _ kind: ConversationSummary.Kind, _ address: String, _ title: String
  ) -> ConversationSummary {
    ConversationSummary(
      id: ConversationID(rawValue: id), account: .local, kind: kind, address: address,
      title: title)
  }

  @Test(arguments: [
    ("#3", 3), ("bo@example.net", 2), ("BO@Example.ORG", 3), ("notes", 1), ("Notes", 6),
    ("notes to self", 1), ("Bo", 2), ("bo", 3), ("den", 5), ("#1", 1), ("#2", 2),
  ])
  func namesMeanTheMostExact(_ name: String, _ id: Int64) throws {
    let found = try ConversationName.resolve(name, among: Self.conversations)
    #expect(found.id.rawValue == id)
  }

  @Test func whatIsUnknownOrNotClearIsSaid() {
    #expect(throws: ConversationName.Fault.unknown("")) {
      try ConversationName.resolve("", among: Self.conversations)
    }
    #expect(throws: ConversationName.Fault.ambiguous("twin", Array(Self.conversations[6...]))) {
      try ConversationName.resolve("twin", among: Self.conversations)
    }
    let sentence = ConversationName.Fault.ambiguous("twin", Array(Self.conversations[6...]))
      .sentence
    #expect(sentence.contains("y@example.org") && sentence.contains("#8"))
    #expect(!ConversationName.Fault.unknown("a\u{1b}[2J\u{202e}").sentence.contains("\u{1b}"))
  }

  @Test func aLineOfTheListIsSafeToLookAt() {
    var summary = Self.summary(9, .direct, "a\u{202e}b@example.net", "T\u{1b}[31m\nnext")
    summary.unreadCount = 2
    #expect(
      ReadingCommands.line(summary) == "#9  T[31m next <ab@example.net>  2 unread")
  }

  @Test func everyFaultOfAnArchiveHasASentence() {
    let problems: [ArchiveFault.Problem] = [
      .ends, .goesOn, .unexpected, .missing(","), .wrongKind, .tooLong, .tooDeep, .notUTF8,
      .notAnArchive, .lacks("x"), .badValue("x"),
    ]
    for problem in problems {
      let sentence = ArchiveFault.damaged(problem, line: 7, column: 9).sentence
      #expect(!sentence.contains("%"))
      #expect(problem == .notAnArchive || (sentence.contains("7") && sentence.contains("9")))
    }
    #expect(
      ArchiveFault.file(FileFailure(path: "/x", reason: "No")).sentence == "/x: No")
  }
}
