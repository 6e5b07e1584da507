// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class InputBarLookTests: XCTestCase {
  func testCircleFollowsTheFontAndItsTargetIsLargeEnough() throws {
    try withGtk {
      let settings = try XCTUnwrap(Settings.default)
      let before = settings.fontName
      defer { settings.fontName = before }
      for (font, diameter) in [
        ("Cantarell 11", 34), ("Cantarell 10", 34), ("Cantarell 5.5", 19),
        ("Cantarell 22", 68), ("Cantarell 33", 102),
      ] {
        settings.fontName = font
        let fixture = InputBarFixture()
        defer { fixture.close() }
        XCTAssertEqual(fixture.bar.glyph.measure(.horizontal).natural, diameter, font)
        XCTAssertGreaterThanOrEqual(fixture.bar.button.width, max(44, diameter), font)
        XCTAssertGreaterThanOrEqual(fixture.bar.button.height, max(44, diameter), font)
      }
    }
  }

  func testButtonStaysBesideTheLastLine() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let one = try XCTUnwrap(fixture.lastLineDistance)
      fixture.bar.text = "1\n2\n3\n4"
      fixture.settle()
      XCTAssertEqual(fixture.lastLineDistance, one)
    }
  }

  func testRightToLeftIsMirrored() throws {
    try withGtk {
      Direction.default = .rightToLeft
      defer { Direction.default = .leftToRight }
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let field = try XCTUnwrap(fixture.bar.field.bounds(in: fixture.bar.widget))
      let button = try XCTUnwrap(fixture.bar.button.bounds(in: fixture.bar.widget))
      XCTAssertLessThan(button.x + button.width / 2, field.x)
      XCTAssertEqual(field.x + field.width, fixture.bar.widget.width - 12)
    }
  }

  /// What is behind the field is a picture that no letter draws again.
  func testTheFrameIsWhereTheFieldIs() throws {
    try withGtk {
      for direction in [Direction.leftToRight, .rightToLeft] {
        Direction.default = direction
        defer { Direction.default = .leftToRight }
        let fixture = InputBarFixture()
        defer { fixture.close() }
        let layout = fixture.bar.root.state
        for text in ["", "a", "a\nb\nc"] {
          fixture.bar.text = text
          fixture.settle()
          let look = layout.look
          XCTAssertEqual(look.field, fixture.bar.field.bounds(in: fixture.bar.widget))
          XCTAssertEqual(look.inside, look.inside.intersection(look.field))
          XCTAssertEqual(look.area.y + look.area.height, fixture.bar.widget.height)
          fixture.bar.textView.type("b")
          fixture.settle()
          XCTAssertEqual(layout.look, look, "after a letter")
          fixture.bar.isHighContrast.toggle()
          XCTAssertNotEqual(layout.look, look, "with other lines")
        }
        fixture.window.focus = nil
        XCTAssertTrue(Spin.until { layout.look.frame.thickness == 1 })
      }
    }
  }

  /// Each costs each key.
  func testFewWidgetsStandBetweenTheWindowAndTheText() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let path = sequence(first: fixture.bar.textView as Widget) { $0.parent }
      XCTAssertEqual(Array(path).count, 5, "text, scroller, field, bar, window")
    }
  }

  /// From what it goes around, and from the bar around it.
  func testTheRingOfTheFieldIsSeenFromBothSides() throws {
    try withGtk {
      let settings = try XCTUnwrap(Settings.default)
      defer { settings.prefersDark = false }
      for isDark in [false, true] {
        settings.prefersDark = isDark
        let fixture = InputBarFixture()
        defer { fixture.close() }
        XCTAssertTrue(Spin.until { fixture.field.isFocused })
        for tint in ["#3584e4", "#9141ac", "#ffff00", "#000000", "#ffffff", "#1a5fb4"] {
          fixture.bar.tint = Color(css: tint)
          let look = fixture.bar.root.state.look
          for ground in [look.ground, look.frame.ground] {
            XCTAssertGreaterThanOrEqual(
              look.frame.border.contrast(with: ground), 3, "\(tint), dark: \(isDark)")
          }
        }
      }
    }
  }

  /// Black on tints whose relative luminance is over a half, else white.
  func testArrowIsReadableOnItsTint() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      fixture.bar.text = "x"
      for (tint, isBlack) in [
        ("#3584e4", false), ("#ffff00", true), ("#000000", false), ("#ffffff", true),
        ("#33d17a", false), ("#f8e45c", true),
      ] {
        fixture.bar.tint = Color(css: tint)
        XCTAssertEqual(fixture.bar.glyph.state.arrow.hasStyle("on-light"), isBlack, tint)
        XCTAssertEqual(fixture.bar.glyph.state.arrow.hasStyle("on-dark"), !isBlack, tint)
      }
      fixture.bar.text = ""
      XCTAssertTrue(fixture.bar.glyph.state.arrow.hasStyle("on-dark"), "grey is no tint")
    }
  }

  func testColourFadesUnlessMovementIsOff() throws {
    try withGtk {
      let settings = try XCTUnwrap(Settings.default)
      defer { settings.animates = true }
      for animates in [true, false] {
        settings.animates = animates
        let fixture = InputBarFixture()
        defer { fixture.close() }
        fixture.bar.tint = Color(css: "#ff0000")
        fixture.bar.text = "x"
        let glyph = fixture.bar.glyph.state
        XCTAssertEqual(glyph.shown == glyph.tint, !animates)
        XCTAssertTrue(Spin.until(limit: .seconds(5)) { glyph.shown == glyph.tint })
      }
    }
  }

  func testOpeningAndClosingLeavesNothing() throws {
    try withGtk {
      assertLeavesNothing { InputBarFixture.openAndClose() }
    }
  }

  /// The direction of a paragraph is that of its first strong character.
  func testParagraphsReadInTheirOwnDirection() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      for (text, isRightToLeft) in [
        ("\u{5E9}\u{5DC}\u{5D5}\u{5DD} hello", true), ("hello \u{5E9}", false),
        ("123 \u{645}\u{631}\u{62D}\u{628}\u{627}", true), ("\u{200F}123", true), ("?!", false),
      ] {
        fixture.bar.text = text
        fixture.settle()
        let view = fixture.bar.textView
        // Where the first character stands tells the side at which the line begins.
        let isAtTheRight = view.rectangle(at: 0).x > view.width / 2
        XCTAssertEqual(isAtTheRight, isRightToLeft, text)
      }
    }
  }
}

extension InputBarFixture {
  /// From the middle of the button down to the lower edge of the field.
  fileprivate var lastLineDistance: Int? {
    guard let field = bar.field.bounds(in: bar.widget),
      let button = bar.button.bounds(in: bar.widget)
    else { return nil }
    return field.y + field.height - (button.y + button.height / 2)
  }

  fileprivate static func openAndClose() {
    let fixture = InputBarFixture()
    fixture.bar.text = "text"
    fixture.bar.capturesTyping(in: fixture.window)
    fixture.bar.reply(to: MessageID(rawValue: 1))
    fixture.bar.open(ConversationID(rawValue: 1), draft: Draft(text: "other"))
    fixture.bar.tell("A sentence.")
    fixture.settle()
    fixture.close()
  }
}
