// SPDX-License-Identifier: MIT

extension StoreReader {
  /// Which of the spans between consecutive `bounds` have messages, by their index, as far as the
  /// clocks of the senders were right; for a calendar that shows on which days something was said.
  ///
  /// - Parameter bounds: moments in order, such as the beginnings of the days of a month and of the
  ///   day after it.
  public func spansWithMessages(
    between bounds: [Timestamp], in conversation: ConversationID
  ) throws(StoreError) -> Set<Int> {
    var spans = Set<Int>()
    var index = 0
    while index + 1 < bounds.count {
      guard let first = try firstMessage(since: bounds[index], in: conversation) else { break }
      // Days on which nothing was said are skipped in one step.
      while index + 1 < bounds.count, bounds[index + 1] <= first.time { index += 1 }
      guard index + 1 < bounds.count else { break }
      if first.time >= bounds[index] { spans.insert(index) }
      index += 1
    }
    return spans
  }
}
