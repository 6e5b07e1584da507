// SPDX-License-Identifier: MIT

/// Turns messages into the rows of the screen.
///
/// A pure function: the same messages give the same rows. The rows of a message depend on it and on
/// its two neighbours only, so a page is computed alone, given the message before and the one after
/// it; and after a change only the changed message and its neighbours need new rows:
///
/// ```swift
/// let rows = timeline.rows(page, after: older, before: newer, firstUnread: unread)
/// // One message arrived: the last row may now be in the middle of a group.
/// let tail = timeline.rows([last, new], after: beforeLast)
/// ```
public struct Timeline: Sendable {
  /// Longer than this between two messages and a new group begins.
  public static let groupSpan: Int64 = 5 * 60 * 1_000_000  // microseconds

  private let day: @Sendable (Timestamp) -> Day

  /// - Parameter day: the day of a moment; by default in the zone of this process.
  public init(day: @escaping @Sendable (Timestamp) -> Day = { Day($0) }) { self.day = day }

  /// The rows of `messages`, which are in order.
  ///
  /// - Parameters:
  ///   - previous: the message right before them; nil at the beginning of the history.
  ///   - next: the message right after them; nil at its end.
  ///   - firstUnread: the message before which the unread line stands.
  public func rows(
    _ messages: some Collection<Message>, after previous: Message? = nil,
    before next: Message? = nil, firstUnread: MessageID? = nil
  ) -> [TimelineRow] {
    var rows: [TimelineRow] = []
    rows.reserveCapacity(messages.count + messages.count / 8 + 2)
    var before = Neighbour(previous, day)
    var current = Neighbour(messages.first, day)
    var index = messages.startIndex
    while let message = current?.message, let today = current?.day {
      messages.formIndex(after: &index)
      let after = Neighbour(index < messages.endIndex ? messages[index] : next, day)
      if before?.day != today { rows.append(.day(today, before: message.id)) }
      if message.id == firstUnread { rows.append(.unread(before: message.id)) }
      switch message.kind {
      case .system: rows.append(.note(message))
      case .gap: rows.append(.gap(message))
      case .text:
        let joinsBefore = Self.joins(before, current) && message.id != firstUnread
        let joinsAfter = Self.joins(current, after) && after?.message.id != firstUnread
        rows.append(.message(message, Self.group(joinsBefore, joinsAfter)))
      }
      before = current
      current = index < messages.endIndex ? after : nil
    }
    return rows
  }

  private struct Neighbour {
    let message: Message
    let day: Day

    init?(_ message: Message?, _ day: (Timestamp) -> Day) {
      guard let message else { return nil }
      self.message = message
      self.day = day(message.time)
    }
  }

  private static func joins(_ a: Neighbour?, _ b: Neighbour?) -> Bool {
    guard let a, let b, a.message.kind == .text, b.message.kind == .text,
      a.message.sender == b.message.sender, a.day == b.day
    else { return false }
    let (distance, overflow) = b.message.time.microseconds
      .subtractingReportingOverflow(a.message.time.microseconds)
    return !overflow && distance.magnitude <= groupSpan.magnitude
  }

  private static func group(_ joinsBefore: Bool, _ joinsAfter: Bool) -> TimelineRow.Group {
    switch (joinsBefore, joinsAfter) {
    case (false, false): .single
    case (false, true): .first
    case (true, true): .middle
    case (true, false): .last
    }
  }
}
