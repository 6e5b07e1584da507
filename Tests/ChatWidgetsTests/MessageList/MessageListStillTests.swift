// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

private let longLine = String(repeating: " and on and on it goes", count: 60)

/// Nothing moves what is being read: every change, at every place, with and without animations, in
/// every painted frame.
final class MessageListStillTests: XCTestCase {
  enum Place: CaseIterable {
    case end, middle, nearTop, tallMessage
  }

  /// Something that happens around the reader.
  struct Change {
    let name: String
    /// Whether new messages come in at the end, which then moves.
    var appends = false
    /// Whether the screen or the messages are others afterwards.
    var isSeen = true
    /// Where it can happen.
    var places = Place.allCases
    let body: @MainActor (MessageListFixture, _ anchor: Int) -> Void
  }

  /// The conversation: 1001 … 1400, with a message of 120 lines at 1200. Before it there is room for
  /// history that is put in front.
  private static let tall = 1200
  private static func messages() -> [Message] {
    (1001...1400).map { number in
      number == tall
        ? Samples.message(number, (1...39).map { "Line \($0)" }.joined(separator: "\n") + longLine)
        : Samples.message(number)
    }
  }

  /// Where the neighbours of the anchor have widgets, without which a row has no wish of its own.
  private static let inReach: [Place] = [.end, .middle, .nearTop]

  private static let changes: [Change] = [
    Change(name: "append", appends: true) { fixture, _ in
      fixture.source.put([
        Samples.message(1401, "One more", sender: .other(address: "a", name: "A"))
      ])
    },
    Change(name: "burst of 1000", appends: true) { fixture, _ in
      for start in stride(from: 1401, through: 2400, by: 50) {
        fixture.source.put(Samples.conversation(start...start + 49))
      }
    },
    Change(name: "history put in front") { fixture, _ in
      fixture.source.put(Samples.conversation(900...1000))
    },
    Change(name: "history put in between, above") { fixture, anchor in
      let id = Int64(anchor - 3)
      fixture.source.put(
        (1...20).map { number in
          var message = Samples.message(5000 + number)
          message.position = MessagePosition(rawValue: (id << 10) + Int64(number))
          return message
        })
    },
    Change(name: "edit above") { fixture, anchor in
      fixture.source.update(Samples.id(anchor - 1)) { $0.body += longLine }
    },
    Change(name: "edit inside") { fixture, anchor in
      fixture.source.update(Samples.id(anchor)) {
        $0.body += " edited"
        $0.edited = $0.time
      }
    },
    Change(name: "edit below") { fixture, anchor in
      fixture.source.update(Samples.id(min(anchor + 1, 1400))) { $0.body = "Short now" }
    },
    Change(name: "delete above") { fixture, anchor in
      fixture.source.remove([Samples.id(anchor - 1), Samples.id(anchor - 2)])
    },
    Change(name: "delete below") { fixture, anchor in
      fixture.source.remove([Samples.id(min(anchor + 1, 1399))])
    },
    Change(name: "late height above", places: inReach) { fixture, anchor in
      fixture.enlarge(Samples.id(anchor - 2))
    },
    Change(name: "late height inside") { fixture, anchor in fixture.enlarge(Samples.id(anchor)) },
    Change(name: "late height below", places: inReach) { fixture, anchor in
      fixture.enlarge(Samples.id(min(anchor + 2, 1400)))
    },
    Change(name: "failure above") { fixture, anchor in
      fixture.source.update(Samples.id(anchor - 2)) { $0.delivery = .failed(reason: .said("No.")) }
    },
    Change(name: "failure below") { fixture, anchor in
      fixture.source.update(Samples.id(min(anchor + 2, 1400))) {
        $0.delivery = .failed(reason: .said("No."))
      }
    },
    Change(name: "reactions above") { fixture, anchor in
      fixture.source.update(Samples.id(anchor - 1)) {
        $0.reactions = [Reaction(emoji: "👍", senders: [.me])]
      }
    },
    Change(name: "reactions inside") { fixture, anchor in
      fixture.source.update(Samples.id(anchor)) {
        $0.reactions = [Reaction(emoji: "👍", senders: [.me])]
      }
    },
    Change(name: "retraction above") { fixture, anchor in
      fixture.source.update(Samples.id(anchor - 1)) { ($0.body, $0.isRetracted) = ("", true) }
    },
    Change(name: "retraction below") { fixture, anchor in
      fixture.source.update(Samples.id(min(anchor + 1, 1400))) {
        ($0.body, $0.isRetracted) = ("", true)
      }
    },
    Change(name: "composer grows") { fixture, _ in fixture.below.requestSize(height: 130) },
    Change(name: "composer shrinks") { fixture, _ in fixture.below.requestSize(height: 20) },
    Change(name: "window resize") { fixture, _ in fixture.window.defaultSize = (480, 620) },
    Change(name: "rewrap") { fixture, _ in fixture.window.defaultSize = (360, 500) },
    Change(name: "font") { _, _ in Settings.default?.fontName = "Sans 14" },
    Change(name: "scale of text") { _, _ in Settings.default?.dpi = 120 * 1024 },
    Change(name: "day line appears") { fixture, anchor in
      // The message before is suddenly of another day.
      fixture.source.update(Samples.id(anchor - 1)) {
        $0.time = Timestamp(microseconds: $0.time.microseconds - 3 * 86_400_000_000)
      }
    },
    Change(name: "unread line") { fixture, anchor in
      fixture.list.firstUnread = Samples.id(anchor - 1)
    },
    Change(name: "restart", isSeen: false) { fixture, _ in fixture.restart() },
    Change(name: "switch and return", isSeen: false) { fixture, _ in
      let anchor = fixture.list.anchor
      let watched = fixture.watched
      fixture.watched = nil
      fixture.list.show(MessagesInMemory(Samples.conversation(1...30)))
      Spin.frames(2, of: fixture.window)
      fixture.forgetFrames()
      fixture.watched = watched
      fixture.list.show(fixture.source, at: anchor)
    },
  ]

  /// What a change must change, to be one.
  @MainActor private struct Signature: Equatable {
    let width, height: Int
    let messages: [Message]
    let total: Int
    let unread: MessageID?
    let heights: [Int?]

    init(_ fixture: MessageListFixture) {
      let slice = fixture.state.slice
      (width, height) = (fixture.list.view.width, fixture.list.view.height)
      (messages, total, unread) = (slice.messages, slice.total, slice.firstUnread)
      heights = slice.rows.indices.map { slice.height(ofRow: $0) }
    }
  }

  func testReaderStaysAtTheEnd() throws { try holds(at: .end) }
  func testReaderStaysInTheMiddle() throws { try holds(at: .middle) }
  func testReaderStaysNearTheTop() throws { try holds(at: .nearTop) }
  func testReaderStaysAtATallMessage() throws { try holds(at: .tallMessage) }

  private func holds(at place: Place) throws {
    try withGtk {
      let settings = try XCTUnwrap(Settings.default)
      let (font, dpi) = (settings.fontName, settings.dpi)
      for animates in [false, true] {
        for change in Self.changes where change.places.contains(place) {
          Self.check(change, at: place, animates: animates)
          settings.fontName = font
          settings.dpi = dpi
        }
      }
    }
  }

  @MainActor private static func check(_ change: Change, at place: Place, animates: Bool) {
    let name = "\(change.name), at \(place), animations \(animates ? "on" : "off")"
    let anchor: ScrollAnchor? =
      switch place {
      case .end: nil
      case .middle: ScrollAnchor(message: Samples.id(1150), offset: 10)
      case .nearTop: ScrollAnchor(message: Samples.id(1004), offset: 3)
      case .tallMessage: ScrollAnchor(message: Samples.id(tall), offset: 400)
      }
    let fixture = MessageListFixture(messages(), anchor: anchor, animates: animates)
    defer { fixture.close() }
    let number = Int(anchor?.message.rawValue ?? 1400)
    fixture.watched = Samples.id(number)
    fixture.settle()
    guard let before = fixture.now.top else { return XCTFail("\(name): row is not there") }
    if let anchor { XCTAssertEqual(before, -anchor.offset, name) }
    let signature = Signature(fixture)
    let frames = fixture.frames {
      change.body(fixture, number)
      if change.isSeen {
        XCTAssertTrue(Spin.until { Signature(fixture) != signature }, "\(name): nothing happened")
      }
    }
    XCTAssertGreaterThan(frames.count, 2, name)
    if place != .end {
      for (index, frame) in frames.enumerated() {
        XCTAssertEqual(frame.top, before, "\(name): frame \(index)")
      }
      XCTAssertFalse(fixture.list.isAtEnd, name)
      return
    }
    XCTAssertTrue(fixture.list.isAtEnd, name)
    XCTAssertEqual(frames.last?.toEnd, 0, name)
    guard change.appends, animates else {
      for frame in frames { XCTAssertEqual(frame.toEnd, 0, name) }
      return
    }
    // What comes in slides in, one way only.
    XCTAssertTrue(frames.contains { $0.toEnd != 0 }, "\(name): nothing slides")
    for (earlier, later) in zip(frames, frames.dropFirst()) {
      XCTAssertLessThanOrEqual(later.toEnd ?? 0, earlier.toEnd ?? .infinity, name)
    }
  }
}
