// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import GtkTestSupport
import XCTest

@testable import Martlet

final class DeleteAccountDialogTests: XCTestCase {
  func testNothingGoesBeforeTheAddressIsTyped() throws {
    try withGtk {
      let (_, connection, service) = try BlockDialogTests.online()
      let dialog = Self.dialog(connection)
      let button = try XCTUnwrap(dialog.deleteButton)
      for text in ["", "alice", "bob@example.org", "alice@example.org.invalid"] {
        dialog.address.text = text
        XCTAssertFalse(button.isSensitive, text)
        button.click()
      }
      dialog.address.text = " Alice@example.org"
      XCTAssertTrue(button.isSensitive, "whatever the case of the letters")
      var keeps: [Bool] = []
      dialog.onDeleted = { keeps.append($0) }
      dialog.history.keep.isOn = false
      button.click()
      XCTAssertFalse(button.isSensitive, "once is enough")
      XCTAssertTrue(Spin.until { !keeps.isEmpty })
      XCTAssertEqual(keeps, [false])
      XCTAssertEqual(service.calls.filter { $0 == "delete" }, ["delete"])
    }
  }

  func testARefusalLeavesTheAccountAndSaysWhatToDo() throws {
    try withGtk {
      let (fixture, connection, service) = try BlockDialogTests.online()
      let dialog = Self.dialog(connection)
      dialog.onDeleted = { _ in XCTFail("it is not gone") }
      dialog.address.text = "alice@example.org"
      service.refuseNext(.refused(condition: "not-allowed", text: ""))
      try XCTUnwrap(dialog.deleteButton).click()
      XCTAssertTrue(Spin.until { dialog.message.text.hasPrefix("This server does not let") })
      XCTAssertEqual(dialog.deleteButton?.isSensitive, true)
      XCTAssertEqual(fixture.accounts.present.count, 1)
      XCTAssertFalse(service.calls.contains("delete"))
      dialog.dialog.window.destroy()
    }
  }

  func testEachRefusalHasASentence() {
    MainActor.assumeIsolated {
      let failures: [RequestFailure] = [
        .disconnected, .noAnswer, .unsupported, .unusableAnswer,
        .refused(condition: "not-allowed", text: ""),
        .refused(condition: "internal-server-error", text: "Out of ink."),
      ]
      for failure in failures {
        XCTAssertFalse(DeleteAccountDialog.sentence(for: failure).isEmpty)
      }
    }
  }

  @MainActor private static func dialog(_ connection: AccountConnection) -> DeleteAccountDialog {
    DeleteAccountDialog(connection, AccountUse(conversations: 2, messages: 30), over: nil)
  }
}
