// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk
import GtkTestSupport
import XCTest

@testable import Martlet

final class BlockDialogTests: XCTestCase {
  private static let mallory = "mallory@example.org"

  func testAReportSaysWhyAndNamesTheirLatestMessages() throws {
    try withGtk {
      let (fixture, connection, service) = try Self.online()
      service.takeReports()
      try Self.spin {
        let chat = try await fixture.store.openConversation(
          .direct, with: Self.mallory, title: "mallory", of: connection.id)
        for (number, sender) in [Sender.me, Self.sender, Self.sender].enumerated() {
          let message = IncomingMessage(
            sender: sender, body: "\(number)", time: .now, archiveID: "a\(number)")
          try await fixture.store.receive(message, in: chat)
        }
      }
      let dialog = try Self.dialog(connection)
      XCTAssertTrue(Spin.until { dialog.report.isVisible })
      XCTAssertTrue(dialog.choices[0].button.isOn, "nobody is told unless one says so")
      dialog.choices[1].button.isOn = true
      XCTAssertFalse(dialog.choices[0].button.isOn)
      dialog.words.text = "Pills"
      try XCTUnwrap(dialog.blockButton).click()
      XCTAssertTrue(Spin.until { !service.reports.isEmpty })
      XCTAssertEqual(
        service.reports, [BlockReport(.spam, text: "Pills", messages: ["a1", "a2"])])
      XCTAssertTrue(service.calls.contains("block \(Self.mallory)"))
    }
  }

  func testWhereNoReportsAreTakenNoneIsOffered() throws {
    try withGtk {
      let (_, connection, service) = try Self.online()
      let dialog = try Self.dialog(connection)
      var isBlocked = false
      dialog.onBlocked = { isBlocked = true }
      try XCTUnwrap(dialog.blockButton).click()
      XCTAssertTrue(Spin.until { isBlocked })
      XCTAssertFalse(dialog.report.isVisible)
      XCTAssertEqual(service.reports, [nil])
    }
  }

  func testWhoAsksIsRefusedFirst() throws {
    try withGtk {
      let (_, connection, service) = try Self.online()
      let dialog = BlockDialog(
        try JID(Self.mallory), name: "Mallory", connection, refusesRequest: true, over: nil)
      try XCTUnwrap(dialog.blockButton).click()
      XCTAssertTrue(Spin.until { service.calls.contains("block \(Self.mallory)") })
      XCTAssertEqual(
        service.calls.suffix(2), ["refuse \(Self.mallory)", "block \(Self.mallory)"])
    }
  }

  func testARefusalIsSaidAndCanBeTriedAgain() throws {
    try withGtk {
      let (_, connection, service) = try Self.online()
      let dialog = try Self.dialog(connection)
      service.refuseNext(.unsupported)
      let button = try XCTUnwrap(dialog.blockButton)
      button.click()
      XCTAssertTrue(Spin.until { dialog.message.isVisible })
      XCTAssertEqual(dialog.message.text, "The server cannot do that.")
      XCTAssertTrue(button.isSensitive)
      button.click()
      XCTAssertTrue(Spin.until { service.reports.count == 1 })
    }
  }

  // MARK: Support

  private static let sender = Sender.other(address: mallory, name: "mallory")

  @MainActor private static func dialog(_ connection: AccountConnection) throws -> BlockDialog {
    BlockDialog(try JID(mallory), name: "mallory", connection, over: nil)
  }

  @MainActor static func online() throws -> (AccountsFixture, AccountConnection, ScriptedService) {
    let fixture = try AccountsFixture()
    let connection = try fixture.add()
    let service = try fixture.service()
    service.say(.state(.online))
    XCTAssertTrue(Spin.until { connection.condition == .online })
    return (fixture, connection, service)
  }

  /// Does something on the store, and waits until it is done.
  @MainActor static func spin(_ body: @escaping @MainActor () async throws -> Void) throws {
    var result: Result<Void, any Error>?
    Task {
      do {
        try await body()
        result = .success(())
      } catch {
        result = .failure(error)
      }
    }
    XCTAssertTrue(Spin.until { result != nil })
    try result?.get()
  }
}
