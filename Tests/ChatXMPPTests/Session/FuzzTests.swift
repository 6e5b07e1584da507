// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import ChatXMPP

/// Mutated stanzas through the parser and every reader: nothing may trap, whatever it holds.
@Suite struct FuzzTests {
  static let rounds = CutTests.isFull ? 1_000_000 : 10_000

  /// The stanzas to start from, one a line: what the standards show and what was once trouble.
  static let corpus: [[UInt8]] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("FuzzCorpus.xml")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { Array($0.utf8) }
  }()

  /// Repeatable: what was found once is found again.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  @Test func nothingTraps() {
    #expect(Self.corpus.count > 20)
    let account = JID.known("ana@example.org/desk")
    var generator = Generator(state: 5)
    var read = 0
    for _ in 0..<Self.rounds {
      let stanza = Self.mutated(&generator)
      let parser = XMLStreamParser()
      _ = parser.feed(XMLStreamParserTests.header)
      let events = stanza.withUnsafeBytes { parser.feed($0).events }
      for case .stanza(let element, _) in events {
        read += 1
        Self.exercise(element, account)
      }
    }
    // Mutations that keep a stanza readable are the ones that get anywhere.
    #expect(read > Self.rounds / 20)
  }

  private static func exercise(_ element: XMLElement, _ account: JID) {
    _ = element.xml()
    if let verified = MessagePipeline.verify(element, account: account) {
      _ = MessagePipeline.read(MessagePipeline.decrypt(verified))
    }
    if let (_, item) = Archive.item(in: element),
      let verified = MessagePipeline.verify(item, account: account)
    {
      _ = MessagePipeline.read(verified)
    }
    _ = Archive.end(in: element)
    _ = Presence.kind(of: element)
    _ = IQTracker.Failure(element).sentence
    for child in element.elements {
      _ = Roster.items(in: child)
      let information = ServiceInformation(child)
      _ = information.matches("x")
      _ = DataForm(child)?.submission()
    }
  }

  private static func mutated(_ generator: inout Generator) -> [UInt8] {
    var bytes = corpus.randomElement(using: &generator) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      let end = min(bytes.count, index + Int.random(in: 1...12, using: &generator))
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 1: bytes.removeSubrange(index..<end)
      case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 3:
        let digits = ["-1", "99999999999999999999", "0", "\u{1F469}\u{200D}\u{1F4BB}", "&#x202E;"]
        bytes.replaceSubrange(
          index..<end, with: Array((digits.randomElement(using: &generator) ?? "").utf8))
      case 4:
        // A piece of another stanza, where an element may stand.
        let other = corpus.randomElement(using: &generator) ?? []
        if let place = bytes.firstIndex(of: UInt8(ascii: ">")) {
          bytes.insert(contentsOf: other, at: place + 1)
        }
      default:
        // Another value between the same quotes.
        let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "'") }
        if quotes.count >= 2 {
          let first = Int.random(in: 0..<(quotes.count / 2), using: &generator) * 2
          let value = ["", "ana@example.org", "@", "0", "\u{430}@b", "a@b/c"]
          bytes.replaceSubrange(
            (quotes[first] + 1)..<quotes[first + 1],
            with: Array((value.randomElement(using: &generator) ?? "").utf8))
        }
      }
    }
    return bytes
  }
}
