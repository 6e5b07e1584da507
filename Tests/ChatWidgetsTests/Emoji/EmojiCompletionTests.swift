// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class EmojiCompletionTests: XCTestCase {
  @MainActor private final class Scene {
    let view = TextView()
    let window = Window()
    let completion: EmojiCompletion
    var text: String { view.buffer.text }

    init() {
      view.acceptsTab = false
      window.child = view
      window.present()
      completion = EmojiCompletion(view)
      Spin.frames(1, of: window)
      view.grabFocus()
    }

    func type(_ text: String) {
      for letter in text { view.type(String(letter)) }
      Spin.pending()
    }

    /// As the completion's own key controller would.
    @discardableResult
    func press(_ key: Key) -> Bool {
      completion.handle(KeyEvent(key))
    }
  }

  func testTheListOpensWithTheNameAndLeavesTheFocus() throws {
    try withGtk {
      let scene = Scene()
      scene.type("so :fir")
      XCTAssertTrue(scene.completion.isOpen)
      XCTAssertTrue(scene.view.hasFocus)
      XCTAssertTrue(scene.press(.tab))
      XCTAssertEqual(scene.text, "so 🔥")
      XCTAssertEqual(scene.view.buffer.caret, 4)
      XCTAssertFalse(scene.completion.isOpen)
      scene.window.destroy()
    }
  }

  func testKeysAreNotTouchedWhileTheListIsClosed() throws {
    try withGtk {
      let scene = Scene()
      scene.type("hello :")
      for key in [Key.tab, .enter, .up, .down, .escape, .left, .right] {
        XCTAssertFalse(scene.press(key))
      }
      XCTAssertEqual(scene.text, "hello :")
      scene.window.destroy()
    }
  }

  func testKeysReachTheListWhileItIsOpenAndTheTextBefore() throws {
    try withGtk {
      let scene = Scene()
      defer { scene.window.destroy() }
      let keyboard = try Keyboard(scene.window)
      keyboard.type("a")
      keyboard.press("Return", "colon", "f", "i", "r")
      XCTAssertTrue(Spin.until { scene.completion.isOpen })
      keyboard.press("Return")
      XCTAssertEqual(scene.text, "a\n🔥")
      keyboard.press("Return")
      XCTAssertEqual(scene.text, "a\n🔥\n", "the next one breaks the line")
    }
  }

  func testUpAndDownChooseAndEnterTakes() throws {
    try withGtk {
      let scene = Scene()
      scene.type(":heart")
      XCTAssertTrue(scene.press(.down))
      XCTAssertTrue(scene.press(.down))
      XCTAssertTrue(scene.press(.up))
      let second = EmojiIndex.system().search("heart", limit: 2)[1]
      XCTAssertTrue(scene.press(.enter))
      XCTAssertEqual(scene.text, second.text())
      XCTAssertFalse(scene.press(.enter), "and the next one sends")
      scene.window.destroy()
    }
  }

  func testAClosedNameIsReplacedAtOnceAndUndoBringsItBack() throws {
    try withGtk {
      let scene = Scene()
      scene.type("a :fire:")
      XCTAssertEqual(scene.text, "a 🔥")
      scene.view.buffer.undo()
      XCTAssertEqual(scene.text, "a :fire:")
      scene.view.buffer.redo()
      XCTAssertEqual(scene.text, "a 🔥")
      scene.type(" :nonsense:")
      XCTAssertEqual(scene.text, "a 🔥 :nonsense:")
      scene.window.destroy()
    }
  }

  func testKeysThatComeFasterThanTheListStillComplete() throws {
    try withGtk {
      let scene = Scene()
      for letter in ":fire:" { scene.view.type(String(letter)) }
      XCTAssertFalse(scene.press(.enter), "Enter sends, but only once the emoji stands there")
      XCTAssertEqual(scene.text, "🔥")
      scene.window.destroy()
    }
  }

  func testEscapeClosesForThisName() throws {
    try withGtk {
      let scene = Scene()
      scene.type(":fi")
      XCTAssertTrue(scene.press(.escape))
      XCTAssertFalse(scene.completion.isOpen)
      scene.type("r")
      XCTAssertFalse(scene.completion.isOpen)
      scene.type("e and :fi")
      XCTAssertTrue(scene.completion.isOpen, "another one")
      scene.window.destroy()
    }
  }

  func testRightChangesTheToneAndItIsKept() throws {
    try withGtk {
      let scene = Scene()
      var told: [SkinTone] = []
      scene.completion.onSkinToneChanged = { told.append($0) }
      scene.type(":thumbs_up")
      XCTAssertTrue(scene.press(.right))
      XCTAssertTrue(scene.press(.right))
      XCTAssertTrue(scene.press(.left))
      XCTAssertTrue(scene.press(.tab))
      XCTAssertEqual(scene.text, "👍🏻")
      XCTAssertEqual(told, [.light, .mediumLight, .light])
      scene.type(" :wave:")
      XCTAssertEqual(scene.text, "👍🏻 👋🏻")
      scene.type(" :fire")
      XCTAssertFalse(scene.press(.right), "it has none: the caret moves")
      scene.window.destroy()
    }
  }

  func testNothingIsCompletedInCode() throws {
    try withGtk {
      let scene = Scene()
      let formatting = MessageFormatting(scene.view)
      scene.view.buffer.text = "` `\n```\n"
      scene.view.buffer.caret = 2
      scene.type(":fire")
      XCTAssertTrue(scene.completion.isOpen, "` :fire` is no code: a space follows the directive")
      scene.view.buffer.text = "`a `\n```\n"
      scene.view.buffer.caret = 3
      scene.type(":fire")
      XCTAssertFalse(scene.completion.isOpen)
      scene.view.buffer.caret = scene.view.buffer.length
      scene.type(":fire:")
      XCTAssertTrue(scene.text.hasSuffix("```\n:fire:"), scene.text)
      withExtendedLifetime(formatting) {}
      scene.window.destroy()
    }
  }

  func testMovingTheCaretOpensNothingAndClosesWhatIsOpen() throws {
    try withGtk {
      let scene = Scene()
      scene.type(":fire ok")
      scene.view.buffer.caret = 5
      Spin.pending()
      XCTAssertFalse(scene.completion.isOpen)
      scene.type("x")
      scene.view.buffer.text = ""
      scene.type(":fi")
      XCTAssertTrue(scene.completion.isOpen)
      scene.view.buffer.caret = 0
      Spin.pending()
      XCTAssertFalse(scene.completion.isOpen)
      scene.window.destroy()
    }
  }

  func testItLeavesNothingBehind() throws {
    try withGtk {
      assertLeavesNothing(times: 5) {
        let scene = Scene()
        scene.type(":fire")
        scene.press(.tab)
        scene.type(":fi")
        scene.window.destroy()
      }
    }
  }

  /// Case 022-C22.
  func testAnEmojiFromTheChooserStandsAtTheCaret() throws {
    try withGtk {
      let scene = Scene()
      scene.view.buffer.text = "abcdef"
      scene.view.buffer.caret = 3
      KeyboardToolbarItem.emoji(for: scene.view).action?()
      Spin.pending()
      let chooser = try XCTUnwrap(
        scene.view.children.first { $0.typeName == "GtkEmojiChooser" } as Widget?)
      XCTAssertTrue(Spin.until { chooser.isMapped })
      chooser.emit("emoji-picked", "😀")
      XCTAssertEqual(scene.text, "abc😀def")
      Popover(borrowing: chooser.raw).popDown()
      XCTAssertTrue(Spin.until { scene.view.hasFocus }, "the focus is back")
      scene.type("x")
      XCTAssertEqual(scene.text, "abc😀xdef")
      XCTAssertEqual(scene.view.buffer.caret, 5)
      scene.window.destroy()
    }
  }
}
