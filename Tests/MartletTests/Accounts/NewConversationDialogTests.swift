// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatXMPP
@testable import Martlet

final class NewConversationDialogTests: XCTestCase {
  /// 113-P03: five thousand contacts, of whom three thousand come online while one is looked for.
  func testPresencesChangeWordsInViewAndSortNothing() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      let contacts = (0..<5_000).map {
        Contact(address: "p\($0)@example.org", name: "Person \($0)")
      }
      var isThere = false
      Task { [store = fixture.store] in
        try? await store.replaceContacts(contacts, of: connection.id)
        isThere = true
      }
      Spin.until { isThere }
      let dialog = NewConversationDialog(fixture.accounts, fixture.store, over: nil)
      dialog.present()
      defer { dialog.window.destroy() }
      XCTAssertTrue(Spin.until { dialog.list.people.count == 5_000 })
      XCTAssertEqual(
        dialog.list.people.prefix(3).map(\.name), ["Person 0", "Person 1", "Person 10"])
      let loads = dialog.loads

      let stanza = Presence.stanza(.away, capabilities: nil)
      guard case .presence(let away)? = Presence.kind(of: stanza) else {
        return XCTFail("no presence: \(stanza)")
      }
      for number in 0..<3_000 {
        let address = try JID("p\(number)@example.org")
        service.say(.presence(address, away))
        if number == 1_500 { dialog.entry.text = "Person 4999" }
      }
      XCTAssertTrue(Spin.until(limit: .seconds(60)) { connection.presences.count == 3_000 })
      XCTAssertTrue(Spin.until { dialog.list.selected?.name == "Person 4999" })
      dialog.entry.text = ""
      Spin.frames(2, of: dialog.window)
      XCTAssertEqual(dialog.loads, loads, "nothing was read or sorted again")
      let first = try XCTUnwrap(dialog.list.people.first)
      XCTAssertEqual(dialog.list.note(first), "away · p0@example.org")
      XCTAssertEqual(dialog.list.people.count, 5_000)
    }
  }
}
