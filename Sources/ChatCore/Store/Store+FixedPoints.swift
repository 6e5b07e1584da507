// SPDX-License-Identifier: MIT

extension Store {
  /// Which messages of a page can be there already, looked up for all of them at once.
  struct KnownIDs {
    private var archive: Set<String>
    /// Anybody can reuse an id; of my own there is one.
    private var mine: Set<String>

    init(
      of messages: [IncomingMessage], in conversation: ConversationID, _ reader: StoreReader
    ) throws(StoreError) {
      archive = try reader.known(archiveIDs: messages.compactMap(\.archiveID), in: conversation)
      let mine = messages.compactMap { $0.sender.isMe ? $0.originID : nil }
      self.mine = try reader.known(originIDs: mine, in: conversation)
    }

    func mayHave(_ message: IncomingMessage) -> Bool {
      message.archiveID.map(archive.contains) ?? false
        || message.sender.isMe && message.originID.map(mine.contains) ?? false
    }

    mutating func insert(_ messages: [IncomingMessage]) {
      for message in messages {
        if let id = message.archiveID { archive.insert(id) }
        if message.sender.isMe, let id = message.originID { mine.insert(id) }
      }
    }
  }

  /// The row that is this message already, completed by what the copy knows.
  func known(
    _ message: IncomingMessage, in conversation: ConversationID
  ) throws(StoreError) -> MessageID? {
    if let archiveID = message.archiveID,
      let id = try connection.integer(
        "SELECT id FROM message WHERE conversation = ?1 AND archive_id = ?2",
        conversation, archiveID)
    {
      return MessageID(rawValue: id)
    }
    guard message.sender.isMe, let originID = message.originID,
      let row = try connection.integer(
        """
        SELECT id FROM message INDEXED BY message_origin
        WHERE conversation = ?1 AND origin_id = ?2 AND sender IS NULL ORDER BY id LIMIT 1
        """, conversation, originID)
    else { return nil }
    let mine = MessageID(rawValue: row)
    if let archiveID = message.archiveID { try setArchiveID(archiveID, of: mine) }
    // A copy from outside proves that the server has it.
    try updateDelivery(of: mine, to: .sent)
    return mine
  }

  // MARK: Own messages

  /// What stands right before and right behind a whole page, besides messages of mine.
  struct PageBounds {
    var floor: MessageID?
    var ceiling: MessageID?
  }

  /// Between which messages of others a page belongs: around its place, and around all of the page
  /// that is there already. Behind a gap nothing goes back before it: the pages that come after this
  /// one would not.
  func bounds(
    of messages: [IncomingMessage], _ here: KnownIDs, in conversation: ConversationID,
    _ placement: Placement
  ) throws(StoreError) -> PageBounds {
    var (low, high): (Int64, Int64)
    switch placement {
    case .end: return PageBounds()
    case .before(let place), .closing(gap: let place):
      low = try position(of: place, in: conversation)
      high = low - 1
    }
    for message in messages where !message.sender.isMe && here.mayHave(message) {
      guard let known = try known(message, in: conversation) else { continue }
      let position = try position(of: known, in: conversation)
      (low, high) = (min(low, position), max(high, position))
    }
    let floor: MessageID?
    if case .closing(let gap) = placement {
      floor = gap
    } else {
      floor = try connection.integer(
        """
        SELECT id FROM message WHERE conversation = ?1 AND position < ?2 AND sender IS NOT NULL
        ORDER BY position DESC LIMIT 1
        """, conversation, low
      ).map(MessageID.init(rawValue:))
    }
    let ceiling = try connection.integer(
      """
      SELECT id FROM message WHERE conversation = ?1 AND position > ?2 AND sender IS NOT NULL
      ORDER BY position LIMIT 1
      """, conversation, high)
    return PageBounds(floor: floor, ceiling: ceiling.map(MessageID.init(rawValue:)))
  }

  /// Whether an own message stands where a page belongs. One that waited while others wrote does
  /// not: the archive has it behind them, and it stays where it was written.
  func isPoint(
    _ mine: MessageID, in conversation: ConversationID, above floor: MessageID?,
    _ ceiling: MessageID?
  ) throws(StoreError) -> Bool {
    let position = try position(of: mine, in: conversation)
    if let floor, try position < self.position(of: floor, in: conversation) { return false }
    if let ceiling, try position > self.position(of: ceiling, in: conversation) { return false }
    return true
  }
}
