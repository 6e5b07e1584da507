// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets
@testable import Martlet

final class ChatViewTests: XCTestCase {
  func testReturnShowsTheBubbleWithinTwoFramesAndOnDiskBefore() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      var framesUntilShown: [Int] = []
      for number in 1...20 {
        let text = "Message \(number)"
        chat.bar.text = text
        Spin.frames(2, of: window)
        var frames = 0
        var shown = false
        let handler = window.onPainted {
          frames += 1
          guard !shown, Self.newest(of: chat) == text else { return }
          shown = true
          // A reader of its own sees only what is committed.
          let onDisk = try? session.store.makeReader().latest(
            1, in: chat.conversation?.id ?? .init(rawValue: 0))
          XCTAssertEqual(onDisk?.last?.body, text, "shown before it was on disk")
        }
        chat.bar.sendAction.activate()
        XCTAssertEqual(chat.bar.text, "", "the field is emptied at once")
        XCTAssertTrue(Spin.until { shown }, "the bubble never came")
        handler?.disconnect()
        framesUntilShown.append(frames)
      }
      let median = framesUntilShown.sorted()[framesUntilShown.count / 2]
      XCTAssertLessThanOrEqual(median, 2, "frames from Return to the bubble: \(framesUntilShown)")
    }
  }

  func testWhatCannotBeStoredComesBackIntoTheField() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      var faults: [String] = []
      chat.onFault = { faults.append($0) }
      let id = try XCTUnwrap(chat.conversation?.id)
      var isGone = false
      Task {
        try? await session.store.deleteConversation(id)
        isGone = true
      }
      Spin.until { isGone }
      chat.bar.text = "to nowhere"
      chat.bar.sendAction.activate()
      Spin.until { !faults.isEmpty }
      XCTAssertEqual(chat.bar.text, "to nowhere")
      XCTAssertFalse(faults.isEmpty)
    }
  }

  /// 003-C03: and never into the field of another conversation.
  func testWhatCannotBeStoredStaysInItsConversation() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      var faults: [String] = []
      chat.onFault = { faults.append($0) }
      let first = try XCTUnwrap(chat.conversation)
      var other: ConversationID?
      Task {
        let account = try await session.store.addAccount("me@example.org")
        other = try await session.store.openConversation(
          .direct, with: "ada@example.org", title: "Ada", of: account)
        try await session.store.deleteConversation(first.id)
      }
      Spin.until { other != nil && (try? session.reader.summary(of: first.id)) == .some(nil) }
      chat.bar.text = "to nowhere"
      chat.bar.sendAction.activate()
      try chat.open(try XCTUnwrap(other))
      Spin.until { !faults.isEmpty }
      XCTAssertEqual(chat.bar.text, "", "the other conversation is left alone")
      XCTAssertEqual(first.draft.text, "to nowhere")
    }
  }

  func testTheDraftIsOnDiskHalfASecondLaterAndInTheFieldAfterARestart() throws {
    let folder = try temporaryFolder()
    try withGtk {
      do {
        let (chat, session, window) = try Self.open(folder)
        defer { window.destroy() }
        chat.bar.text = "half written"
        let id = try XCTUnwrap(chat.conversation?.id)
        XCTAssertTrue(
          Spin.until { (try? session.reader.draft(in: id))??.text == "half written" })
      }
      Spin.pending()
      let (chat, _, window) = try Self.open(folder)
      defer { window.destroy() }
      XCTAssertEqual(chat.bar.text, "half written")
    }
  }

  func testOnlyWhatIsSeenWithTheWindowInFocusIsMarkedAsRead() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      let id = try XCTUnwrap(chat.conversation?.id)
      chat.setWatched(false)
      Self.receive(3, in: id, of: session, from: 0)
      Spin.until { Self.newest(of: chat) == "Message 2" }
      Spin.frames(3, of: window)
      XCTAssertEqual(try session.reader.summary(of: id)?.unreadCount, 3)
      chat.setWatched(true)
      XCTAssertTrue(Spin.until { (try? session.reader.summary(of: id))??.unreadCount == 0 })
      // What comes in while one looks is read at once.
      Self.receive(1, in: id, of: session, from: 3)
      XCTAssertTrue(
        Spin.until {
          Self.newest(of: chat) == "Message 3"
            && (try? session.reader.summary(of: id))??.unreadCount == 0
        })
    }
  }

  /// As the arrow keys do in the list.
  func testWhatIsOnlyPassedByStaysUnread() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      let empty = try XCTUnwrap(chat.conversation?.id)
      var others: [ConversationID] = []
      Task {
        let account = try await session.store.addAccount("me@example.org")
        for name in ["ada", "bo"] {
          others.append(
            try await session.store.openConversation(
              .direct, with: "\(name)@example.org", title: name, of: account))
        }
      }
      XCTAssertTrue(Spin.until { others.count == 2 })
      for id in others { Self.receive(3, in: id, of: session, from: 0) }
      @MainActor func unread(_ id: ConversationID) -> Int? {
        (try? session.reader.summary(of: id))??.unreadCount
      }
      XCTAssertTrue(Spin.until { others.allSatisfy { unread($0) == 3 } })
      chat.setWatched(true)
      try chat.open(others[0])
      Spin.frames(3, of: window)
      XCTAssertEqual(Self.newest(of: chat), "Message 2", "it was on the screen")
      try chat.open(empty)
      var isLater = false
      Task {
        try await MainLoopClock().sleep(for: ChatView.moment * 2)
        isLater = true
      }
      XCTAssertTrue(Spin.until { isLater })
      try chat.open(others[1])
      XCTAssertTrue(Spin.until { unread(others[1]) == 0 })
      XCTAssertEqual(unread(others[0]), 3)
    }
  }

  func testADayIsGoneToAndBackAgain() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      let id = try XCTUnwrap(chat.conversation?.id)
      Self.receive(400, in: id, of: session, from: 0)
      Spin.until { Self.newest(of: chat) == "Message 399" }
      chat.list.scrollToEnd()
      Spin.frames(3, of: window)
      // A message an hour: day 5 begins somewhere in the first two hundred.
      chat.go(toDay: Timestamp(microseconds: Self.start + 5 * 86_400_000_000))
      Spin.frames(3, of: window)
      let state = chat.list.view.state
      XCTAssertEqual(state.flash.message.flatMap { state.slice.message($0) }?.body, "Message 120")
      XCTAssertFalse(chat.list.isAtEnd)
      XCTAssertTrue(chat.list.goBack())
      Spin.frames(3, of: window)
      XCTAssertTrue(chat.list.isAtEnd)
      // A day that has not come yet is the end.
      chat.go(toDay: Timestamp(microseconds: Self.start + 500 * 86_400_000_000))
      Spin.frames(3, of: window)
      XCTAssertTrue(chat.list.isAtEnd)
    }
  }

  func testThePlaceInTheListOutlivesARestart() throws {
    let folder = try temporaryFolder()
    try withGtk {
      var place: ScrollAnchor?
      do {
        let (chat, session, window) = try Self.open(folder)
        defer { window.destroy() }
        let id = try XCTUnwrap(chat.conversation?.id)
        Self.receive(400, in: id, of: session, from: 0)
        Spin.until { Self.newest(of: chat) == "Message 399" }
        chat.list.scrollToEnd()
        chat.list.scroll(by: -1_234)
        Spin.frames(3, of: window)
        place = chat.list.anchor
        var isSaved = false
        Task {
          await chat.save()
          isSaved = true
        }
        Spin.until { isSaved }
      }
      Spin.pending()
      let (chat, _, window) = try Self.open(folder)
      defer { window.destroy() }
      XCTAssertNotNil(place)
      XCTAssertEqual(chat.list.anchor, place)
    }
  }

  /// The first message of ``receive(_:in:of:from:)``.
  private static let start: Int64 = 1_700_000_000_000_000  // microseconds

  @MainActor private static func receive(
    _ count: Int, in id: ConversationID, of session: Session, from first: Int
  ) {
    var isThere = false
    Task {
      _ = try? await session.store.receive(
        (first..<first + count).map { number in
          IncomingMessage(
            sender: .other(address: "ada@example.org", name: "Ada"), body: "Message \(number)",
            time: Timestamp(microseconds: start + Int64(number) * 3_600_000_000))
        }, in: id, at: .end)
      isThere = true
    }
    Spin.until { isThere }
  }

  // MARK: Keys of the field

  func testUpInAnEmptyFieldEditsTheLastOwnMessage() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      let keyboard = try Keyboard(window)
      chat.bar.focus()
      keyboard.press("Up")
      XCTAssertEqual(chat.bar.draft, Draft(), "nothing was said yet")
      for text in ["frist", "secnod"] {
        chat.bar.text = text
        chat.bar.sendAction.activate()
        Spin.until { Self.newest(of: chat) == text }
      }
      keyboard.press("Up")
      XCTAssertEqual(chat.bar.text, "secnod")
      XCTAssertNotNil(chat.bar.draft.editing)
      chat.bar.text = "second"
      keyboard.press("Return")
      XCTAssertTrue(Spin.until { Self.newest(of: chat) == "second" })
      let id = try XCTUnwrap(chat.conversation?.id)
      XCTAssertEqual(try session.reader.latest(5, in: id).map(\.body), ["frist", "second"])
      XCTAssertEqual(chat.bar.text, "")
    }
  }

  func testPageKeysInTheFieldTurnThePagesOfTheList() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, _, window) = try Self.open(folder)
      defer { window.destroy() }
      let keyboard = try Keyboard(window)
      let tall = (1...60).map { "line \($0)" }.joined(separator: "\n")
      chat.bar.text = tall
      chat.bar.sendAction.activate()
      Spin.until { Self.newest(of: chat) == tall }
      Spin.frames(2, of: window)
      chat.bar.focus()
      XCTAssertTrue(chat.list.isAtEnd)
      keyboard.press("Page_Up")
      XCTAssertTrue(Spin.until { !chat.list.isAtEnd }, "a page up")
      XCTAssertTrue(chat.bar.textView.hasFocus, "and the focus stays")
      keyboard.press("Page_Down", "Page_Down")
      XCTAssertTrue(Spin.until { chat.list.isAtEnd }, "and down again")
    }
  }

  func testSpellingLanguageIsKeptWithItsConversation() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder)
      defer { window.destroy() }
      let id = try XCTUnwrap(chat.conversation?.id)
      for choice in ["de_DE", nil] as [String?] {
        chat.keepSpelling(choice)
        XCTAssertTrue(Spin.until { (try? session.reader.spellingLanguage(in: id)) == choice })
      }
    }
  }

  /// On a wide screen the list and the bar below it have the same edges, at every size of the text.
  func testListAndBarStandInOneColumn() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, session, window) = try Self.open(folder, width: 1_500)
      defer { window.destroy() }
      let id = try XCTUnwrap(chat.conversation?.id)
      Self.receive(30, in: id, of: session, from: 0)
      Spin.until { Self.newest(of: chat) == "Message 29" }
      Spin.frames(2, of: window)
      let state = chat.list.view.state
      @MainActor func edges(_ widget: Widget) -> [Int] {
        guard let bounds = widget.bounds(in: window) else { return [] }
        return [bounds.x, bounds.x + bounds.width]
      }
      @MainActor func edgesOfBar() -> [Int] {
        guard let bounds = chat.bar.widget.bounds(in: window) else { return [] }
        let bar = chat.bar.root.state.bar
        return [bounds.x + bar.x, bounds.x + bar.x + bar.width]
      }
      let newest = try XCTUnwrap(state.slice.messages.last)
      let row = try XCTUnwrap(state.slots.live[.message(newest.id)]?.widget)
      let column = chat.list.columnWidth
      let inset = (chat.widget.width - column) / 2
      XCTAssertGreaterThan(inset, 100)
      XCTAssertEqual(edges(row), [inset, inset + column])
      XCTAssertEqual(edgesOfBar(), edges(row))
      // What is pressed is where it is seen.
      let bubble = try XCTUnwrap(state.bubble(newest.id)?.geometry)
      let y = try XCTUnwrap(row.bounds(in: chat.list.view)).y + bubble.text.y + 3
      let hit = state.textPlace(x: Double(inset + bubble.text.x + 3), y: Double(y))
      XCTAssertEqual(hit?.message.id, newest.id)
      XCTAssertEqual(hit?.place.isOnText, true)

      let zoom = TextZoom(percent: 140)
      Spin.frames(3, of: window)
      XCTAssertGreaterThan(row.width, column, "larger letters, the same number in a line")
      XCTAssertEqual(edgesOfBar(), edges(row))
      withExtendedLifetime(zoom) {}
    }
  }

  func testTheColumnTakesAllOfANarrowWindow() throws {
    let folder = try temporaryFolder()
    try withGtk {
      let (chat, _, window) = try Self.open(folder, width: 400)
      defer { window.destroy() }
      XCTAssertEqual(chat.list.view.state.width, chat.list.view.width)
      XCTAssertEqual(chat.bar.root.state.bar.width, chat.bar.widget.width)
    }
  }

  /// The strip has its height also while nobody types.
  func testTypingMovesNothing() throws {
    try withGtk {
      let strip = TypingStrip()
      @MainActor func height() -> Int { strip.widget.measure(.vertical).natural }
      let empty = height()
      XCTAssertGreaterThan(empty, 0)
      let long = String(repeating: "Ada ", count: 40)
      let people = [long, "Kim", "Bo"].map { Sender.other(address: $0, name: $0) }
      for count in 1...3 {
        strip.show(Array(people.prefix(count)))
        XCTAssertEqual(height(), empty)
        XCTAssertLessThan(strip.widget.measure(.horizontal).minimum, 120)
      }
      strip.show([])
      XCTAssertEqual(height(), empty)
    }
  }

  @MainActor private static func newest(of chat: ChatView) -> String? {
    chat.list.view.state.slice.messages.last?.body
  }

  @MainActor private static func open(
    _ folder: String, width: Int = 700
  ) throws -> (chat: ChatView, session: Session, window: Window) {
    // A session that was let go of ends when its last task has; a restart finds the folder free.
    var opened: Session?
    Spin.until {
      opened = try? Session.open(folder: folder)
      return opened != nil
    }
    let session = try XCTUnwrap(opened)
    let chat = ChatView(
      session, tint: Appearance.fallbackAccent, preferences: AppPreferences(schema: nil))
    var id = try session.knownFirst()
    if id == nil {
      Task { id = try? await session.openFirst() }
      Spin.until { id != nil }
    }
    try chat.open(try XCTUnwrap(id))
    let window = Window()
    window.defaultSize = (width, 600)
    window.child = chat.widget
    window.present()
    Spin.frames(2, of: window)
    return (chat, session, window)
  }

  private func temporaryFolder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder.path
  }
}
