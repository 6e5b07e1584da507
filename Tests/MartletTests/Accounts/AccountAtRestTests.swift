// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import GtkTestSupport
import XCTest

@testable import ChatXMPP
@testable import Martlet

/// Accounts that are not at work: what brings them back, and what is done meanwhile.
final class AccountAtRestTests: XCTestCase {
  /// A server that was moved offers less than before: nothing is sent by itself, and there is a way
  /// out, which lasts.
  func testALesserSignInIsTakenOnlyByTheUsersWord() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      service.say(.mechanismFloor(.scramSHA256Plus))
      @MainActor func kept() -> SASLMechanism? {
        (try? AccountSettings(of: connection.id, reader: fixture.store.makeReader()))?
          .mechanismFloor
      }
      XCTAssertTrue(Spin.until { kept() == .scramSHA256Plus })
      let failure = AuthenticationFailure.noMechanism(
        offered: ["PLAIN", "SCRAM-SHA-1", "SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"],
        isDowngrade: true)
      service.say(.state(.offline(.authentication(failure), retry: nil)))
      XCTAssertTrue(
        Spin.until { connection.condition == .needsUser(.authentication(failure)) })
      let text = AccountText(connection.condition)
      XCTAssertEqual(text.remedy, .acceptLesser(.scramSHA256))
      XCTAssertFalse(service.calls.contains("connect"), "nobody has said yes")
      connection.accept(lesser: .scramSHA256)
      XCTAssertTrue(Spin.until { service.calls.contains("connect") })
      XCTAssertEqual(service.configuration?.mechanismFloor, .scramSHA256)
      XCTAssertTrue(Spin.until { kept() == .scramSHA256 })

      // The password itself is never the way out; removing the account and adding it again is.
      let bare = AuthenticationFailure.noMechanism(offered: ["PLAIN"], isDowngrade: true)
      XCTAssertNil(bare.lesserMechanism)
      XCTAssertEqual(
        AccountText(.needsUser(.authentication(bare))).remedy, .tryNow)
      var isDone = false
      Task {
        try await fixture.accounts.remove(connection, keepingHistory: true)
        isDone = true
      }
      XCTAssertTrue(Spin.until { isDone && kept() == nil })
      let again = try fixture.add()
      XCTAssertEqual(again.id, connection.id)
      XCTAssertNil(try fixture.service(2).configuration?.mechanismFloor)
    }
  }

  /// What is said about messages while the account is off is kept for the service to come.
  func testChangesWithoutAServiceAreKept() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      _ = try fixture.service()
      let (store, account) = (fixture.store, connection.id)
      var isDone = false
      Task {
        let chat = try await store.openConversation(
          .direct, with: "bob@example.org", title: "Bob", of: account)
        let mine = try await store.append(OutgoingMessage(body: "hi"), to: chat)
        let gone = try await store.append(OutgoingMessage(body: "oh"), to: chat)
        try await fixture.accounts.setEnabled(false, connection)
        try await connection.sendCorrection(of: mine)
        try await connection.react(with: ["\u{1F44D}"], to: mine)
        try await connection.retract(gone)
        isDone = true
      }
      XCTAssertTrue(Spin.until { isDone })
      let reader = try store.makeReader()
      XCTAssertEqual(try ChangeQueue.kept(by: reader, of: account).count, 3)
      let chat = try XCTUnwrap(try reader.conversation(with: "bob@example.org", of: account))
      let messages = try reader.latest(10, in: chat)
      XCTAssertEqual(messages.map(\.isRetracted), [false, true])
      XCTAssertEqual(messages.first?.reactions.map(\.emoji), ["\u{1F44D}"])
    }
  }
}
