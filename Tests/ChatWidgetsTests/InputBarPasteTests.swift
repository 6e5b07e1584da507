// SPDX-License-Identifier: MIT
import ChatCore
import Foundation
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class InputBarPasteTests: XCTestCase {
  func testTrailingBlankLinesGoAndWantedSpacesStay() throws {
    try withGtk {
      for (pasted, expected) in [
        ("one\n\n\n", "one"), ("PR review ", "PR review "), ("a \n \n", "a"),
        ("a\n\nb\n", "a\n\nb"), ("\n", ""), ("\n\nlead", "\n\nlead"), ("", ""),
      ] {
        XCTAssertEqual(PasteRules.trimmed(pasted), expected, pasted.debugDescription)
      }
    }
  }

  func testLineEndsAreNormalised() throws {
    try withGtk {
      XCTAssertEqual(
        PasteRules.normalized("a\r\nb\rc\u{2028}d\u{2029}e\u{85}f"), "a\nb\nc\nd\ne\nf")
      XCTAssertEqual(PasteRules.normalized("A1\tB1\nA2\tB2"), "A1\tB1\nA2\tB2")
      XCTAssertEqual(PasteRules.normalized("a\u{0}b\u{1B}c"), "abc")
    }
  }

  func testLongTextsAreOfferedAsFile() throws {
    try withGtk {
      for (bytes, isInserted) in [
        (1000, true), (65_536, true), (65_537, false), (100_000, false), (4_194_304, false),
      ] {
        let text = String(repeating: "x", count: bytes)
        let verdict = PasteRules.verdict(on: text)
        XCTAssertTrue(verdict == (isInserted ? .insert(text) : .offerAsFile), "\(bytes) bytes")
      }
    }
  }

  /// Each form of content that other programs offer, through the real clipboard.
  func testTextIsPreferredToItsPictureAndFilesToTheirNames() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let picture = try fixture.makePicture()
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: picture)))
      let clipboard = Clipboard(of: fixture.bar.textView)

      clipboard.set([
        ("text/plain;charset=utf-8", Array("A1\tB1\nA2\tB2".utf8)),
        ("text/html", Array("<table></table>".utf8)), ("image/png", bytes),
      ])
      fixture.paste()
      Spin.until { !fixture.bar.text.isEmpty }
      XCTAssertEqual(fixture.bar.text, "A1\tB1\nA2\tB2")
      XCTAssertEqual(fixture.bar.draft.attachments, [])
      fixture.bar.text = ""

      clipboard.set([("image/png", bytes)])
      fixture.paste()
      Spin.until { !fixture.bar.draft.attachments.isEmpty }
      let saved = try XCTUnwrap(fixture.bar.draft.attachments.first)
      XCTAssertEqual(saved.mediaType, "image/png")
      XCTAssertEqual(saved.size, Int64(bytes.count))
      XCTAssertEqual([UInt8](try Data(contentsOf: URL(fileURLWithPath: saved.path))), bytes)
      XCTAssertEqual(fixture.bar.text, "")
      fixture.bar.remove(saved)

      clipboard.set([
        ("text/uri-list", Array("file://\(picture)\r\n".utf8)),
        ("text/plain;charset=utf-8", Array(picture.utf8)),
      ])
      fixture.paste()
      Spin.until { !fixture.bar.draft.attachments.isEmpty }
      XCTAssertEqual(fixture.bar.draft.attachments.map(\.path), [picture])
      XCTAssertEqual(fixture.bar.text, "")
      XCTAssertEqual(fixture.sent, [], "nothing is sent by a paste alone")
    }
  }

  func testPastedLineBreakNeverSends() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      Clipboard(of: fixture.bar.textView).set("one\n\n\n")
      keyboard.press("ctrl+v")
      Spin.until { fixture.bar.text == "one" }
      XCTAssertEqual(fixture.bar.text, "one")
      XCTAssertEqual(fixture.sent, [])
    }
  }

  func testPasteArrivesInTheConversationWhereItWasAsked() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let (a, b) = (ConversationID(rawValue: 1), ConversationID(rawValue: 2))
      fixture.bar.open(a, draft: Draft(text: "in A "))
      var late: [ConversationID: Draft] = [:]
      fixture.bar.onLateChange = { late[$0] = $1 }
      Clipboard(of: fixture.bar.textView).set("pasted")
      fixture.paste()
      fixture.bar.open(b, draft: Draft())
      Spin.until { late[a] != nil }
      XCTAssertEqual(late[a]?.text, "in A pasted")
      XCTAssertEqual(fixture.bar.text, "")
      fixture.bar.open(a, draft: late[a] ?? Draft())
      XCTAssertEqual(fixture.bar.text, "in A pasted")
    }
  }

  func testLongTextBecomesAFileOnRequest() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let text = String(repeating: "0123456789abcde\n", count: 65_536)
      let start = ContinuousClock.now
      fixture.bar.insert(pasted: text, into: fixture.bar.composed)
      XCTAssertLessThan(ContinuousClock.now - start, .milliseconds(500))
      XCTAssertEqual(fixture.bar.text, "")
      XCTAssertTrue(fixture.bar.notice.text.contains("1.0"), fixture.bar.notice.text)
      fixture.bar.notice.act()
      Spin.until { !fixture.bar.draft.attachments.isEmpty }
      let file = try XCTUnwrap(fixture.bar.draft.attachments.first)
      XCTAssertEqual(file.size, 1_048_576)
      XCTAssertEqual(try String(contentsOfFile: file.path, encoding: .utf8), text)
      XCTAssertEqual(fixture.bar.notice.text, "")
    }
  }

  /// A text that fits by itself but not beside what is there.
  func testTheFieldNeverHoldsMoreThanADraftMay() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      for _ in 0..<3 {
        fixture.bar.insert(
          pasted: String(repeating: "x", count: 30_000), into: fixture.bar.composed)
      }
      XCTAssertEqual(fixture.bar.text.utf8.count, 60_000)
      XCTAssertLessThanOrEqual(fixture.bar.draft.bounded.text.utf8.count, Draft.textLimit)
      XCTAssertFalse(fixture.bar.notice.text.isEmpty)
    }
  }

  func testSendingFilesIsExplainedAndLosesNothing() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      XCTAssertFalse(fixture.bar.isSendEnabled)
      fixture.bar.attach(files: [try fixture.makePicture()])
      Spin.until { !fixture.bar.draft.attachments.isEmpty }
      XCTAssertTrue(fixture.bar.isSendEnabled)
      fixture.bar.text = "look"
      fixture.bar.sendAction.activate()
      XCTAssertEqual(fixture.sent, [])
      XCTAssertFalse(fixture.bar.notice.text.isEmpty)
      XCTAssertEqual(fixture.bar.text, "look")
      fixture.bar.notice.act()
      XCTAssertEqual(fixture.sent, ["look"])
      XCTAssertEqual(fixture.bar.draft.attachments.count, 1, "the file stays")
    }
  }

  func testWhatCannotBeAttachedIsSaid() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      for path in ["/nowhere/at all", fixture.folder] {
        fixture.bar.notice.hide()
        fixture.bar.attach(files: [path])
        Spin.until { !fixture.bar.notice.text.isEmpty }
        XCTAssertFalse(fixture.bar.notice.text.isEmpty, path)
        XCTAssertEqual(fixture.bar.draft.attachments, [])
      }
    }
  }
}

extension InputBarFixture {
  /// The path of a small PNG file.
  func makePicture() throws -> String {
    let base64 =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    let path = folder + "/dot.png"
    try Data(base64Encoded: base64)?.write(to: URL(fileURLWithPath: path))
    return path
  }

  func paste() { bar.textView.pasteClipboard() }
}
