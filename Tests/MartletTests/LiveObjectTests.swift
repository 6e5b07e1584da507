// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets
@testable import Martlet

/// 112-P02: what lives on the screen, counted exactly, does not grow with what was said.
final class LiveObjectTests: XCTestCase {
  private static let isLong = ProcessInfo.processInfo.environment["MARTLET_FULL"] != nil

  /// As many rows are in view as fit, so one more or less: this is more than a row has.
  private static let oneRow = 20

  @MainActor private final class Fixture {
    let session: Session
    let chat: ChatView
    let window = Window()
    let account: AccountID

    init() throws {
      session = try Session.demo()
      chat = ChatView(
        session, tint: Appearance.fallbackAccent, preferences: AppPreferences(schema: nil))
      var account: AccountID?
      Task { [store = session.store] in account = try? await store.addAccount("me@example.org") }
      Spin.until { account != nil }
      self.account = try XCTUnwrap(account)
      window.defaultSize = (700, 600)
      window.child = chat.widget
    }

    func conversation(with name: String) throws -> ConversationID {
      var id: ConversationID?
      Task { [store = session.store, account] in
        id = try? await store.openConversation(
          .direct, with: "\(name)@example.org", title: name, of: account)
      }
      Spin.until { id != nil }
      return try XCTUnwrap(id)
    }

    func receive(_ count: Int, in id: ConversationID) {
      var isThere = false
      Task { [store = session.store] in
        let messages = (0..<count).map { number in
          IncomingMessage(
            sender: .other(address: "p\(number % 40)@example.org", name: "Person \(number % 40)"),
            body: "Message \(number)", time: .now)
        }
        _ = try? await store.receive(messages, in: id, at: .end)
        isThere = true
      }
      Spin.until { isThere }
    }

    /// What lives once everything is at rest.
    func alive() -> [Int] {
      Spin.frames(3, of: window)
      Spin.pending()
      let now = LiveObjects.snapshot
      return [now.handles, now.states, now.closures]
    }
  }

  func testMessagesLeaveNothingBehind() throws {
    try withGtk {
      let fixture = try Fixture()
      defer { fixture.window.destroy() }
      let room = try fixture.conversation(with: "room")
      try fixture.chat.open(room)
      fixture.window.present()
      // Until the list has all the widgets that it ever has.
      for _ in 0..<4 {
        fixture.receive(250, in: room)
        Spin.frames(2, of: fixture.window)
      }
      let before = fixture.alive()
      for _ in 0..<(Self.isLong ? 800 : 16) {
        fixture.receive(250, in: room)
        Spin.frames(1, of: fixture.window)
      }
      XCTAssertEqual(fixture.chat.list.view.state.slice.total, Self.isLong ? 201_000 : 5_000)
      for (now, then) in zip(fixture.alive(), before) {
        XCTAssertLessThanOrEqual(now, then + Self.oneRow)
      }
    }
  }

  func testTwoHundredConversationsOpenedAndLeftLeaveNothingBehind() throws {
    try withGtk {
      let fixture = try Fixture()
      defer { fixture.window.destroy() }
      let ids = try (0..<200).map { number in
        let id = try fixture.conversation(with: "p\(number)")
        fixture.receive(3, in: id)
        return id
      }
      fixture.window.present()
      // The field keeps the undo history of the latest few.
      for id in ids.prefix(20) {
        try fixture.chat.open(id)
        Spin.frames(1, of: fixture.window)
      }
      let before = fixture.alive()
      for id in ids {
        try fixture.chat.open(id)
        Spin.frames(1, of: fixture.window)
      }
      for (now, then) in zip(fixture.alive(), before) {
        XCTAssertLessThanOrEqual(now, then + Self.oneRow)
      }
    }
  }
}
