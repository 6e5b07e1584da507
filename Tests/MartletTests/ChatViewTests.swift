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

  @MainActor private static func newest(of chat: ChatView) -> String? {
    chat.list.view.state.slice.messages.last?.body
  }

  @MainActor private static func open(
    _ folder: String
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
    window.defaultSize = (700, 600)
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
