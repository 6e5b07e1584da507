// SPDX-License-Identifier: MIT

/// A message before it has an id and a place.
struct NewRow {
  var kind: Message.Kind = .text
  var sender: Sender
  var body: String
  var time: Timestamp
  var delivery: Delivery
  var reply: Reply?
  var originID: String?
  var archiveID: String?
  var occupantID: String?

  init(_ message: OutgoingMessage, delivery: Delivery) {
    sender = .me
    body = message.body
    time = message.time
    self.delivery = delivery
    reply = message.reply
    originID = message.originID
  }

  init(_ message: IncomingMessage) {
    kind = message.kind
    sender = message.sender
    body = message.body
    time = message.time
    delivery = message.delivery
    reply = message.reply
    originID = message.originID
    archiveID = message.archiveID
    occupantID = message.occupantID
  }
}

extension IncomingMessage {
  /// My words that come from outside have been sent, by another device or before a restart.
  var delivery: Delivery { sender.isMe ? .sent : .received }
}

extension Store {
  /// - Parameter row: with its answer resolved (``resolved(_:in:)``).
  func insert(
    _ row: NewRow, at position: Int64, in conversation: ConversationID
  ) throws(StoreError) -> MessageID {
    let sender = try senderRow(row.sender)
    let reply = row.reply
    let insert = try connection.prepare(
      """
      INSERT INTO message (conversation, position, kind, sender, body, time, delivery, failure,
        reply_message, reply_id, reply_author, reply_excerpt, origin_id, archive_id, occupant_id,
        has_link)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """)
    try insert.bind(
      conversation, position, row.kind.rawValue, sender, row.body, row.time, row.delivery.stored,
      row.delivery.failure, reply?.message, reply?.referencedID, reply?.author,
      reply?.storedExcerpt,
      row.originID, row.archiveID, row.occupantID, row.body.hasLink)
    _ = try insert.step()
    return MessageID(rawValue: connection.lastInsertedRow)
  }

  /// The row of `sender` for an address and name, made when there is none yet; nil for me.
  func senderRow(_ sender: Sender) throws(StoreError) -> Int64? {
    guard case .other(let address, let name) = sender else { return nil }
    if let known = try connection.integer(
      "SELECT id FROM sender WHERE address = ?1 AND name = ?2", address, name)
    {
      return known
    }
    try connection.run("INSERT INTO sender (address, name) VALUES (?1, ?2)", address, name)
    return connection.lastInsertedRow
  }
}
