// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatXMPP
@testable import Martlet

final class StatusTests: XCTestCase {
  func testAStatusIsSetOnEachAccountAndKept() throws {
    try withGtk {
      let (fixture, _, service) = try BlockDialogTests.online()
      XCTAssertTrue(service.calls.contains("presence available "), "before it goes online")
      let dialog = StatusDialog(fixture.accounts, over: nil)
      XCTAssertEqual(dialog.choices.filter(\.button.isOn).map(\.availability), [.available])
      let dnd = try XCTUnwrap(dialog.choices.first { $0.availability == .doNotDisturb })
      dnd.button.isOn = true
      dialog.text.text = " Counting\tbirds "
      try XCTUnwrap(dialog.setButton).click()
      XCTAssertTrue(Spin.until { service.calls.last == "presence dnd Counting birds" })
      XCTAssertEqual(fixture.accounts.status, OwnStatus(.doNotDisturb, text: "Counting birds"))
      XCTAssertEqual(
        PresenceText.line(fixture.accounts.status), "Do not disturb · Counting birds")

      // Another run.
      let later = try AccountsFixture(store: fixture.store)
      XCTAssertEqual(later.accounts.status, fixture.accounts.status)
      let again = StatusDialog(later.accounts, over: nil)
      XCTAssertEqual(again.text.text, "Counting birds")
      XCTAssertEqual(again.choices.filter(\.button.isOn).map(\.availability), [.doNotDisturb])
      let bob = try later.add("bob@example.org")
      XCTAssertTrue(
        try later.service().calls.contains("presence dnd Counting birds"),
        "also of a new account: \(bob.address)")
      again.dialog.window.destroy()
    }
  }

  func testAsUsualIsNothingToSay() {
    MainActor.assumeIsolated {
      XCTAssertEqual(PresenceText.line(OwnStatus()), "")
      XCTAssertEqual(PresenceText.line(OwnStatus(text: "Tea\u{202e}")), "Tea")
      XCTAssertEqual(PresenceText.line(OwnStatus(.away)), "Away")
      let words = OwnStatus.choices.map(PresenceText.choice)
      XCTAssertEqual(Set(words).count, words.count)
    }
  }
}

final class OwnNameTests: XCTestCase {
  func testANameIsPublishedOnceAndARefusalIsSaid() throws {
    try withGtk {
      let (_, connection, service) = try BlockDialogTests.online()
      service.say(.nickname(connection.address, "Al"))
      XCTAssertTrue(Spin.until { connection.nickname == "Al" })
      let dialog = OwnNameDialog(connection, over: nil)
      let save = try XCTUnwrap(dialog.saveButton)
      XCTAssertEqual(dialog.name.text, "Al")
      XCTAssertFalse(save.isSensitive, "nothing was changed")
      dialog.name.text = " Alice "
      service.refuseNext(.noAnswer)
      save.click()
      XCTAssertTrue(Spin.until { dialog.message.isVisible })
      XCTAssertEqual(connection.nickname, "Al")
      save.click()
      XCTAssertTrue(Spin.until { connection.nickname == "Alice" })
      XCTAssertEqual(service.calls.last, "nickname Alice")
    }
  }
}

final class GroupsTests: XCTestCase {
  func testGroupsAreMarkedMadeAndLeft() throws {
    try withGtk {
      let groups = GroupsBox()
      var said: [[String]] = []
      groups.onChange = { said.append($0) }
      groups.show(all: ["Work", "family", "Old"], chosen: ["Work"])
      XCTAssertEqual(groups.marks.map(\.isOn), [false, false, true], "family, Old, Work")
      XCTAssertFalse(groups.addButton.isSensitive)
      groups.newName.text = "  "
      XCTAssertFalse(groups.addButton.isSensitive)
      groups.newName.text = " Climbing\n"
      groups.addButton.click()
      groups.newName.text = "FAMILY"
      groups.addButton.click()
      groups.marks.last?.isOn = false
      XCTAssertEqual(
        said, [["Climbing", "Work"], ["Climbing", "family", "Work"], ["Climbing", "family"]])
      // The same news again changes nothing: the user is ahead of the server.
      groups.show(all: ["Work", "family", "Old"], chosen: ["Work"])
      XCTAssertEqual(groups.marks.count, 4)
      groups.reset()
      XCTAssertEqual(groups.marks.map(\.isOn), [false, false, true])
    }
  }

  func testAContactIsPutIntoGroupsAndComesBackWhenTheServerRefuses() throws {
    try withGtk {
      let (fixture, connection, service) = try BlockDialogTests.online()
      let bob = Contact(
        address: "bob@example.org", name: "Bob", subscription: .both, isAsking: false,
        groups: ["Work"])
      var chat: ConversationSummary?
      try BlockDialogTests.spin {
        try await fixture.store.replaceContacts([bob], of: connection.id)
        let id = try await fixture.store.openConversation(
          .direct, with: bob.address, title: "Bob", of: connection.id)
        chat = try await fixture.store.read { reader throws(StoreError) in
          try reader.summary(of: id)
        }
      }
      let dialog = try XCTUnwrap(
        ContactDialog(fixture.accounts, fixture.store, XCTUnwrap(chat), over: nil))
      XCTAssertTrue(Spin.until { dialog.groups.marks.count == 1 })
      service.say(.nickname(try JID(bob.address), "Bobby"))
      XCTAssertTrue(Spin.until { dialog.ownName.isVisible })
      XCTAssertEqual(dialog.ownName.text, "They call themselves “Bobby”")
      dialog.groups.newName.text = "Climbing"
      dialog.groups.addButton.click()
      XCTAssertTrue(
        Spin.until { service.calls.contains("name bob@example.org Bob Climbing,Work") })
      service.refuseNext(.disconnected)
      dialog.groups.marks.last?.isOn = false
      XCTAssertTrue(Spin.until { dialog.message.isVisible })
      XCTAssertEqual(dialog.groups.marks.map(\.isOn), [true], "as the server has it")
      dialog.dialog.window.destroy()
    }
  }
}
