// SPDX-License-Identifier: GPL-3.0-or-later
import ChatXMPP
import Gtk
import GtkTestSupport
import XCTest

@testable import Martlet

final class PasswordDialogTests: XCTestCase {
  private static let address = "alice@example.org"

  func testTheNewPasswordIsChangedAtTheServerAndKept() throws {
    try withGtk {
      let (fixture, connection, service) = try Self.online()
      let dialog = PasswordDialog(connection, over: nil)
      XCTAssertFalse(dialog.goButton.isSensitive)
      dialog.password.text = "new one"
      dialog.again.text = "new one"
      dialog.goButton.click()
      XCTAssertTrue(Spin.until { fixture.passwords.kept[Self.address] == "new one" })
      XCTAssertEqual(service.calls.last, "password new one")
      XCTAssertTrue(Spin.until { dialog.message.text == "The password is changed." })
      XCTAssertFalse(dialog.goButton.isSensitive, "it is done")
      dialog.dialog.window.destroy()
    }
  }

  func testTwoThatDifferAndOneThatIsRefusedChangeNothing() throws {
    try withGtk {
      let (fixture, connection, service) = try Self.online()
      let dialog = PasswordDialog(connection, over: nil)
      dialog.password.text = "weak"
      dialog.again.text = "week"
      dialog.goButton.click()
      XCTAssertTrue(dialog.message.isVisible)
      XCTAssertFalse(service.calls.contains { $0.hasPrefix("password") })
      dialog.again.text = "weak"
      XCTAssertFalse(dialog.message.isVisible, "what was said is over")
      dialog.goButton.click()
      XCTAssertTrue(
        Spin.until { dialog.message.text == "The server finds this password too weak." })
      XCTAssertTrue(dialog.goButton.isSensitive, "another one can be tried")
      XCTAssertEqual(fixture.passwords.kept[Self.address], "secret")
      dialog.dialog.window.destroy()
    }
  }

  /// An account that is online, with its password kept.
  @MainActor private static func online() throws -> (
    AccountsFixture, AccountConnection, ScriptedService
  ) {
    let fixture = try AccountsFixture()
    let connection = try fixture.add()
    let service = try fixture.service()
    service.say(.state(.online))
    XCTAssertTrue(Spin.until { fixture.passwords.kept[address] == "secret" })
    return (fixture, connection, service)
  }
}

final class BlockedDialogTests: XCTestCase {
  func testWhoIsTypedIsBlockedAndWhatIsNoAddressIsSaid() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      service.say(.state(.online))
      Spin.until { connection.condition == .online }
      let dialog = BlockedDialog(connection, over: nil)
      XCTAssertFalse(dialog.blockButton.isSensitive, "there is nobody to block yet")
      dialog.address.text = "no address"
      XCTAssertFalse(dialog.blockButton.isSensitive)
      dialog.address.pressEnter()
      XCTAssertTrue(dialog.message.isVisible)
      dialog.address.text = "Mallory@example.org "
      XCTAssertFalse(dialog.message.isVisible)
      XCTAssertTrue(dialog.blockButton.isSensitive)
      dialog.blockButton.click()
      XCTAssertTrue(Spin.until { service.calls.contains("block mallory@example.org") })
      XCTAssertTrue(Spin.until { dialog.unblockButtons.count == 1 }, "a row")
      XCTAssertFalse(dialog.blockButton.isSensitive, "the field is empty again")
      try XCTUnwrap(dialog.unblockButtons.first).click()
      XCTAssertTrue(Spin.until { service.calls.contains("unblock mallory@example.org") })
      dialog.dialog.window.destroy()
    }
  }
}
