// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class InputBarKeyTests: XCTestCase {
  /// All Enter keys are one key.
  func testEveryEnterKeyInBothModes() throws {
    try withGtk {
      let modifiers: [Modifiers] = [[], .shift, .control, .alt, [.control, .shift], .super]
      let expected: [SendKey: [ComposerCommand?]] = [
        .enter: [.send, .breakLine, .send, .breakLine, .breakLine, nil],
        .controlEnter: [.breakLine, .breakLine, .send, .breakLine, .breakLine, nil],
      ]
      for key in [Key.enter, .keypadEnter, .isoEnter] {
        for mode in SendKey.allCases {
          let commands = modifiers.map {
            ComposerCommand(KeyEvent(key, $0), sendKey: mode, isEmpty: false, hasTarget: false)
          }
          XCTAssertEqual(commands, expected[mode], "\(key) \(mode)")
        }
      }
    }
  }

  func testPressedEnterKeys() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      for key in ["Return", "KP_Enter", "ISO_Enter"] {
        for (modifier, sends) in [("", true), ("shift+", false), ("ctrl+", true), ("alt+", false)] {
          fixture.bar.text = "hi"
          let before = fixture.sent.count
          keyboard.press(modifier + key)
          XCTAssertEqual(fixture.sent.count - before, sends ? 1 : 0, modifier + key)
          XCTAssertEqual(fixture.bar.text, sends ? "" : "hi\n", modifier + key)
          XCTAssertTrue(fixture.bar.textView.hasFocus)
        }
      }
    }
  }

  func testKeysThatLeaveTheField() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      var edits = 0
      var pages: [Bool] = []
      fixture.bar.onEditLast = { edits += 1 }
      fixture.bar.onScrollPage = { pages.append($0) }
      keyboard.press("Up")
      XCTAssertEqual(edits, 1)
      keyboard.press("Page_Up", "Page_Down")
      XCTAssertEqual(pages, [false, true])
      fixture.bar.text = "text"
      keyboard.press("Up")
      XCTAssertEqual(edits, 1, "in a text Up moves the caret")
      keyboard.press("Tab")
      XCTAssertFalse(fixture.bar.textView.hasFocus, "Tab walks out")
      XCTAssertEqual(fixture.bar.text, "text")
    }
  }

  /// Tab goes on to the button, Shift+Tab back to what stands before the field.
  func testTabWalksOutOfTheFieldInBothDirections() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      let leading = Button(label: "Attach")
      fixture.bar.leading = leading
      fixture.bar.addToolbar(FormattingBar(for: fixture.bar.textView).toolbar.widget)
      fixture.bar.text = "text"
      fixture.settle()
      keyboard.press("Tab")
      XCTAssertTrue(fixture.bar.button.hasFocus, "forward: the send button")
      keyboard.press("shift+Tab")
      XCTAssertTrue(fixture.bar.textView.hasFocus, "back in the field")
      keyboard.press("shift+Tab")
      XCTAssertTrue(leading.hasFocus, "backward: what stands before the field")
      XCTAssertEqual(fixture.bar.text, "text", "no tab was typed")
    }
  }

  func testEscapeLeavesReplyAndEdit() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.bar.describeMessage = { _ in ("Ada", "hello\nthere") }
      fixture.bar.text = "mine"
      fixture.bar.reply(to: MessageID(rawValue: 7))
      XCTAssertEqual(fixture.bar.draft.replyTo, MessageID(rawValue: 7))
      XCTAssertTrue(fixture.bar.banner.widget.isVisible)
      keyboard.press("Escape")
      XCTAssertNil(fixture.bar.draft.replyTo)
      XCTAssertEqual(fixture.bar.text, "mine")
      XCTAssertFalse(fixture.bar.banner.widget.isVisible)
      fixture.bar.edit(MessageID(rawValue: 8), text: "said before")
      XCTAssertEqual(fixture.bar.text, "said before")
      keyboard.press("Escape")
      XCTAssertEqual(fixture.bar.text, "mine")
      XCTAssertNil(fixture.bar.draft.editing)
      XCTAssertNil(fixture.bar.draft.aside)
    }
  }

  /// What an edit has put aside is part of the draft, so that no crash can lose it.
  func testWhatAnEditPutAsideComesBackAfterAStart() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.bar.text = "mine"
      fixture.bar.reply(to: MessageID(rawValue: 7))
      fixture.bar.edit(MessageID(rawValue: 8), text: "said before")
      let kept = fixture.bar.draft
      XCTAssertEqual(kept.aside, Draft.Aside(text: "mine", replyTo: MessageID(rawValue: 7)))
      // As another start of the program finds it.
      fixture.bar.open(ConversationID(rawValue: 99), draft: kept)
      XCTAssertEqual(fixture.bar.text, "said before")
      XCTAssertEqual(fixture.bar.draft.editing, MessageID(rawValue: 8))
      keyboard.press("Escape")
      XCTAssertEqual(fixture.bar.text, "mine")
      XCTAssertEqual(fixture.bar.draft.replyTo, MessageID(rawValue: 7))
    }
  }
}
