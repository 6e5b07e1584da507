// SPDX-License-Identifier: MIT

/// How much a conversation keeps on this device.
public struct StorageUse: Hashable, Sendable {
  public var conversation: ConversationID
  public var messages: Int
  /// Bytes of the texts, earlier versions of corrected ones among them.
  public var bytes: Int
}

/// How much an account keeps on this device.
public struct AccountUse: Hashable, Sendable {
  public var conversations: Int
  public var messages: Int

  public init(conversations: Int, messages: Int) {
    self.conversations = conversations
    self.messages = messages
  }
}

extension StoreReader {
  /// What ``Store/removeAccount(_:)`` would delete. Reads every key of its messages: not for the
  /// main thread.
  public func use(of account: AccountID) throws(StoreError) -> AccountUse {
    let query = try connection.prepare(
      """
      SELECT COUNT(DISTINCT conversation.id), COUNT(message.id) FROM conversation
      LEFT JOIN message ON message.conversation = conversation.id AND message.kind <> 2
      WHERE conversation.account = ?1
      """)
    try query.bind(account)
    guard try query.step() else { return AccountUse(conversations: 0, messages: 0) }
    return AccountUse(
      conversations: Int(query.integer(0)), messages: Int(query.integer(1)))
  }

  /// What each conversation keeps, the one with the most first. Reads every message: not for the
  /// main thread.
  public func storageUse() throws(StoreError) -> [StorageUse] {
    try snapshot { () throws(StoreError) in
      let query = try connection.prepare(
        """
        SELECT conversation, COUNT(*), SUM(
          LENGTH(CAST(body AS BLOB)) + COALESCE((
            SELECT SUM(LENGTH(CAST(version.body AS BLOB))) FROM message_version AS version
            WHERE version.message = message.id), 0)) AS bytes
        FROM message WHERE kind <> 2 GROUP BY conversation ORDER BY bytes DESC
        """)
      var uses: [StorageUse] = []
      while try query.step() {
        uses.append(
          StorageUse(
            conversation: ConversationID(rawValue: query.integer(0)),
            messages: Int(query.integer(1)), bytes: Int(query.integer(2))))
      }
      return uses
    }
  }

  /// How many messages ``Store/deleteMessages(before:limit:)`` would delete.
  public func messageCount(before time: Timestamp) throws(StoreError) -> Int {
    let query = try connection.prepare("SELECT COUNT(*) FROM message", olderOnes)
    try query.bind(time)
    return try query.step() ? Int(query.integer(0)) : 0
  }
}

/// Notes are on this device only, and what still waits to be sent is not history yet: neither is
/// deleted for its age. `?1` is the time.
private let olderOnes: StaticString = """
  WHERE time < ?1 AND delivery <> 0 AND kind <> 2
  AND conversation IN (SELECT id FROM conversation WHERE kind <> 0)
  """

extension Store {
  /// Deletes messages that are older than `time` from this device, really: their text is
  /// overwritten. Notes, and what still waits to be sent, stay.
  ///
  /// - Parameter limit: at most so many at once, so that nobody else waits long.
  /// - Returns: how many were deleted; fewer than `limit` means that no more are left.
  public func deleteMessages(before time: Timestamp, limit: Int = 500) throws(StoreError) -> Int {
    try write { () throws(StoreError) in
      let query = try connection.prepare(
        """
        SELECT id FROM message
        WHERE time < ?1 AND delivery <> 0 AND kind <> 2
          AND conversation IN (SELECT id FROM conversation WHERE kind <> 0)
        ORDER BY id LIMIT ?2
        """)
      try query.bind(time, limit)
      var ids: [MessageID] = []
      while try query.step() { ids.append(MessageID(rawValue: query.integer(0))) }
      try delete(ids)
      return ids.count
    }
  }
}
