// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class LiveStylingTests: XCTestCase {
  /// For each character the first letters of its looks: "*b*" → "sd s sd".
  @MainActor private static func looks(_ buffer: TextBuffer) -> [Set<StylingLook>] {
    let tags = StylingLook.allCases.map { ($0, buffer.tag("styling-\($0.rawValue)")) }
    return (0..<buffer.length).map { offset in
      Set(tags.filter { buffer.has($0.1, at: offset) }.map(\.0))
    }
  }

  /// What a fresh parse of the text gives.
  @MainActor private static func expected(_ text: String) -> [Set<StylingLook>] {
    let buffer = TextBuffer()
    buffer.text = text
    let styling = LiveStyling(buffer, foreground: Color(red: 0, green: 0, blue: 0))
    defer { withExtendedLifetime(styling) {} }
    return looks(buffer)
  }

  func testLooksOfAText() throws {
    try withGtk {
      let looks = Self.expected("é *b* `c`\n> q\n```\np")
      XCTAssertEqual(looks[0], [])
      XCTAssertEqual(looks[2], [.strong, .directive])
      XCTAssertEqual(looks[3], [.strong])
      XCTAssertEqual(looks[4], [.strong, .directive])
      XCTAssertEqual(looks[6], [.code, .directive])
      XCTAssertEqual(looks[7], [.code])
      XCTAssertEqual(looks[10], [.quote, .directive])
      XCTAssertEqual(looks[12], [.quote])
      XCTAssertEqual(looks[14], [.preformatted, .directive])
      XCTAssertEqual(looks[18], [.preformatted])
    }
  }

  func testTypingBeforeWithinAndBehindAStyledWord() throws {
    try withGtk {
      for (text, place) in [
        ("a *b* c", 0), ("a *b* c", 2), ("a *b* c", 3), ("a *b* c", 4),
        ("a *b* c", 5), ("a *b* c", 7), ("*b", 2), ("b*", 0), ("> a", 0), ("> a", 1), ("```\na", 0),
      ] {
        for insert in ["x", "*", " ", "é👍🏽", "\n", "x\ny", "```\n", "> "] {
          let buffer = TextBuffer()
          buffer.text = text
          let styling = LiveStyling(buffer, foreground: .black)
          buffer.insert(insert, at: place)
          XCTAssertEqual(
            Self.looks(buffer), Self.expected(buffer.text), "\(text) + \(insert) at \(place)")
          buffer.undo()
          XCTAssertEqual(Self.looks(buffer), Self.expected(buffer.text), "undo")
          withExtendedLifetime(styling) {}
        }
      }
    }
  }

  func testALetterInPlainTextIsNotParsed() throws {
    try withGtk {
      let buffer = TextBuffer()
      let styling = LiveStyling(buffer, foreground: .black)
      var expected = styling.parses
      for (typed, parses) in [
        ("p", 0), ("é", 0), ("*", 1), ("b", 1), ("*", 1), (" ", 1), ("\n", 2), ("p", 0),
        ("ab", 1), ("p", 0), ("\n", 2), ("`", 1), ("`", 1), ("`", 1), ("\n", 2), ("c", 1),
      ] {
        buffer.insert(typed, at: buffer.length)
        expected += parses
        XCTAssertEqual(styling.parses, expected, "\(typed) behind \(buffer.text)")
        XCTAssertEqual(Self.looks(buffer), Self.expected(buffer.text), buffer.text)
      }
      buffer.delete(0..<1)
      XCTAssertEqual(styling.parses, expected + 1)
    }
  }

  /// The incremental result is that of a fresh parse after any edit, with undo and redo. (What CR
  /// breaks depends in GTK on how it came there; a composer has none, for what is pasted is
  /// normalised.)
  func testAnyEditsGiveWhatAFreshParseGives() throws {
    try withGtk {
      let alphabet = Array("*_~`> \n\nabé👍🏽日\u{2029}")
      let pieces = ["```\n", "\n```\n", "> ", "*bold*", "`code`", "a\nb\nc"]
      var random = Seeded(seed: 42)
      for round in 0..<60 {
        let buffer = TextBuffer()
        let styling = LiveStyling(buffer, foreground: .black)
        var script: [String] = []
        for _ in 0..<30 {
          switch Int.random(in: 0..<10, using: &random) {
          case 0..<5:
            let text =
              Bool.random(using: &random)
              ? String(alphabet.randomElement(using: &random) ?? "a")
              : pieces.randomElement(using: &random) ?? ""
            let place = Int.random(in: 0...buffer.length, using: &random)
            script.append("insert \(text.debugDescription) at \(place)")
            buffer.insert(text, at: place)
          case 5..<8:
            let a = Int.random(in: 0...buffer.length, using: &random)
            let b = Int.random(in: 0...buffer.length, using: &random)
            script.append("delete \(min(a, b))..<\(max(a, b))")
            buffer.delete(min(a, b)..<max(a, b))
          case 8:
            script.append("undo")
            buffer.undo()
          default:
            script.append("redo")
            buffer.redo()
          }
          let text = buffer.text
          guard Self.looks(buffer) != Self.expected(text) else { continue }
          XCTFail("round \(round): \(text.debugDescription) after \(script)")
          break
        }
        withExtendedLifetime(styling) {}
      }
    }
  }

  func testScalarOffsets() throws {
    let offsets = ScalarOffsets("aé👍b")
    XCTAssertEqual([0, 1, 3, 7, 8].map(offsets.scalar), [0, 1, 2, 3, 4])
    XCTAssertEqual([0, 1, 2, 3, 4, 9].map(offsets.byte), [0, 1, 3, 7, 8, 8])
    let plain = ScalarOffsets("abc")
    XCTAssertEqual([0, 3, 9].map(plain.byte), [0, 3, 3])
  }
}

/// The same numbers each time.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
