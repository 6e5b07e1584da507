// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// Who draws the caret, and when.
final class InputBarCaretTests: XCTestCase {
  func testThePictureStandsInWhileOneTypesAndNoLonger() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try fixture.keyboard()
      XCTAssertTrue(fixture.bar.textView.buffer.showsCaret)
      keyboard.type("ab")
      XCTAssertFalse(fixture.bar.textView.buffer.showsCaret)
      XCTAssertTrue(fixture.field.caret.isActive)
      fixture.bar.textView.buffer.caret = 0
      XCTAssertTrue(fixture.bar.textView.buffer.showsCaret)
      fixture.field.caret.hold = 1
      keyboard.type("c")
      XCTAssertTrue(Spin.until { fixture.bar.textView.buffer.showsCaret })
      XCTAssertFalse(fixture.field.caret.isActive)
    }
  }

  func testGtkDrawsItWhereMoreThanThePlaceDecidesHowItLooks() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      _ = try fixture.keyboard()
      let formatting = MessageFormatting(fixture.bar.textView)
      for (text, isPlain) in [
        ("a", true), ("12", false), ("1a", true), ("\u{5d0}", false), ("\u{5d0}a", false),
        ("a\u{5d0}", false), ("_a_", false), ("_a_ b", true), ("\u{200f}a", false),
      ] {
        fixture.bar.text = ""
        fixture.bar.type(text)
        XCTAssertEqual(fixture.field.caret.isActive, isPlain, text)
        XCTAssertEqual(fixture.bar.textView.buffer.showsCaret, !isPlain, text)
      }
      withExtendedLifetime(formatting) {}
    }
  }

  func testGtkDrawsItOnceItMovesOrTheTextOrTheFocusIsAnother() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try fixture.keyboard()
      let buffer = fixture.bar.textView.buffer
      for (name, leave) in [
        ("moved", { keyboard.press("Left") }),
        ("selected", { keyboard.press("ctrl+a") }),
        ("replaced", { fixture.bar.text = "" }),
        ("left", { fixture.window.focus = nil }),
      ] as [(String, () -> Void)] {
        fixture.bar.focus()
        XCTAssertTrue(Spin.until { fixture.field.isFocused })
        keyboard.type("ab")
        XCTAssertFalse(buffer.showsCaret, name)
        leave()
        XCTAssertTrue(buffer.showsCaret, name)
        XCTAssertFalse(fixture.field.caret.isActive, name)
      }
    }
  }

  func testAnotherConversationGetsItsOwnCaretBack() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try fixture.keyboard()
      let first = fixture.bar.textView.buffer
      keyboard.type("ab")
      XCTAssertFalse(first.showsCaret)
      fixture.field.show(TextBuffer(), scroll: 0)
      XCTAssertTrue(first.showsCaret)
      XCTAssertTrue(fixture.bar.textView.buffer.showsCaret)
    }
  }

  /// What changes the text without the user is seen a frame later.
  func testTextThatAProgramPutsInGivesItBack() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try fixture.keyboard()
      keyboard.type("ab")
      let buffer = fixture.bar.textView.buffer
      buffer.insert("\u{5d0}", at: 0)
      XCTAssertTrue(Spin.until { buffer.showsCaret })
    }
  }

  /// GTK's own, at the place where GTK puts it.
  func testThePictureIsThatOfTheView() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let picture = try XCTUnwrap(CaretPicture(of: fixture.bar.textView))
      for text in ["a", "some words", "iiiiiiiill", "a\nb", "W\u{e4}"] {
        fixture.bar.text = text
        fixture.settle()
        let place = try XCTUnwrap(fixture.bar.textView.plainCaret, text)
        XCTAssertEqual(place.height, picture.height, text)
        let told = fixture.bar.textView.caretRectangle
        let shown = fixture.bar.textView.inView(place)
        XCTAssertLessThanOrEqual(abs(told.x - shown.x), 1, text)
        XCTAssertEqual(told.y, shown.y, text)
      }
    }
  }
}

extension InputBarFixture {
  /// A keyboard for a field that has the focus, whose caret stands still for as long as the test runs.
  fileprivate func keyboard() throws -> Keyboard {
    let keyboard = try Keyboard(window)
    XCTAssertTrue(Spin.until { field.isFocused })
    field.caret.hold = .max / 2
    return keyboard
  }
}
