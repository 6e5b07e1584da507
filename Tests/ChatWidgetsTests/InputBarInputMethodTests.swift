// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// What input methods do to the composer, told by one that the tests play themselves. The keys are
/// real: they come from the X server.
final class InputBarInputMethodTests: XCTestCase {
  /// Enter that accepts a candidate does not send; the next one does.
  func testEnterThatConfirmsAConversionDoesNotSend() throws {
    try withGtk {
      let (fixture, method) = InputBarFixture.withInputMethod()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      var sends: [Int] = []
      method.preedit = "にほん"
      sends.append(fixture.sent.count)
      method.onKey = { event in
        guard event.key.isEnter else { return false }
        method.commit("日本")
        method.preedit = ""
        return true
      }
      keyboard.press("Return")
      sends.append(fixture.sent.count)
      XCTAssertEqual(fixture.bar.text, "日本")
      method.onKey = { _ in false }
      keyboard.press("Return")
      sends.append(fixture.sent.count)
      XCTAssertEqual(sends, [0, 0, 1])
      XCTAssertEqual(fixture.sent, ["日本"])
    }
  }

  /// Engines such as Hangul commit at Enter and leave the key to us.
  func testEnterThatCommitsAndPassesOnSendsTheCommittedText() throws {
    try withGtk {
      let (fixture, method) = InputBarFixture.withInputMethod()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      method.preedit = "한"
      method.onKey = { event in
        if event.key.isEnter {
          method.commit("한")
          method.preedit = ""
        }
        return false
      }
      keyboard.press("Return")
      XCTAssertEqual(fixture.sent, ["한"])
      XCTAssertEqual(fixture.bar.text, "")
    }
  }

  func testSendingWithTheButtonKeepsWhatIsHalfComposed() throws {
    try withGtk {
      for commitsOnReset in [true, false] {
        let (fixture, method) = InputBarFixture.withInputMethod()
        defer { fixture.close() }
        fixture.bar.text = "ok "
        method.commitsOnReset = commitsOnReset
        method.preedit = "ka"
        fixture.bar.sendAction.activate()
        XCTAssertEqual(fixture.sent, ["ok ka"], "commits on reset: \(commitsOnReset)")
        XCTAssertEqual(fixture.bar.text, "")
        XCTAssertEqual(method.preedit, "")
      }
    }
  }

  /// What is half composed never reaches another conversation.
  func testSwitchingConversationKeepsThePreeditWhereItWasTyped() throws {
    try withGtk {
      let (a, b) = (ConversationID(rawValue: 1), ConversationID(rawValue: 2))
      for commitsOnReset in [true, false] {
        let (fixture, method) = InputBarFixture.withInputMethod()
        defer { fixture.close() }
        let keyboard = try Keyboard(fixture.window)
        fixture.bar.open(a, draft: Draft(text: "ok "))
        method.commitsOnReset = commitsOnReset
        method.preedit = "ka"
        var draftOfA = fixture.bar.draft
        fixture.bar.onChange = {
          if fixture.bar.conversation == a { draftOfA = fixture.bar.draft }
        }
        fixture.bar.open(b, draft: Draft())
        keyboard.press("x")
        XCTAssertTrue(["ok ", "ok ka"].contains(draftOfA.text), draftOfA.text)
        XCTAssertEqual(fixture.bar.text, "x")
        XCTAssertEqual(method.preedit, "")
        fixture.bar.open(a, draft: draftOfA)
        XCTAssertEqual(fixture.bar.text, draftOfA.text)
      }
    }
  }

  func testClickingElsewhereResetsTheInputMethod() throws {
    try withGtk {
      let (fixture, method) = InputBarFixture.withInputMethod()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.bar.text = "one two"
      method.onKey = { event in
        method.preedit += event.key.character.map { String($0) } ?? ""
        return true
      }
      keyboard.press("k")
      XCTAssertEqual(method.preedit, "k")
      XCTAssertEqual(fixture.bar.draft.caret, 7)
      fixture.bar.placeCaret(3)
      XCTAssertEqual(method.preedit, "")
      XCTAssertTrue(["one two", "one twok"].contains(fixture.bar.text), fixture.bar.text)
    }
  }

  /// The preview of a dead key does not eat the selection.
  func testCancelledPreeditLeavesTheSelection() throws {
    try withGtk {
      let (fixture, method) = InputBarFixture.withInputMethod()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.bar.text = "hello"
      fixture.bar.textView.buffer.selection = (anchor: 0, caret: 5)
      method.onKey = { event in
        method.preedit = event.key == .escape ? "" : "´"
        return true
      }
      keyboard.press("a")
      XCTAssertEqual(method.preedit, "´")
      XCTAssertEqual(fixture.bar.text, "hello")
      keyboard.press("Escape")
      XCTAssertEqual(method.preedit, "")
      XCTAssertEqual(fixture.bar.text, "hello")
      XCTAssertEqual(fixture.bar.textView.buffer.selectedRange, 0..<5)
    }
  }

  func testCommitOverASelectionIsOneStepOfUndo() throws {
    try withGtk {
      let (fixture, method) = InputBarFixture.withInputMethod()
      defer { fixture.close() }
      fixture.bar.text = "hello"
      let buffer = fixture.bar.textView.buffer
      buffer.selection = (anchor: 0, caret: 5)
      method.preedit = "´"
      method.preedit = ""
      method.commit("é")
      XCTAssertEqual(fixture.bar.text, "é")
      buffer.undo()
      XCTAssertEqual(fixture.bar.text, "hello")
      buffer.redo()
      XCTAssertEqual(fixture.bar.text, "é")
    }
  }

  /// The place for candidates follows the caret when the field grows and scrolls.
  func testCaretRectangleIsReportedAfterEachLayoutChange() throws {
    try withGtk {
      let (fixture, method) = InputBarFixture.withInputMethod()
      defer { fixture.close() }
      for lines in [1, 3, 7] {
        fixture.bar.text = Array(repeating: "line", count: lines).joined(separator: "\n")
        fixture.settle()
        method.preedit = "ni"
        fixture.settle()
        Spin.until { method.caret == fixture.bar.textView.caretRectangle }
        XCTAssertEqual(method.caret, fixture.bar.textView.caretRectangle, "\(lines) lines")
        XCTAssertGreaterThan(method.caret?.height ?? 0, 8, "the height of a line, not a point")
        method.preedit = ""
      }
    }
  }

  /// Typing with the focus in the list: the very same key reaches the input method.
  func testFirstKeyTypedFromTheListGoesThroughTheInputMethod() throws {
    try withGtk {
      let (fixture, method) = InputBarFixture.withInputMethod()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.list.isFocusable = true
      fixture.bar.capturesTyping(in: fixture.window)
      fixture.list.grabFocus()
      XCTAssertFalse(fixture.bar.textView.hasFocus)
      method.onKey = { event in
        method.preedit += event.key.character.map { String($0) } ?? ""
        return true
      }
      keyboard.press("n", "i")
      XCTAssertTrue(fixture.bar.textView.hasFocus)
      XCTAssertEqual(fixture.bar.text, "")
      XCTAssertEqual(method.preedit, "ni")
    }
  }

  // MARK: Dead keys and Compose, as GTK itself does them

  func testDeadKeysAndComposeTypeOneCharacter() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      for round in ["before", "after"] {
        for keys in [["dead_grave", "a"], ["Multi_key", "grave", "a"]] {
          fixture.bar.text = ""
          for key in keys { keyboard.press(key) }
          XCTAssertEqual(Array(fixture.bar.text.unicodeScalars), ["\u{e0}"], "\(keys) \(round)")
        }
        // The focus goes away and comes back.
        fixture.list.isFocusable = true
        fixture.list.grabFocus()
        fixture.settle()
        fixture.bar.focus()
      }
    }
  }

  func testDeadKeyWithALetterThatTakesNoAccentLosesNoKey() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      keyboard.press("dead_tilde", "r")
      // GTK up to 4.8 sets the accent over the letter, later ones set it before.
      XCTAssertTrue(["~r", "r\u{303}"].contains(fixture.bar.text), fixture.bar.text)
      fixture.bar.text = ""
      keyboard.press("dead_tilde", "space")
      XCTAssertEqual(fixture.bar.text, "~")
    }
  }
}

/// An input method whose answers a test gives.
final class PlayedInputMethod: InputMethod {
  var onKey: (KeyEvent) -> Bool = { _ in false }
  var commitsOnReset = false
  private(set) var caret: Rectangle?

  override func filter(_ event: KeyEvent) -> Bool {
    guard !event.isRelease else { return false }
    if onKey(event) { return true }
    // What it does not want it passes on as it is: characters always come from the input method.
    guard let character = event.key.character, character.value > 0x20,
      event.modifiers.isDisjoint(with: [.control, .alt, .super])
    else { return false }
    commit(String(character))
    return true
  }

  override func reset() {
    guard !preedit.isEmpty else { return }
    let text = preedit
    preedit = ""
    if commitsOnReset { commit(text) }
  }

  override func caretMoved(to rectangle: Rectangle) { caret = rectangle }
}

extension InputBarFixture {
  private static var latest: PlayedInputMethod?
  private static var isRegistered = false

  /// A fixture whose field has an input method to play.
  static func withInputMethod() -> (InputBarFixture, PlayedInputMethod) {
    if !isRegistered {
      isRegistered = true
      InputMethod.register("played") {
        let method = PlayedInputMethod()
        latest = method
        return method
      }
    }
    let fixture = InputBarFixture()
    fixture.bar.textView.inputModule = "played"
    // GTK makes the method when it is first needed.
    fixture.bar.textView.resetInputMethod()
    fixture.list.isFocusable = true
    fixture.list.grabFocus()
    fixture.bar.focus()
    Spin.until { latest != nil }
    guard let method = latest else { preconditionFailure("GTK did not take the input method") }
    latest = nil
    return (fixture, method)
  }
}
