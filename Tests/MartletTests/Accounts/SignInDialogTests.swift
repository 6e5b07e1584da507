// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatXMPP
@testable import Martlet

final class SignInDialogTests: XCTestCase {
  @MainActor private final class Fixture {
    let accounts: AccountsFixture
    let dialog: SignInDialog
    var done: [AccountConnection] = []
    var isOpen = true

    init() throws {
      accounts = try AccountsFixture()
      dialog = SignInDialog(accounts.accounts, .add, over: nil)
      dialog.onDone = { [weak self] in self?.done.append($0) }
      dialog.window.onCloseRequest { [weak self] in
        self?.isOpen = false
        return false
      }
      dialog.present()
    }

    func fill(_ address: String, _ password: String) {
      dialog.address.text = address
      dialog.password.text = password
      dialog.goButton.click()
    }
  }

  func testItAsksForNothingButAddressAndPassword() throws {
    try withGtk {
      let fixture = try Fixture()
      XCTAssertFalse(fixture.dialog.goButton.isSensitive, "nothing to go on with yet")
      fixture.fill("Alice@Example.org", "secret")
      let service = try fixture.accounts.service()
      XCTAssertEqual(service.configuration?.address.description, "alice@example.org")
      XCTAssertFalse(fixture.dialog.goButton.isSensitive, "it is at work")
      service.say(.state(.online))
      XCTAssertTrue(Spin.until { !fixture.isOpen }, "it closes when the account is online")
      XCTAssertEqual(fixture.done.map(\.address.description), ["alice@example.org"])
    }
  }

  func testAnAddressThatIsNoneIsNotTried() throws {
    try withGtk {
      let fixture = try Fixture()
      fixture.fill("alice", "secret")
      XCTAssertTrue(fixture.dialog.message.text.contains("@"), fixture.dialog.message.text)
      XCTAssertTrue(fixture.dialog.address.hasStyle("error"))
      XCTAssertTrue(fixture.accounts.made.isEmpty)
      fixture.dialog.window.close()
    }
  }

  func testAWrongPasswordAsksAgainAndLeavesNothingWhenGivenUp() throws {
    try withGtk {
      let fixture = try Fixture()
      fixture.fill("alice@example.org", "wrong")
      let first = try fixture.accounts.service()
      first.say(.state(.offline(.authentication(.wrongPassword), retry: nil)))
      XCTAssertTrue(Spin.until { fixture.dialog.goButton.isSensitive })
      XCTAssertTrue(fixture.dialog.message.hasStyle("error"))
      fixture.dialog.password.text = "right"
      fixture.dialog.goButton.click()
      let second = try fixture.accounts.service(2)
      XCTAssertEqual(second.configuration?.password, "right")
      XCTAssertEqual(first.calls.last, "stop")
      fixture.dialog.window.close()
      XCTAssertTrue(Spin.until { fixture.accounts.accounts.all.isEmpty })
      XCTAssertEqual(try fixture.accounts.store.makeReader().accounts().map(\.id), [.local])
    }
  }

  func testACertificateIsAskedAboutWithAllItTakesToJudge() throws {
    try withGtk {
      let fixture = try Fixture()
      fixture.fill("alice@example.org", "secret")
      let service = try fixture.accounts.service()
      let question = AccountsFixture.question(replaces: true)
      service.say(.state(.offline(.certificate(question), retry: nil)))
      XCTAssertTrue(
        Spin.until { fixture.dialog.goButton.label == "Trust This Server" })
      let reasons = CertificatePage.reasons(question)
      XCTAssertEqual(reasons.count, 2)
      XCTAssertTrue(reasons[1].contains("example.org"))
      XCTAssertTrue(
        CertificatePage.grouped(question.certificate.fingerprint).hasPrefix("ABAB ABAB "))
      fixture.dialog.goButton.click()
      XCTAssertTrue(Spin.until { service.configuration?.pin == question.pin })
      service.say(.state(.online))
      XCTAssertTrue(Spin.until { !fixture.isOpen })
    }
  }

  func testAnAccountThatIsHereIsNotAddedTwice() throws {
    try withGtk {
      let fixture = try Fixture()
      _ = try fixture.accounts.add()
      _ = try fixture.accounts.service()
      fixture.fill("alice@example.org", "secret")
      XCTAssertTrue(Spin.until { fixture.dialog.message.hasStyle("error") })
      fixture.dialog.window.close()
      Spin.pending()
      XCTAssertEqual(fixture.accounts.accounts.all.count, 1, "and the one here stays")
    }
  }

  func testOpenedAndClosedItLeavesNothing() throws {
    try withGtk {
      let store = try Store.inMemory()
      try assertLeavesNothing(times: 10, [.closures]) {
        let fixture = try AccountsFixture(store: store)
        let dialog = SignInDialog(fixture.accounts, .add, over: nil)
        dialog.present()
        Spin.pending()
        dialog.window.close()
        Spin.pending()
      }
    }
  }
}
