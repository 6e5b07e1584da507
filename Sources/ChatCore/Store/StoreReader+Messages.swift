// SPDX-License-Identifier: MIT

extension StoreReader {
  /// The newest `limit` messages, oldest first.
  public func latest(_ limit: Int, in conversation: ConversationID) throws(StoreError) -> [Message]
  {
    try page(limit, before: MessagePosition(rawValue: .max), in: conversation)
  }

  /// The `limit` messages right before `position`, oldest first.
  public func page(
    _ limit: Int, before position: MessagePosition, in conversation: ConversationID
  ) throws(StoreError) -> [Message] {
    let query = try connection.prepare(
      messageColumns,
      "FROM message WHERE conversation = ?1 AND position < ?2 ORDER BY position DESC LIMIT ?3")
    try query.bind(conversation, position, limit)
    var page = try messages(query, expecting: limit)
    page.reverse()
    return page
  }

  /// The `limit` messages right after `position`, oldest first.
  public func page(
    _ limit: Int, after position: MessagePosition, in conversation: ConversationID
  ) throws(StoreError) -> [Message] {
    let query = try connection.prepare(
      messageColumns,
      "FROM message WHERE conversation = ?1 AND position > ?2 ORDER BY position LIMIT ?3")
    try query.bind(conversation, position, limit)
    return try messages(query, expecting: limit)
  }

  /// Up to `limit` messages with `position` in the middle: half of them before it, the message
  /// there and the rest after it. At an end of the history the other side fills up.
  public func page(
    _ limit: Int, around position: MessagePosition, in conversation: ConversationID
  ) throws(StoreError) -> [Message] {
    try snapshot { () throws(StoreError) in
      let before = try page(limit, before: position, in: conversation)
      let from = MessagePosition(rawValue: position.rawValue - 1)
      let after = try page(limit, after: from, in: conversation)
      let half = limit / 2
      let late = min(after.count, limit - min(before.count, half))
      let early = min(before.count, limit - late)
      return Array(before.suffix(early) + after.prefix(late))
    }
  }

  public func message(_ id: MessageID) throws(StoreError) -> Message? {
    let query = try connection.prepare(messageColumns, "FROM message WHERE id = ?1")
    try query.bind(id)
    return try query.step() ? message(query) : nil
  }

  /// The given messages that are still there, in no special order.
  public func messages(_ ids: some Sequence<MessageID>) throws(StoreError) -> [Message] {
    var found: [Message] = []
    for id in ids {
      if let message = try message(id) { found.append(message) }
    }
    return found
  }

  /// The message that the conversation's archive calls `archiveID`.
  public func message(
    archiveID: String, in conversation: ConversationID
  ) throws(StoreError) -> Message? {
    let query = try connection.prepare(
      messageColumns, "FROM message WHERE conversation = ?1 AND archive_id = ?2")
    try query.bind(conversation, archiveID)
    return try query.step() ? message(query) : nil
  }

  /// The messages whose sender gave them this id, first written first. Only ids of own messages are
  /// guaranteed to be unique: anybody can send an id twice.
  public func messages(
    originID: String, in conversation: ConversationID
  ) throws(StoreError) -> [Message] {
    let query = try connection.prepare(
      messageColumns,
      """
      FROM message INDEXED BY message_origin
      WHERE conversation = ?1 AND origin_id = ?2 ORDER BY id
      """)
    try query.bind(conversation, originID)
    return try messages(query, expecting: 1)
  }

  /// The message that was put into the store last, in whatever place.
  public func newestMessageID() throws(StoreError) -> MessageID? {
    try connection.integer("SELECT max(id) FROM message").map(MessageID.init(rawValue:))
  }

  /// The first message, by position, of those put into the store after the row `id`.
  ///
  /// Looks at each of them, so it is for a few rows or a single question.
  public func firstMessage(
    writtenAfter id: Int64, in conversation: ConversationID
  ) throws(StoreError) -> MessageID? {
    if id <= 0 {
      return try page(1, after: MessagePosition(rawValue: .min), in: conversation).first?.id
    }
    return try connection.integer(
      """
      SELECT id FROM message WHERE id > ?1 AND +conversation = ?2 ORDER BY position LIMIT 1
      """, id, conversation
    ).map(MessageID.init(rawValue:))
  }

  /// The first message written at `time` or later, as far as the clocks of the senders were right:
  /// where a day begins that the user asks for.
  ///
  /// Positions and times run together but for wrong clocks, so this bisects positions and needs no
  /// index over times.
  public func firstMessage(
    since time: Timestamp, in conversation: ConversationID
  ) throws(StoreError) -> Message? {
    try snapshot { () throws(StoreError) in
      guard
        var low = try position(.first, in: conversation),
        let last = try position(.last, in: conversation)
      else { return nil }
      var high = last + 1
      let probe = try connection.prepare(
        """
        SELECT time, position FROM message WHERE conversation = ?1 AND position >= ?2
        ORDER BY position LIMIT 1
        """)
      // `low` is at or before the answer, `high` after every message that is too early.
      while low < high {
        let middle = low + (high - low) / 2
        probe.reset()
        try probe.bind(conversation, middle)
        guard try probe.step() else {
          high = middle
          continue
        }
        if probe.integer(0) >= time.microseconds {
          high = middle
        } else {
          low = probe.integer(1) + 1
        }
      }
      return try page(1, after: MessagePosition(rawValue: low - 1), in: conversation).first
    }
  }

  /// The earlier texts of a corrected message, the first one first, each with the time it was
  /// written.
  public func earlierTexts(
    of id: MessageID
  ) throws(StoreError) -> [(body: String, time: Timestamp)] {
    let query = try connection.prepare(
      "SELECT body, time FROM message_version WHERE message = ?1 ORDER BY version")
    try query.bind(id)
    var texts: [(body: String, time: Timestamp)] = []
    while try query.step() {
      texts.append((query.text(0), Timestamp(microseconds: query.integer(1))))
    }
    return texts
  }

  /// Who wrote a message of a room, whatever the name was (XEP-0421).
  public func occupantID(of id: MessageID) throws(StoreError) -> String? {
    let query = try connection.prepare("SELECT occupant_id FROM message WHERE id = ?1")
    try query.bind(id)
    return try query.step() ? query.optionalText(0) : nil
  }

  /// The account's messages that wait to be handed over, in the order in which they were written.
  public func queued(
    in account: AccountID, after id: MessageID = MessageID(rawValue: 0), limit: Int = 100
  ) throws(StoreError) -> [Message] {
    let query = try connection.prepare(
      messageColumns,
      """
      FROM message WHERE delivery = 0 AND id > ?2 AND
      (SELECT account FROM conversation WHERE conversation.id = conversation) = ?1
      ORDER BY id LIMIT ?3
      """)
    try query.bind(account, id, limit)
    return try messages(query, expecting: 0)
  }

  // MARK: Rows

  private func messages(
    _ query: borrowing Statement, expecting count: Int
  ) throws(StoreError) -> [Message] {
    var messages: [Message] = []
    messages.reserveCapacity(min(max(count, 0), 1_000))
    while try query.step() { messages.append(try message(query)) }
    return messages
  }

  /// Reads one row of ``messageColumns``.
  func message(_ row: borrowing Statement) throws(StoreError) -> Message {
    let id = MessageID(rawValue: row.integer(0))
    return Message(
      id: id,
      conversation: ConversationID(rawValue: row.integer(1)),
      position: MessagePosition(rawValue: row.integer(2)),
      kind: Message.Kind(rawValue: Int(row.integer(3))) ?? .system,
      sender: row.isNull(4) ? .me : try sender(row.integer(4)),
      body: row.text(5),
      time: Timestamp(microseconds: row.integer(6)),
      delivery: Delivery(stored: row.integer(7), failure: row.optionalText(8)),
      edited: row.optionalInteger(9).map(Timestamp.init(microseconds:)),
      isRetracted: row.bool(10),
      reply: row.isNull(13) ? nil : reply(row),
      reactions: row.bool(11) ? try reactions(to: id) : [],
      originID: row.optionalText(16),
      archiveID: row.optionalText(17))
  }

  private func reply(_ row: borrowing Statement) -> Reply {
    Reply(
      message: row.optionalInteger(12).map(MessageID.init(rawValue:)), referencedID: row.text(13),
      author: row.text(14), excerpt: row.text(15), isRetracted: row.isNull(15))
  }

  /// Emoji in the order in which they first came, each with its senders in order.
  private func reactions(to id: MessageID) throws(StoreError) -> [Reaction] {
    let query = try connection.prepare(
      "SELECT emoji, sender FROM reaction WHERE message = ?1 ORDER BY ordinal")
    try query.bind(id)
    var reactions: [Reaction] = []
    while try query.step() {
      let emoji = query.text(0)
      let row = query.integer(1)
      let sender: Sender = row == 0 ? .me : try sender(row)
      if let index = reactions.firstIndex(where: { $0.emoji == emoji }) {
        reactions[index].senders.append(sender)
      } else {
        reactions.append(Reaction(emoji: emoji, senders: [sender]))
      }
    }
    return reactions
  }
}

/// What ``StoreReader/message(_:)-row`` reads, in its order. What follows begins with FROM.
let messageColumns: StaticString = """
  SELECT message.id, message.conversation, message.position, message.kind, message.sender,
    message.body, message.time, message.delivery, message.failure, message.edited,
    message.is_retracted, message.has_reactions, message.reply_message, message.reply_id,
    message.reply_author, message.reply_excerpt, message.origin_id, message.archive_id
  """
let messageColumnCount: Int32 = 18

extension Delivery {
  /// The number that stands for the state in the store.
  var stored: Int64 {
    switch self {
    case .queued: 0
    case .sent: 1
    case .delivered: 2
    case .read: 3
    case .failed: 4
    case .received: 5
    }
  }

  var failure: String? {
    if case .failed(let reason) = self { reason.stored } else { nil }
  }

  init(stored: Int64, failure: String?) {
    switch stored {
    case 0: self = .queued
    case 1: self = .sent
    case 2: self = .delivered
    case 3: self = .read
    case 4: self = .failed(reason: DeliveryFailure(stored: failure ?? ""))
    default: self = .received
    }
  }
}
