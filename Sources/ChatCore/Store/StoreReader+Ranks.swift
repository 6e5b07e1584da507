// SPDX-License-Identifier: MIT

/// Places by number, for the scroll bar: the table `message_bucket` knows how many messages lie in
/// each stretch of positions, so nothing here counts a whole conversation.
extension StoreReader {
  /// How many messages (and notes and gaps) the conversation has.
  public func count(in conversation: ConversationID) throws(StoreError) -> Int {
    let sum = try connection.integer(
      "SELECT sum(count) FROM message_bucket WHERE conversation = ?1", conversation)
    return Int(sum ?? 0)
  }

  /// How many messages stand before `position`: 0 for the first.
  public func rank(
    of position: MessagePosition, in conversation: ConversationID
  ) throws(StoreError) -> Int {
    let bucket = position.rawValue >> Self.bucketBits
    let before = try connection.integer(
      "SELECT sum(count) FROM message_bucket WHERE conversation = ?1 AND bucket < ?2",
      conversation, bucket)
    let within = try connection.integer(
      "SELECT count(*) FROM message WHERE conversation = ?1 AND position >= ?2 AND position < ?3",
      conversation, bucket << Self.bucketBits, position)
    return Int((before ?? 0) + (within ?? 0))
  }

  /// The message with `rank` messages before it, nil when there are not so many.
  public func message(
    atRank rank: Int, in conversation: ConversationID
  ) throws(StoreError) -> Message? {
    guard rank >= 0 else { return nil }
    return try snapshot { () throws(StoreError) in
      let buckets = try connection.prepare(
        "SELECT bucket, count FROM message_bucket WHERE conversation = ?1 ORDER BY bucket")
      try buckets.bind(conversation)
      var skipped = 0
      while try buckets.step() {
        let count = Int(buckets.integer(1))
        guard skipped + count > rank else {
          skipped += count
          continue
        }
        // The offset is bounded by what one bucket holds.
        let query = try connection.prepare(
          messageColumns,
          """
          FROM message WHERE conversation = ?1 AND position >= ?2
          ORDER BY position LIMIT 1 OFFSET ?3
          """)
        try query.bind(conversation, buckets.integer(0) << Self.bucketBits, rank - skipped)
        return try query.step() ? try message(query) : nil
      }
      return nil
    }
  }

  /// How many texts of others stand after `position`.
  public func incomingCount(
    after position: MessagePosition, in conversation: ConversationID
  ) throws(StoreError) -> Int {
    let bucket = position.rawValue >> Self.bucketBits
    let later = try connection.integer(
      "SELECT sum(incoming) FROM message_bucket WHERE conversation = ?1 AND bucket > ?2",
      conversation, bucket)
    // `(bucket + 1) << bits` would overflow in the last bucket of all.
    let end = bucket << Self.bucketBits | ((1 << Self.bucketBits) - 1)
    let within = try connection.integer(
      """
      SELECT count(*) FROM message WHERE conversation = ?1 AND position > ?2 AND position <= ?3
      AND sender IS NOT NULL AND kind = 0
      """,
      conversation, position, end)
    return Int((later ?? 0) + (within ?? 0))
  }

  /// The first text of another after `position`: where the unread line stands.
  public func firstIncoming(
    after position: MessagePosition, in conversation: ConversationID
  ) throws(StoreError) -> Message? {
    let query = try connection.prepare(
      messageColumns,
      """
      FROM message WHERE conversation = ?1 AND position > ?2 AND sender IS NOT NULL AND kind = 0
      ORDER BY position LIMIT 1
      """)
    try query.bind(conversation, position)
    return try query.step() ? try message(query) : nil
  }

  enum End { case first, last }

  /// The lowest or highest position in use.
  func position(_ end: End, in conversation: ConversationID) throws(StoreError) -> Int64? {
    switch end {
    case .first:
      try connection.integer(
        "SELECT min(position) FROM message WHERE conversation = ?1", conversation)
    case .last:
      try connection.integer(
        "SELECT max(position) FROM message WHERE conversation = ?1", conversation)
    }
  }

  /// A bucket is a stretch of 2^20 positions: 1,024 messages at the usual spacing of 2^10.
  static let bucketBits: Int64 = 20
}
