// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class OnScreenKeyboardTests: XCTestCase {
  func testFollowsAndHidesTheKeyboardOfTheDesktop() throws {
    try withGtk {
      let desktop = try PlayedKeyboard(isVisible: true)
      let keyboard = OnScreenKeyboard()
      XCTAssertTrue(Spin.until { keyboard.isVisible }, "it was there before")
      var changes: [Bool] = []
      keyboard.onChange = { [unowned keyboard] in changes.append(keyboard.isVisible) }
      desktop.show(false)
      Spin.until { !keyboard.isVisible }
      keyboard.show()
      Spin.until { keyboard.isVisible }
      keyboard.hide()
      Spin.until { !keyboard.isVisible }
      XCTAssertEqual(desktop.requests, [true, false])
      XCTAssertEqual(changes, [false, true, false])
      desktop.show(true)
      Spin.until { keyboard.isVisible }
      desktop.close()
      XCTAssertTrue(Spin.until { !keyboard.isVisible }, "its program has ended")
      XCTAssertFalse(keyboard.isAvailable)
    }
  }

  /// Free text, to be checked, completed and capitalised.
  func testTheKeyboardIsToldWhatIsTyped() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      XCTAssertEqual(
        fixture.bar.textView.inputHints,
        [.spellCheck, .wordCompletion, .uppercaseSentences, .emoji])
    }
  }

  func testWithoutAKeyboardNothingHappens() throws {
    try withGtk {
      let keyboard = OnScreenKeyboard()
      keyboard.hide()
      Spin.pending()
      XCTAssertFalse(keyboard.isVisible)
      XCTAssertFalse(keyboard.isAvailable)
    }
  }

  func testTheToolbarItemHidesTheKeyboardAndLeavesTheField() throws {
    try withGtk {
      let desktop = try PlayedKeyboard(isVisible: true)
      defer { desktop.close() }
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = OnScreenKeyboard()
      fixture.bar.keyboard = keyboard
      let toolbar = KeyboardToolbar(items: [.dismissKeyboard])
      toolbar.onDismissKeyboard { fixture.bar.dismissKeyboard() }
      fixture.bar.addToolbar(toolbar.widget)
      fixture.settle()
      Spin.until { keyboard.isVisible }
      let pressed = try XCTUnwrap(Self.button(in: toolbar.widget))
      pressed.activate()
      XCTAssertTrue(Spin.until { !keyboard.isVisible })
      XCTAssertEqual(desktop.requests, [false])
      XCTAssertFalse(fixture.bar.textView.hasFocus)
    }
  }

  /// Each mode, with a finger that goes up and down within the list and then below it.
  func testDraggingTheListHidesTheKeyboard() throws {
    try withGtk {
      let desktop = try PlayedKeyboard(isVisible: true)
      defer { desktop.close() }
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = OnScreenKeyboard()
      Spin.until { keyboard.isVisible }
      let height = Double(fixture.list.height)
      for (mode, within, below) in [
        (KeyboardDismissMode.interactive, false, true), (.immediate, true, true),
        (.never, false, false),
      ] {
        fixture.bar.focus()
        let dismissal = KeyboardDismissal(fixture.list, keyboard: keyboard, mode: mode)
        let before = desktop.requests.count
        dismissal.touched(.began, 100, height - 100)
        dismissal.touched(.moved, 102, height - 104)
        XCTAssertEqual(fixture.bar.textView.hasFocus, true, "a tap is no drag")
        dismissal.touched(.moved, 100, height - 60)
        XCTAssertEqual(fixture.bar.textView.hasFocus, !within, "\(mode), within the list")
        dismissal.touched(.moved, 100, height + 4)
        XCTAssertEqual(fixture.bar.textView.hasFocus, !below, "\(mode), below it")
        dismissal.touched(.moved, 100, height + 20)
        dismissal.touched(.ended, 100, height + 20)
        if below { Spin.until { !keyboard.isVisible } }
        XCTAssertEqual(desktop.requests.count - before, below ? 1 : 0, "once for a finger")
        desktop.show(true)
        Spin.until { keyboard.isVisible }
      }
    }
  }

  func testADragDoesNothingWhileThereIsNoKeyboard() throws {
    try withGtk {
      let desktop = try PlayedKeyboard()
      defer { desktop.close() }
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = OnScreenKeyboard()
      Spin.until { keyboard.isAvailable }
      let dismissal = KeyboardDismissal(fixture.list, keyboard: keyboard, mode: .immediate)
      dismissal.touched(.began, 100, 300)
      dismissal.touched(.moved, 100, 200)
      XCTAssertTrue(fixture.bar.textView.hasFocus)
      XCTAssertEqual(desktop.requests, [])
    }
  }

  @MainActor private static func button(in widget: Widget) -> Widget? {
    if widget.typeName == "GtkButton" { return widget }
    for child in widget.children {
      if let button = button(in: child) { return button }
    }
    return nil
  }
}
