// SPDX-License-Identifier: MIT

extension Store {
  /// Writes a message of mine and clears the draft it came from, in one transaction: the text is
  /// always in exactly one of the two places.
  ///
  /// In a conversation of the local account there is nobody to send to, so it is `.sent` at once;
  /// in any other it is `.queued` for the outbox.
  ///
  /// - Parameter isTyped: false for what a program writes in my name. It does not come from the
  ///   draft, which is left alone, and nobody has read what stands before it.
  @discardableResult
  public func append(
    _ message: OutgoingMessage, to conversation: ConversationID, isTyped: Bool = true
  ) throws(StoreError) -> Message {
    try write { () throws(StoreError) in
      guard
        let account = try connection.integer(
          "SELECT account FROM conversation WHERE id = ?1", conversation)
      else { throw .notFound }
      let isLocal = AccountID(rawValue: account) == .local
      var row = NewRow(message, delivery: isLocal ? .sent : .queued)
      if let reply = row.reply { row.reply = try resolved(reply, in: conversation) }
      let position = try endPosition(in: conversation)
      let id = try insert(row, at: position, in: conversation)
      // What I write I have read up to.
      try connection.run(
        """
        UPDATE conversation SET activity = max(activity, ?2),
          read_position = iif(?4, ?3, read_position)
        WHERE id = ?1
        """, conversation, message.time, position, isTyped)
      if isTyped { try connection.run("DELETE FROM draft WHERE conversation = ?1", conversation) }
      return Message(
        id: id, conversation: conversation, position: MessagePosition(rawValue: position),
        sender: .me, body: message.body, time: message.time, delivery: row.delivery,
        reply: row.reply, originID: message.originID)
    }
  }

  /// Writes a message from outside behind all others.
  ///
  /// Returns nil when it was there already: a known archive id is a quiet no-op, and a copy of an
  /// own message (same origin id) only completes the row that is there.
  @discardableResult
  public func receive(
    _ message: IncomingMessage, in conversation: ConversationID
  ) throws(StoreError) -> Message? {
    try receive([message], in: conversation, at: .end).first
  }

  /// Notes how far a message has come. Returns false when that says nothing new.
  ///
  /// States of success only go up: a late "sent" does not take back "read". What failed can be
  /// queued again, and what is queued can fail.
  @discardableResult
  public func updateDelivery(
    of id: MessageID, to delivery: Delivery
  ) throws(StoreError) -> Bool {
    try write { () throws(StoreError) in
      guard let message = try reader.message(id) else { throw .notFound }
      guard message.delivery.canBecome(delivery) else { return false }
      try connection.run(
        "UPDATE message SET delivery = ?2, failure = ?3 WHERE id = ?1",
        id, delivery.stored, delivery.failure)
      return true
    }
  }

  /// Marks my messages up to `id` and it as having come this far: a marker speaks for everything
  /// before it (XEP-0333 §4). What still waits in the outbox, or failed, is left alone.
  public func updateDelivery(
    upTo id: MessageID, to delivery: Delivery
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      guard let message = try reader.message(id) else { throw .notFound }
      let query = try connection.prepare(
        """
        SELECT id, delivery, sender IS NULL FROM message
        WHERE conversation = ?1 AND position <= ?2 ORDER BY position DESC LIMIT ?3
        """)
      try query.bind(message.conversation, message.position, Self.markerReach)
      var behind: [Int64] = []
      while try query.step() {
        guard query.bool(2) else { continue }
        let state = Delivery(stored: query.integer(1), failure: nil)
        if query.integer(0) == id.rawValue, state.canBecome(delivery) {
          behind.append(query.integer(0))
        } else if state == .sent || state == .delivered {
          // Whoever has come this far had a marker of his own that spoke for all before him.
          guard state.canBecome(delivery) else { break }
          behind.append(query.integer(0))
        } else if state == delivery {
          break
        }
      }
      for row in behind {
        try connection.run(
          "UPDATE message SET delivery = ?2, failure = NULL WHERE id = ?1", row, delivery.stored)
      }
    }
  }

  /// How many messages back one marker speaks for: nobody looks at the ticks of older ones, and the
  /// first marker after years must not rewrite them all.
  private static let markerReach = 1_000

  /// Notes the id that the conversation's archive gave a message. An id that another message has
  /// already is not taken.
  public func setArchiveID(_ archiveID: String, of id: MessageID) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        """
        UPDATE message SET archive_id = ?2 WHERE id = ?1 AND NOT EXISTS (
          SELECT 1 FROM message AS other
          WHERE other.conversation = message.conversation AND other.archive_id = ?2)
        """, id, archiveID)
      if connection.changedRows > 0,
        let conversation = try connection.integer(
          "SELECT conversation FROM message WHERE id = ?1", id)
      {
        try linkReplies(
          to: id, called: (archiveID, nil), in: ConversationID(rawValue: conversation))
      }
    }
  }

  /// Puts a new text in the place of the old one, which stays reachable (XEP-0308).
  public func edit(_ id: MessageID, body: String, at time: Timestamp) throws(StoreError) {
    try write { () throws(StoreError) in
      guard let message = try reader.message(id), !message.isRetracted else { throw .notFound }
      try connection.run(
        """
        INSERT INTO message_version (message, version, body, time)
          SELECT ?1, coalesce(max(version), 0) + 1, ?2, ?3
          FROM message_version WHERE message = ?1
        """, id, message.body, message.edited ?? message.time)
      try connection.run(
        "UPDATE message SET body = ?2, edited = ?3, has_link = ?4 WHERE id = ?1",
        id, body, time, body.hasLink)
      try quote(body, of: id)
    }
  }

  /// Takes a message back (XEP-0424): the row stays, its text, earlier texts and reactions go,
  /// and what answers quote of it.
  public func retract(_ id: MessageID) throws(StoreError) {
    try write { () throws(StoreError) in
      guard try reader.message(id) != nil else { throw .notFound }
      logHasDeleted = true
      try connection.run(
        """
        UPDATE message SET body = '', is_retracted = 1, has_reactions = 0, reply_message = NULL,
          reply_id = NULL, reply_author = NULL, reply_excerpt = NULL
        WHERE id = ?1
        """, id)
      try withdrawQuotes(of: id)
      try connection.run("DELETE FROM message_version WHERE message = ?1", id)
      try connection.run("DELETE FROM reaction WHERE message = ?1", id)
    }
  }

  /// Puts the reactions of one sender in the place of those before (XEP-0444 §3): an empty list
  /// takes all back.
  public func setReactions(
    _ emoji: [String], by sender: Sender, to id: MessageID
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      guard let message = try reader.message(id), !message.isRetracted else { throw .notFound }
      let row = try senderRow(sender) ?? 0
      let before = try connection.prepare(
        "SELECT emoji FROM reaction WHERE message = ?1 AND sender = ?2")
      try before.bind(id, row)
      var gone: [String] = []
      while try before.step() {
        if !emoji.contains(before.text(0)) { gone.append(before.text(0)) }
      }
      for emoji in gone {
        try connection.run(
          "DELETE FROM reaction WHERE message = ?1 AND sender = ?2 AND emoji = ?3", id, row, emoji)
      }
      for emoji in emoji {
        try connection.run(
          """
          INSERT INTO reaction (message, sender, emoji, ordinal)
            SELECT ?1, ?2, ?3, coalesce(max(ordinal), 0) + 1 FROM reaction WHERE message = ?1
            ON CONFLICT DO NOTHING
          """, id, row, emoji)
      }
      try connection.run(
        """
        UPDATE message SET has_reactions = EXISTS (SELECT 1 FROM reaction WHERE message = ?1)
        WHERE id = ?1
        """, id)
    }
  }

  /// Deletes messages from this device only, and what answers quote of them.
  public func delete(_ ids: [MessageID]) throws(StoreError) {
    try write { () throws(StoreError) in
      logHasDeleted = true
      for id in ids {
        guard
          let owner = try connection.integer("SELECT conversation FROM message WHERE id = ?1", id)
        else { continue }
        recorder.willDelete(id, of: ConversationID(rawValue: owner))
        try connection.run("DELETE FROM message WHERE id = ?1", id)
        try forgetAnswered(id)
      }
    }
  }
}

extension Delivery {
  /// Whether news of `next` changes anything.
  func canBecome(_ next: Delivery) -> Bool {
    switch (self, next) {
    case (.received, _), (_, .received): false
    case (.failed, .failed), (.failed, .queued): true
    // The own server takes a message before it learns that nobody wants it.
    case (.queued, .failed), (.sent, .failed): true
    // What was refused can still turn out to have arrived.
    case (.failed, _): true
    case (_, .failed): false
    default: next.stored > stored
    }
  }
}
