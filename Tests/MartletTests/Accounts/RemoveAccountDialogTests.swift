// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import Martlet

final class RemoveAccountDialogTests: XCTestCase {
  func testItSaysHowMuchStaysOrGoes() throws {
    try withGtk {
      let dialog = RemoveAccountDialog(
        "alice@example.org", AccountUse(conversations: 3, messages: 120), over: nil)
      var kept: [Bool] = []
      dialog.onRemove = { kept.append($0) }
      XCTAssertTrue(dialog.history.keep.isOn, "nothing is lost unless somebody says so")
      XCTAssertEqual(
        dialog.history.amount.text, "3 conversations and 120 messages stay on this device.")
      dialog.history.keep.isOn = false
      XCTAssertEqual(
        dialog.history.amount.text,
        "3 conversations and 120 messages are deleted from this device for good.")
      try XCTUnwrap(dialog.removeButton).click()
      XCTAssertEqual(kept, [false])
    }
  }

  func testOneOfEachIsNotMany() throws {
    try withGtk {
      let dialog = RemoveAccountDialog(
        "alice@example.org", AccountUse(conversations: 1, messages: 1), over: nil)
      XCTAssertEqual(
        dialog.history.amount.text, "1 conversation and 1 message stay on this device.")
      dialog.dialog.window.destroy()
    }
  }

  func testWithNothingToKeepNothingIsAsked() throws {
    try withGtk {
      let dialog = RemoveAccountDialog(
        "alice@example.org", AccountUse(conversations: 0, messages: 0), over: nil)
      XCTAssertFalse(dialog.history.keep.isVisible)
      XCTAssertFalse(dialog.history.keep.isOn)
      XCTAssertEqual(dialog.history.amount.text, "It has no conversations on this device.")
      dialog.dialog.window.destroy()
    }
  }
}
