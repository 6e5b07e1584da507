// SPDX-License-Identifier: MIT
import ChatCore
import Glibc
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

private let a = ConversationID(rawValue: 1)
private let b = ConversationID(rawValue: 2)

final class InputBarDraftTests: XCTestCase {
  /// To open what is open changes nothing, whatever is stored.
  func testOpeningTheOpenConversationKeepsEverything() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      fixture.bar.open(a, draft: Draft(text: "one"))
      fixture.bar.textView.type(" two")
      XCTAssertEqual(fixture.bar.draft.caret, 7)
      fixture.bar.open(a, draft: Draft(text: "one"))
      XCTAssertEqual(fixture.bar.text, "one two")
      XCTAssertEqual(fixture.bar.draft.caret, 7)
      fixture.bar.textView.buffer.undo()
      XCTAssertEqual(fixture.bar.text, "one")
    }
  }

  func testEachConversationHasItsOwnUndoHistory() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      fixture.bar.open(a, draft: Draft())
      fixture.bar.textView.type("in A")
      let draftOfA = fixture.bar.draft
      fixture.bar.open(b, draft: Draft(text: "stored"))
      XCTAssertFalse(fixture.bar.textView.buffer.canUndo)
      fixture.bar.textView.buffer.undo()
      XCTAssertEqual(fixture.bar.text, "stored")
      fixture.bar.open(a, draft: draftOfA)
      fixture.bar.textView.buffer.undo()
      XCTAssertEqual(fixture.bar.text, "")
      fixture.bar.textView.buffer.redo()
      XCTAssertEqual(fixture.bar.text, "in A")
    }
  }

  func testDraftHoldsCaretSelectionAndScroll() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let text = (1...20).map { "line \($0)" }.joined(separator: "\n")
      fixture.bar.open(a, draft: Draft(text: text, caret: 40, selection: 33, scroll: 50))
      // The frame is due before GTK has time for what it leaves for later.
      usleep(20_000)
      fixture.settle()
      XCTAssertEqual(fixture.bar.draft.scroll, 50)
      let draft = fixture.bar.draft
      fixture.bar.open(b, draft: Draft())
      fixture.settle()
      XCTAssertEqual(fixture.bar.draft.scroll, 0)
      fixture.bar.open(a, draft: draft)
      fixture.settle()
      XCTAssertEqual(fixture.bar.draft, draft)
      XCTAssertEqual(fixture.bar.draft.selection, 33)
    }
  }

  func testLoadingNeverOverwritesWhatWasTypedMeanwhile() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      XCTAssertTrue(fixture.bar.load(Draft(text: "stored")))
      XCTAssertEqual(fixture.bar.text, "stored")
      XCTAssertFalse(fixture.bar.textView.buffer.canUndo, "loading is no step of undo")
      fixture.bar.textView.type("!")
      XCTAssertFalse(fixture.bar.load(Draft(text: "older")))
      XCTAssertEqual(fixture.bar.text, "stored!")
    }
  }

  func testStoredDraftOverTheLimitIsShortened() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      fixture.bar.open(a, draft: Draft(text: String(repeating: "x", count: 4_194_304)))
      XCTAssertEqual(fixture.bar.text.utf8.count, Draft.textLimit)
    }
  }

  // MARK: Sending

  func testSentTextIsTrimmedAndTheFieldEmptyBeforeItIsHandedOver() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      var textDuringSend: String?
      fixture.onSend = { _ in textDuringSend = fixture.bar.text }
      fixture.bar.text = " \n hello \n\n"
      fixture.bar.sendAction.activate()
      XCTAssertEqual(fixture.sent, ["hello"])
      XCTAssertEqual(textDuringSend, "")
      XCTAssertTrue(fixture.bar.textView.hasFocus)
      fixture.bar.textView.buffer.undo()
      XCTAssertEqual(fixture.bar.text, " \n hello \n\n", "one undo brings it back")
    }
  }

  func testNothingBlankIsEverSent() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      for text in ["", " ", "\n\n", "\u{200B}\u{FEFF}", "\u{2003}\t", "\u{200F}"] {
        fixture.bar.text = text
        XCTAssertFalse(fixture.bar.isSendEnabled, text.debugDescription)
        XCTAssertFalse(fixture.bar.button.isEffectivelySensitive)
        fixture.bar.sendAction.activate()
      }
      XCTAssertEqual(fixture.sent, [])
      fixture.bar.text = "x"
      XCTAssertTrue(fixture.bar.isSendEnabled)
      XCTAssertTrue(fixture.bar.button.isEffectivelySensitive)
    }
  }

  func testDraftIsNotReportedEmptyBeforeItIsSent() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      var reported: [Draft] = []
      fixture.bar.reply(to: MessageID(rawValue: 3))
      fixture.bar.text = "yes"
      fixture.bar.onChange = { reported.append(fixture.bar.draft) }
      var reportedAtSend: Int?
      fixture.onSend = { _ in reportedAtSend = reported.count }
      fixture.bar.sendAction.activate()
      XCTAssertEqual(reportedAtSend, 0, "whoever sends still knows what is answered")
      XCTAssertEqual(reported.last, Draft(), "and then it is forgotten")
    }
  }

  func testTextComesBackWhenItCouldNotBeStored() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let draft = Draft(text: "hello", replyTo: MessageID(rawValue: 3))
      fixture.bar.restore(draft)
      XCTAssertEqual(fixture.bar.draft, draft)
      fixture.bar.text = "typed meanwhile"
      fixture.bar.restore(draft)
      XCTAssertEqual(fixture.bar.text, "hello\ntyped meanwhile")
      fixture.bar.tell("The disk is full.")
      XCTAssertEqual(fixture.bar.notice.text, "The disk is full.")
    }
  }

  // MARK: Undo

  func testEachPasteIsOneStepOfUndo() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      let buffer = fixture.bar.textView.buffer
      keyboard.press("h", "i", "space")
      fixture.bar.insert(pasted: "foo", into: fixture.bar.composed)
      var texts = [fixture.bar.text]
      for step in [buffer.undo, buffer.undo, buffer.redo, buffer.redo] {
        step()
        texts.append(fixture.bar.text)
      }
      XCTAssertEqual(texts, ["hi foo", "hi ", "", "hi ", "hi foo"])
    }
  }

  func testUndoNeverCrossesASentMessageByHalves() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      fixture.bar.textView.type("first")
      fixture.bar.sendAction.activate()
      fixture.bar.textView.type("second")
      let buffer = fixture.bar.textView.buffer
      buffer.undo()
      XCTAssertEqual(fixture.bar.text, "")
      buffer.undo()
      XCTAssertEqual(fixture.bar.text, "first")
    }
  }

  /// An emoji goes in at the caret, which stands after it then.
  func testInsertedEmojiLeavesTheCaretBehindIt() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.bar.text = "abcdef"
      fixture.bar.placeCaret(3)
      fixture.bar.textView.type("\u{1F600}")
      keyboard.press("x")
      XCTAssertEqual(fixture.bar.text, "abc\u{1F600}xdef")
      XCTAssertEqual(fixture.bar.draft.caret, 5)
      keyboard.press("Left", "Left", "t")
      XCTAssertEqual(fixture.bar.text, "abct\u{1F600}xdef")
    }
  }
}
