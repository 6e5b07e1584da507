// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class MessageBubbleTests: XCTestCase {
  // MARK: Colours

  /// The test vectors of XEP-0392 §A.2, no colour vision deficiency correction.
  func testConsistentColours() {
    MainActor.assumeIsolated {
      let vectors: [(String, Double, Double, Double, Double)] = [
        ("Romeo", 327.255249, 0.865, 0.000, 0.686),
        ("juliet@capulet.lit", 209.410400, 0.000, 0.515, 0.573),
        ("😺", 331.199341, 0.872, 0.000, 0.659),
        ("council", 359.994507, 0.918, 0.000, 0.394),
      ]
      for (name, hue, red, green, blue) in vectors {
        XCTAssertEqual(ConsistentColor.hue(of: name), hue, accuracy: 1e-6, name)
        let tint = Tint(hue: hue, saturation: 100, lightness: 50)
        XCTAssertEqual(tint.red, red, accuracy: 1e-3, name)
        XCTAssertEqual(tint.green, green, accuracy: 1e-3, name)
        XCTAssertEqual(tint.blue, blue, accuracy: 1e-3, name)
        XCTAssertGreaterThanOrEqual(
          ConsistentColor.color(for: name).contrast(with: .white), 4.5, name)
      }
    }
  }

  func testOwnTextCanBeReadOnEveryAccent() {
    MainActor.assumeIsolated {
      let message = Samples.message(1, "Hello", sender: .me)
      for (contrast, high) in [(4.5, false), (7.0, true)] {
        for rgb in stride(from: UInt32(0), through: 0xff_ffff, by: 0x11_0d07) {
          var style = ListStyle()
          style.tint = Color(Tint(rgb: rgb))
          style.isHighContrast = high
          let content = BubbleContent(message, .single, style)
          for foreground in [Tint.black, .white] {
            let colors = BubbleColors(content, style, foreground: Color(foreground))
            let fill = Tint(colors.fill ?? Color(.black))
            XCTAssertGreaterThanOrEqual(Tint(colors.text).contrast(with: fill), contrast)
            XCTAssertGreaterThanOrEqual(
              Tint(style.accentText(on: Color(foreground))).contrast(with: foreground.glyph),
              contrast)
          }
        }
      }
    }
  }

  // MARK: Text

  /// 057-T12
  func testLongTextsAreCut() {
    MainActor.assumeIsolated {
      @MainActor func shown(_ text: String) -> String { BubbleText(text, fold: .folded).shown }
      XCTAssertEqual(shown(String(repeating: "a", count: 1_000_000)).count, 2_001)
      let lines = shown(String(repeating: "x\n", count: 20_000))
      XCTAssertEqual(lines.split(separator: "\n").count, 40)
      let family = "👨‍👩‍👧‍👦"
      let mixed = String(repeating: "a", count: 1_999) + family + "b"
      XCTAssertEqual(shown(mixed), String(mixed.dropLast()) + "…")
    }
  }

  func testCutTextIsMarked() {
    MainActor.assumeIsolated {
      let text = BubbleText(String(repeating: "a", count: 3_000), fold: .folded)
      XCTAssertTrue(text.isCut)
      XCTAssertEqual(text.shown.count, 2_001)
      XCTAssertTrue(text.shown.hasSuffix("…"))
      XCTAssertFalse(BubbleText(text.shown, fold: .expanded).isCut)
    }
  }

  /// 046-T01: markup is text.
  func testMarkupIsText() {
    MainActor.assumeIsolated {
      for body in [
        "&quot;x&quot", "I <3 you", "a & b", "<b>hi</b>", "&lt;b&gt;",
        "<a href='https://evil.example'>bank</a>",
      ] {
        XCTAssertEqual(BubbleText(body, fold: .folded).shown, body)
      }
    }
  }

  func testFewEmojiStandWithoutABubble() {
    MainActor.assumeIsolated {
      for (text, isBare) in [("👍", true), ("👨‍👩‍👧‍👦 🇪🇸", true), ("👍 yes", false), ("1", false)] {
        let content = BubbleContent(Samples.message(1, text), .single, ListStyle())
        XCTAssertEqual(content.shape.isBare, isBare, text)
      }
    }
  }

  func testLinksAreFoundInWhatIsShown() {
    MainActor.assumeIsolated {
      let text = BubbleText("(see https://example.org/a) and javascript:alert(1)", fold: .folded)
      XCTAssertEqual(text.links.map(\.target), ["https://example.org/a"])
      XCTAssertEqual(text.links.first?.range, 5..<26)
    }
  }

  /// 058-T13: what cannot be shown is not there, and a NUL ends nothing.
  func testControlCharactersAreNotShown() {
    MainActor.assumeIsolated {
      XCTAssertEqual(BubbleText("a\u{0}b\u{2}c\td\ne", fold: .folded).shown, "abc\td\ne")
    }
  }

  func testInitials() {
    XCTAssertEqual(Initials.of("Ada Lovelace"), "A")
    XCTAssertEqual(Initials.of("kenji@example.org"), "K")
    XCTAssertEqual(Initials.of("élise"), "É")
    XCTAssertEqual(Initials.of("山田"), "山")
    XCTAssertEqual(Initials.of("…"), "…")
    XCTAssertEqual(Initials.of(""), "?")
  }

  // MARK: Geometry

  @MainActor private static func geometry(
    lastLine: Int, mine: Bool = false, rightToLeft: Bool = false, width: Int = 400,
    endsAtStart: Bool = false
  ) -> BubbleGeometry {
    var parts = BubbleGeometry.Parts()
    (parts.textWidth, parts.textHeight) = (max(lastLine, 100), 40)
    (parts.lastLineWidth, parts.lastBaseline) = (lastLine, 35)
    (parts.metaWidth, parts.metaHeight, parts.metaBaseline) = (50, 16, 13)
    parts.lastLineEndsAtStart = endsAtStart
    var shape = BubbleGeometry.Shape()
    shape.isMine = mine
    shape.isRightToLeft = rightToLeft
    shape.hasAvatarColumn = !mine
    return BubbleGeometry(width: width, parts, shape, BubbleMetrics(lineHeight: 20))
  }

  func testTimeStandsBesideTheLastLineWhereItFits() {
    MainActor.assumeIsolated {
      let short = Self.geometry(lastLine: 60)
      XCTAssertEqual(short.bubble.height, 40 + 16)
      XCTAssertEqual(short.bubble.width, 60 + 8 + 50 + 24)
      // 400 - 12 - 40 - 48 - 24 = 276 for the text.
      let long = Self.geometry(lastLine: 270)
      XCTAssertEqual(long.bubble.height, 40 + 16 + 16)
      XCTAssertEqual(long.meta.y, long.text.y + 40)
      XCTAssertEqual(Self.geometry(lastLine: 60, endsAtStart: true).bubble.height, 40 + 16 + 16)
    }
  }

  func testTheOtherSideStaysFree() {
    MainActor.assumeIsolated {
      for width in [200, 360, 400, 800, 2_000] {
        let mine = Self.geometry(lastLine: 10_000, mine: true, width: width)
        XCTAssertEqual(mine.bubble.x + mine.bubble.width, width - 12)
        if width > 250 { XCTAssertGreaterThanOrEqual(mine.bubble.x, 48) }
        let theirs = Self.geometry(lastLine: 10_000, width: width)
        XCTAssertEqual(theirs.bubble.x, 52)
        XCTAssertLessThanOrEqual(theirs.bubble.width, 560)
      }
    }
  }

  func testRightToLeftIsTheMirrorImage() {
    MainActor.assumeIsolated {
      let plain = Self.geometry(lastLine: 60, mine: true)
      let mirrored = Self.geometry(lastLine: 60, mine: true, rightToLeft: true)
      XCTAssertEqual(mirrored.bubble.x, 12)
      XCTAssertEqual(mirrored.bubble.width, plain.bubble.width)
      XCTAssertEqual(mirrored.meta.x, 400 - plain.meta.x - plain.meta.width)
    }
  }

  // MARK: What is told

  /// 024-C24: each paragraph stands at the side where its own language begins, as in the field, and
  /// the time is clear of the last one, in an interface of either direction.
  func testParagraphsStandAsInTheField() throws {
    try withGtk {
      defer { Direction.default = .leftToRight }
      let paragraphs = [
        "\u{5E9}\u{5DC}\u{5D5}\u{5DD} hello",
        "hello \u{5E9}\u{5DC}\u{5D5}\u{5DD}, which is long",
        "?!",
        "123 \u{645}\u{631}\u{62D}\u{628}\u{627}",
      ]
      for interface in [Direction.leftToRight, .rightToLeft] {
        Direction.default = interface
        for paragraphs in [["?!"]] + (1...paragraphs.count).map({ Array(paragraphs.prefix($0)) }) {
          let body = paragraphs.joined(separator: "\n")
          let fixture = MessageListFixture([Samples.message(1, body, sender: .me)])
          defer { fixture.close() }
          let bubble = try XCTUnwrap(fixture.state.bubble(Samples.id(1)))
          let (text, geometry) = (try XCTUnwrap(bubble.text), try XCTUnwrap(bubble.geometry))
          var isRightToLeft = interface == .rightToLeft
          for (paragraph, line) in zip(paragraphs, text.lines) {
            switch BaseDirection(of: paragraph) {
            case .rightToLeft: isRightToLeft = true
            case .leftToRight: isRightToLeft = false
            case .neutral: break  // As the paragraph before.
            }
            let place = line.rectangle
            XCTAssertEqual(line.isRightToLeft, isRightToLeft, paragraph)
            XCTAssertEqual(
              isRightToLeft ? place.x + place.width : place.x,
              isRightToLeft ? geometry.text.width : 0, "\(paragraph) in \(interface)")
          }
          let last = try XCTUnwrap(text.lines.last?.rectangle)
          let (start, meta) = (geometry.text.x + last.x, geometry.meta)
          XCTAssertTrue(
            meta.y >= geometry.text.y + last.y + last.height || meta.x >= start + last.width
              || meta.x + meta.width <= start, "the time over \(body) in \(interface)")
        }
      }
    }
  }

  func testSpokenWholeWithTimeAndState() {
    MainActor.assumeIsolated {
      var style = ListStyle()
      style.texts.time = { _ in "12:38" }
      let mine = BubbleContent(Samples.message(1, "Hello", sender: .me), .single, style)
      XCTAssertEqual(mine.spoken, "You said, Hello")
      XCTAssertTrue(mine.spokenDetails.contains("sent"))
      let ada = Sender.other(address: "ada@example.org", name: "Ada")
      let theirs = Samples.message(1, "Hello", sender: ada)
      XCTAssertEqual(BubbleContent(theirs, .single, style).spoken, "They said, Hello")
      style.isRoom = true
      XCTAssertEqual(BubbleContent(theirs, .single, style).spoken, "Ada said, Hello")
    }
  }

  func testTimeIsToldOnceAGroupUnlessThereIsMoreToTell() {
    MainActor.assumeIsolated {
      var style = ListStyle()
      style.texts.time = { _ in "12:38" }
      var message = Samples.message(1, "Hello", sender: .me)
      XCTAssertEqual(BubbleContent(message, .middle, style).meta, "")
      XCTAssertNil(BubbleContent(message, .middle, style).mark)
      XCTAssertEqual(BubbleContent(message, .last, style).meta, "12:38")
      XCTAssertEqual(BubbleContent(message, .last, style).mark, .sent)
      message.delivery = .queued
      XCTAssertEqual(BubbleContent(message, .middle, style).mark, .queued)
      message.edited = message.time
      XCTAssertEqual(BubbleContent(message, .middle, style).meta, "Edited · 12:38")
    }
  }

  func testDaysHaveNames() {
    MainActor.assumeIsolated {
      let today = Day(number: 20_000)  // 2024-10-04, a Friday
      XCTAssertEqual(MessageListTexts.name(of: Day(number: 20_000), today: today), "Today")
      XCTAssertEqual(MessageListTexts.name(of: Day(number: 19_999), today: today), "Yesterday")
      XCTAssertEqual(MessageListTexts.name(of: Day(number: 19_997), today: today), "Tuesday")
      XCTAssertEqual(
        MessageListTexts.name(of: Day(number: 19_900), today: today), "Wednesday, 26 June")
      XCTAssertEqual(
        MessageListTexts.name(of: Day(number: 19_000), today: today), "8 January 2022")
      XCTAssertEqual(
        MessageListTexts.name(of: Day(number: 20_001), today: today), "Saturday, 5 October")
    }
  }
}
