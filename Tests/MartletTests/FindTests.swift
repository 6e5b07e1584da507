// SPDX-License-Identifier: GPL-3.0-or-later
@testable import ChatCore
import Foundation
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets
@testable import Martlet

/// Finding in a conversation, and searching all of them, in a real window.
final class FindTests: XCTestCase {
  func testTheBarCountsWalksAndMarks() throws {
    try withChat(messages: 300) { chat, window in
      let find = chat.finding
      let before = chat.list.anchor
      chat.find()
      XCTAssertTrue(find.bar.isShown)
      Spin.frames(2, of: window)
      find.bar.query = "wren"
      XCTAssertTrue(Spin.until { find.bar.status == .hit(1, of: 3) }, "\(find.bar.status)")
      XCTAssertEqual(find.bar.count.text, "1 of 3")
      XCTAssertTrue(Spin.until { Self.isShown("wren 200", chat) }, "the newest hit is gone to")
      let bubble = try XCTUnwrap(Self.bubble("wren 200", chat))
      XCTAssertEqual(bubble.findHits(), [0..<4])
      find.bar.older.click()
      XCTAssertEqual(find.bar.status, .hit(2, of: 3))
      XCTAssertTrue(Spin.until { Self.isShown("wren 100", chat) })
      find.bar.newer.click()
      find.bar.newer.click()
      XCTAssertEqual(find.bar.status, .hit(3, of: 3), "round to the oldest")
      XCTAssertTrue(Spin.until { Self.isShown("wren 0", chat) })
      find.bar.onLeave()
      XCTAssertFalse(find.bar.isShown)
      XCTAssertNil(chat.list.finder)
      Spin.frames(3, of: window)
      XCTAssertEqual(chat.list.anchor, before, "Escape goes back to where finding began")
      XCTAssertTrue(chat.bar.textView.hasFocus)
    }
  }

  func testNoHitsAreToldAndNothingMoves() throws {
    try withChat(messages: 60) { chat, window in
      chat.find()
      Spin.frames(2, of: window)
      let before = chat.list.anchor
      for text in ["zzz", "\"", "NEAR(a", "%", "from:nobody"] where text != "%" {
        chat.finding.bar.query = text
        let wanted: FindBar.Status = text == "\"" ? .nothingAsked : .nothingFound
        XCTAssertTrue(Spin.until { chat.finding.bar.status == wanted }, text)
      }
      XCTAssertEqual(chat.finding.bar.count.text, "No hits")
      XCTAssertFalse(chat.finding.bar.older.isSensitive)
      XCTAssertEqual(chat.list.anchor, before)
      chat.finding.close(returns: false)
      XCTAssertFalse(chat.finding.bar.isShown)
    }
  }

  func testNewsChangeTheCountAndNotThePlace() throws {
    try withChat(messages: 300) { chat, _ in
      chat.find()
      chat.finding.bar.query = "wren"
      XCTAssertTrue(Spin.until { chat.finding.bar.status == .hit(1, of: 3) })
      chat.finding.step(older: true)
      XCTAssertEqual(chat.finding.bar.status, .hit(2, of: 3))
      let id = try XCTUnwrap(chat.conversation?.id)
      Task { try? await chat.session.store.append(OutgoingMessage(body: "a new wren"), to: id) }
      XCTAssertTrue(Spin.until { chat.finding.bar.status == .hit(3, of: 4) })
    }
  }

  func testHitsBeyondOnePageAreWalkedTo() throws {
    try withChat(messages: 300) { chat, _ in
      chat.find()
      chat.finding.bar.query = "message"
      XCTAssertTrue(Spin.until { chat.finding.bar.status == .hit(1, of: 297) })
      for _ in 1...150 {
        let number = chat.finding.bar.status
        chat.finding.step(older: true)
        XCTAssertTrue(Spin.until { chat.finding.bar.status != number })
      }
      XCTAssertEqual(chat.finding.bar.status, .hit(151, of: 297))
    }
  }

  /// Keys as people press them, with what is typed going to the bar and not to the message.
  func testByKeyboard() throws {
    try withChat(messages: 300) { chat, window in
      let keyboard = try Keyboard(window)
      chat.find()
      Spin.frames(2, of: window)
      keyboard.type("wren")
      XCTAssertTrue(Spin.until { chat.finding.bar.status == .hit(1, of: 3) })
      keyboard.press("Return")
      XCTAssertEqual(chat.finding.bar.status, .hit(2, of: 3))
      keyboard.press("shift+Return")
      XCTAssertEqual(chat.finding.bar.status, .hit(1, of: 3))
      keyboard.press("Escape")
      XCTAssertFalse(chat.finding.bar.isShown)
      XCTAssertEqual(chat.bar.text, "")
      keyboard.type("ok")
      XCTAssertEqual(chat.bar.text, "ok")
    }
  }

  func testAllConversationsAreSearched() throws {
    try withChat(messages: 120) { chat, window in
      let page = SearchPage(chat.session.store)
      defer { page.onOpen = { _, _ in } }
      window.child = page.widget
      Spin.frames(2, of: window)
      var opened: [String] = []
      page.onOpen = { message, _ in opened.append(message.body) }
      page.entry.text = "wren"
      XCTAssertTrue(Spin.until { page.list.results.count == 2 })
      XCTAssertEqual(page.count.text, "2 messages")
      let content = page.list.content(of: page.list.results[0])
      XCTAssertEqual(content.title, "Notes to Self")
      XCTAssertEqual(content.snippet.text, "wren 100")
      XCTAssertEqual(content.snippet.hits, [0..<4])
      page.list.move(by: 1)
      page.list.openSelected()
      XCTAssertEqual(opened, ["wren 0"])
      page.entry.text = "nowhere"
      XCTAssertTrue(Spin.until { page.list.results.isEmpty })
      XCTAssertEqual(page.count.text, "")
      page.entry.text = "message"
      XCTAssertTrue(Spin.until { page.count.text == "118 messages" })
      XCTAssertEqual(page.list.results.count, 50)
      page.list.move(by: 49)
      XCTAssertTrue(Spin.until { page.list.results.count == 100 }, "the next page")
      page.list.move(by: 99)
      XCTAssertTrue(Spin.until { page.list.results.count == 118 })
    }
  }

  /// What a search in all conversations has found is marked where it is shown, as long as the way
  /// back leads to the results.
  func testAFoundMessageIsShownWithItsWordsMarked() throws {
    try withChat(messages: 300) { chat, window in
      let search = MessageSearch(SearchQuery("wren"))
      let message = try XCTUnwrap(try chat.session.reader.hits(search, limit: 3).last?.message)
      chat.show(message.id, foundBy: search)
      XCTAssertTrue(Spin.until { Self.isShown("wren 0", chat) })
      XCTAssertEqual(Self.bubble("wren 0", chat)?.findHits(), [0..<4])
      chat.forgetSearch()
      XCTAssertEqual(Self.bubble("wren 0", chat)?.findHits(), [])
      // Finding in the conversation has marks of its own.
      chat.show(message.id, foundBy: search)
      chat.find()
      XCTAssertNil(chat.list.finder)
      chat.finding.bar.query = "message"
      XCTAssertTrue(Spin.until { chat.list.finder != nil })
      chat.forgetSearch()
      XCTAssertNotNil(chat.list.finder)
    }
  }

  // MARK: Before all is indexed

  /// A store from before there was an index: finding says that more may come, and finds it then.
  func testOlderMessagesThatAreStillBeingIndexedAreSpokenOf() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
      let old = try Connection(folder.appendingPathComponent(Store.fileName).path)
      try Schema.migrate(old, by: [.version1])
      try old.execute(
        """
        INSERT INTO conversation (account, kind, address, title) VALUES (0, 0, '', 'Notes to Self');
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3000)
        INSERT INTO message (conversation, position, kind, body, time, delivery)
          SELECT 1, i * 1024, 0, 'word' || i, i * 1000000, 1 FROM n;
        """)
    }
    try withGtk {
      let session = try Session.open(folder: folder.path)
      let chat = ChatView(
        session, tint: Appearance.fallbackAccent, preferences: AppPreferences(schema: nil))
      try chat.open(ConversationID(rawValue: 1))
      let window = Window()
      window.child = chat.widget
      window.present()
      defer { window.destroy() }
      var told: [Bool] = []
      let backlog = SearchBacklog(session.store)
      backlog.onChange = { told.append($0) }
      chat.find()
      chat.finding.bar.query = "word17"
      backlog.look()
      // Without anything typed anew.
      XCTAssertTrue(Spin.until { chat.finding.bar.status == .hit(1, of: 111) })
      XCTAssertTrue(Spin.until { told == [true, false] }, "\(told)")
      XCTAssertTrue(Spin.until { !chat.finding.bar.isIndexing })
      XCTAssertEqual(chat.finding.bar.status, .hit(1, of: 111))
      for isIndexing in [true, false] {
        chat.finding.bar.isIndexing = isIndexing
        XCTAssertEqual(chat.finding.bar.indexing.widget.isVisible, isIndexing)
      }
    }
  }

  // MARK: A conversation

  @MainActor private static func bubble(_ text: String, _ chat: ChatView) -> BubbleState? {
    let state = chat.list.view.state
    guard let message = state.slice.messages.first(where: { $0.body == text }) else { return nil }
    return state.bubble(message.id)
  }

  @MainActor private static func isShown(_ text: String, _ chat: ChatView) -> Bool {
    guard let bubble = bubble(text, chat) else { return false }
    return bubble.widget.isMapped && bubble.widget.isChildVisible
  }

  /// Notes of which each hundredth is about a wren, open in a window.
  private func withChat(
    messages count: Int, _ body: @MainActor (ChatView, Window) throws -> Void
  ) throws {
    try withGtk {
      let session = try Session.demo()
      var id: ConversationID?
      Task {
        let store = session.store
        let notes = try await store.openConversation(
          .notes, with: "", title: "Notes to Self", of: .local)
        let messages = (0..<count).map { number in
          IncomingMessage(
            sender: .me, body: number % 100 == 0 ? "wren \(number)" : "a message, \(number)",
            time: Timestamp(microseconds: Int64(1_700_000_000 + number) * 1_000_000))
        }
        try await store.receive(messages, in: notes, at: .end)
        id = notes
      }
      XCTAssertTrue(Spin.until { id != nil })
      let chat = ChatView(
        session, tint: Appearance.fallbackAccent, preferences: AppPreferences(schema: nil))
      try chat.open(try XCTUnwrap(id))
      let window = Window()
      window.defaultSize = (600, 500)
      window.child = chat.widget
      window.present()
      defer { window.destroy() }
      Spin.frames(3, of: window)
      try body(chat, window)
    }
  }
}
