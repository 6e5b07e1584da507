// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// A window with a message list over something that can grow, and a record of what every painted
/// frame shows.
@MainActor final class MessageListFixture {
  let window = Window()
  private(set) var list = MessageList()
  /// Stands in for the composer.
  let below = Box(.vertical)
  var source: MessagesInMemory
  private var painted: SignalHandler?
  private let column = Box(.vertical)
  private let animates: Bool

  var state: ListState { list.view.state }

  /// What one painted frame shows.
  struct Frame: Equatable {
    /// The top edge of the watched row; nil when it is not on the screen.
    var top: Double?
    /// Pixels from the bottom edge to the end of the last row; nil when that is not loaded.
    var toEnd: Double?
  }

  private(set) var frames: [Frame] = []
  /// The message whose row is watched.
  var watched: MessageID?

  init(
    _ messages: [Message], anchor: ScrollAnchor? = nil, firstUnread: MessageID? = nil,
    width: Int = 480, height: Int = 500, animates: Bool = false
  ) {
    LogRecorder.install()
    _ = LogRecorder.takeProblems()
    source = MessagesInMemory(messages)
    self.animates = animates
    list.animates = animates
    below.requestSize(height: 50)
    column.append(list.widget)
    column.append(below)
    window.child = column
    window.defaultSize = (width, height)
    list.show(source, at: anchor, firstUnread: firstUnread)
    window.onRealize { [weak self] in self?.record() }
    window.present()
    Spin.frames(2, of: window)
  }

  private func record() {
    painted = window.onPainted { [weak self] in
      guard let self else { return }
      self.frames.append(self.now)
    }
  }

  var now: Frame {
    var frame = Frame()
    if let watched { frame.top = top(of: watched) }
    if let layout = state.layout, state.slice.endIsLoaded,
      layout.range.upperBound == state.slice.rows.count
    {
      frame.toEnd = layout.bottom - state.viewport
    }
    return frame
  }

  /// The top edge of a message's row as it is allocated; nil when it is not on the screen.
  func top(of message: MessageID) -> Double? {
    guard let slot = state.slots.live[.message(message)], slot.widget.isMapped,
      let bounds = slot.widget.bounds(in: list.view)
    else { return nil }
    return Double(bounds.y)
  }

  func height(of message: MessageID) -> Int? {
    state.slots.live[.message(message)]?.widget.height
  }

  /// Makes a row higher that shows the same message as before, as a picture does that has come late:
  /// the row itself says that it needs another height.
  func enlarge(_ message: MessageID) {
    guard let slot = state.slots.live[.message(message)] else { return XCTFail("no such row") }
    StyleSheet("message { font-size: 31px; }").apply(to: slot.widget)
  }

  /// A new list takes the place of the old one, with nothing of it but what the store keeps.
  func restart() {
    let anchor = list.anchor
    column.remove(list.widget)
    list = MessageList()
    list.animates = animates
    column.prepend(list.widget)
    list.show(source, at: anchor)
    forgetFrames()
  }

  func forgetFrames() { frames = [] }

  /// Runs `body`, then paints until nothing moves any more, and returns the frames since.
  @discardableResult
  func frames(_ body: () -> Void) -> [Frame] {
    frames = []
    body()
    settle()
    return frames
  }

  /// Paints until the last frames are alike.
  func settle() {
    var still = 0
    var last = frames.last
    var count = frames.count
    Spin.until {
      list.view.queueDraw()
      guard frames.count > count else { return false }
      count = frames.count
      still = frames.last == last && !state.slide.isRunning ? still + 1 : 0
      last = frames.last
      return still >= 3
    }
  }

  /// As a wheel, a finger or a key does.
  func scroll(by distance: Double) {
    guard let adjustment = state.verticalAdjustment else { return }
    adjustment.value += distance
    Spin.frames(1, of: list.view)
  }

  /// As dragging the slider does.
  func drag(to fraction: Double) {
    guard let adjustment = state.verticalAdjustment else { return }
    let value =
      adjustment.lower + fraction * (adjustment.upper - adjustment.lower - adjustment.pageSize)
    state.scroll.announced = value
    adjustment.value = value
    Spin.frames(1, of: list.view)
  }

  /// The messages whose rows are at least partly in the viewport, top to bottom.
  var visible: [MessageID] {
    guard let layout = state.layout else { return [] }
    return layout.range.filter {
      layout.bottom(of: $0) > 0 && layout.top(of: $0) < state.viewport
        && state.slice.isMessage(row: $0)
    }.map { state.slice.rows[$0].messageID }
  }

  func close(file: StaticString = #filePath, line: UInt = #line) {
    painted?.disconnect()
    list.show(nil)
    window.destroy()
    Spin.pending()
    XCTAssertEqual(LogRecorder.takeProblems(), [], file: file, line: line)
  }
}

/// Messages to test with: mixed heights and senders, the same each time.
enum Samples {
  static let start: Int64 = 1_750_000_000_000_000  // microseconds

  static func message(
    _ number: Int, _ body: String? = nil, sender: Sender? = nil, minutes: Int? = nil
  ) -> Message {
    let words = "The list does not jump any more, whatever anybody does to the window. "
    let text = body ?? "\(number) " + String(repeating: words, count: number * 7 % 5)
    let sender =
      sender ?? (number / 3 % 2 == 0 ? .me : .other(address: "ada@example.org", name: "Ada"))
    return Message(
      id: MessageID(rawValue: Int64(number)), conversation: ConversationID(rawValue: 1),
      position: MessagePosition(rawValue: Int64(number) << 10), sender: sender, body: text,
      time: Timestamp(microseconds: start + Int64(minutes ?? number) * 60_000_000),
      delivery: sender.isMe ? .sent : .received)
  }

  static func conversation(_ numbers: ClosedRange<Int>) -> [Message] {
    numbers.map { message($0) }
  }

  static func id(_ number: Int) -> MessageID { MessageID(rawValue: Int64(number)) }
}
