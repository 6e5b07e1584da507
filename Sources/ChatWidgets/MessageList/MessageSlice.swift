// SPDX-License-Identifier: MIT
import ChatCore

/// The loaded stretch of a conversation: its messages, their rows, and the heights measured so far.
///
/// It never has a hole. Heights outlive changes as long as the row looks the same.
nonisolated struct MessageSlice {
  private(set) var messages: [Message] = []
  private(set) var rows: [TimelineRow] = []
  /// Pixels, by row; 0 is not measured yet.
  private var heights: [Int] = []
  private var indices: [TimelineRow.ID: Int] = [:]
  /// The index of each message's own row.
  private var messageRows: [Int] = []

  /// How many messages there are in the whole conversation, and how many before this stretch.
  private(set) var total = 0
  private(set) var firstRank = 0

  var firstUnread: MessageID? { didSet { if firstUnread != oldValue { rebuild() } } }
  private let timeline: Timeline

  init(timeline: Timeline = Timeline()) { self.timeline = timeline }

  var startIsLoaded: Bool { firstRank == 0 }
  var endIsLoaded: Bool { firstRank + messages.count >= total }
  var isComplete: Bool { startIsLoaded && endIsLoaded }

  // MARK: Content

  /// Takes `messages` in place of what was there.
  ///
  /// - Parameters:
  ///   - messages: a stretch of the conversation, in order.
  ///   - firstRank: how many messages stand before them.
  ///   - total: how many messages there are.
  mutating func replace(with messages: [Message], firstRank: Int, total: Int) {
    self.messages = messages
    self.firstRank = max(firstRank, 0)
    self.total = max(total, self.firstRank + messages.count)
    rebuild()
  }

  mutating func prepend(_ page: [Message]) {
    messages.insert(contentsOf: page, at: 0)
    firstRank = max(firstRank - page.count, 0)
    rebuild()
  }

  mutating func append(_ page: [Message]) {
    messages.append(contentsOf: page)
    total = max(total, firstRank + messages.count)
    rebuild()
  }

  /// There is nothing before what is loaded, whatever the counts said.
  mutating func noteStart() {
    total = max(total - firstRank, messages.count)
    firstRank = 0
  }

  /// There is nothing after what is loaded, whatever the counts said.
  mutating func noteEnd() { total = firstRank + messages.count }

  /// Drops messages that are further than `margin` messages away from the rows `kept`, once there
  /// are more than twice as many to drop, so that it does not happen at every step.
  mutating func trim(to kept: Range<Int>, margin: Int) {
    guard let first = messageIndex(ofRow: kept.lowerBound),
      let last = messageIndex(ofRow: max(kept.upperBound - 1, kept.lowerBound))
    else { return }
    let low = max(first - margin, 0)
    let high = min(last + 1 + margin, messages.count)
    guard low > margin || messages.count - high > margin else { return }
    firstRank += low
    messages = Array(messages[low..<high])
    rebuild()
  }

  private mutating func rebuild() {
    var known: [TimelineRow.ID: (row: TimelineRow, height: Int)] = [:]
    known.reserveCapacity(rows.count)
    for (row, height) in zip(rows, heights) where height > 0 { known[row.id] = (row, height) }
    rows = timeline.rows(messages, firstUnread: firstUnread)
    heights = rows.map { row in
      guard let old = known[row.id], old.row == row else { return 0 }
      return old.height
    }
    indices = [:]
    indices.reserveCapacity(rows.count)
    messageRows = []
    messageRows.reserveCapacity(messages.count)
    for (index, row) in rows.enumerated() {
      indices[row.id] = index
      if row.message != nil { messageRows.append(index) }
    }
  }

  // MARK: Rows

  func row(of message: MessageID) -> Int? { indices[.message(message)] }

  func index(of id: TimelineRow.ID) -> Int? { indices[id] }

  func isMessage(row: Int) -> Bool {
    switch rows[row] {
    case .day, .unread: false
    case .message, .note, .gap: true
    }
  }

  /// The message that a row is or stands before.
  func messageIndex(ofRow row: Int) -> Int? {
    guard rows.indices.contains(row) else { return nil }
    var (low, high) = (0, messageRows.count)
    while low < high {
      let middle = (low + high) / 2
      if messageRows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < messageRows.count ? low : nil
  }

  /// The index of the message with so many before it in the whole conversation, if it is loaded.
  func rank(_ rank: Int) -> Int? {
    messages.indices.contains(rank - firstRank) ? rank - firstRank : nil
  }

  func message(_ id: MessageID) -> Message? { row(of: id).flatMap { rows[$0].message } }

  func contains(_ id: MessageID) -> Bool { indices[.message(id)] != nil }

  func row(ofMessageAt index: Int) -> Int { messageRows[index] }

  /// The rows of the message at an index: the lines before it and its own.
  func rows(ofMessageAt index: Int) -> ClosedRange<Int> {
    let start = index == 0 ? 0 : messageRows[index - 1] + 1
    return start...messageRows[index]
  }

  /// The message itself, or the first one after the place where it would be, or the last one.
  func nearestMessage(to position: MessagePosition) -> Message? {
    var (low, high) = (0, messages.count)
    while low < high {
      let middle = (low + high) / 2
      if messages[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low < messages.count ? messages[low] : messages.last
  }

  // MARK: Heights

  func height(ofRow row: Int) -> Int? { heights[row] > 0 ? heights[row] : nil }

  mutating func setHeight(_ height: Int, ofRow row: Int) { heights[row] = height }

  mutating func forgetHeight(ofRow row: Int) { heights[row] = 0 }

  /// The width or the font has changed.
  mutating func forgetHeights() { heights = Array(repeating: 0, count: rows.count) }

  /// The height of a stretch of rows, with `estimate` for those not measured.
  func height(ofRows range: Range<Int>, estimate: Double) -> Double {
    heights[range].reduce(0) { $0 + ($1 > 0 ? Double($1) : estimate) }
  }

  /// The average height of a message with its lines, of what is measured; nil when nothing is.
  var averageHeight: Double? {
    let measured = heights.reduce((sum: 0, count: 0)) {
      $1 > 0 ? ($0.sum + $1, $0.count + 1) : $0
    }
    guard measured.count > 0 else { return nil }
    let perRow = Double(measured.sum) / Double(measured.count)
    return perRow * Double(rows.count) / Double(max(messages.count, 1))
  }
}
