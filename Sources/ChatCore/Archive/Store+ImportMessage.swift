// SPDX-License-Identifier: MIT

/// Where the messages of an archive go.
extension Store {
  /// Puts a message of an archive in its place, unless it is there already.
  ///
  /// The archive and the conversation are merged: both keep their order, and times decide which
  /// comes first. A conversation that is new gets the very positions of the archive.
  func take(
    _ message: Archive.Message, _ state: inout ImportState
  ) throws(StoreError) {
    guard let current = state.current else { return }
    if let known = try known(message, in: current) {
      state.result.knownMessages += 1
      if try isLater(known, than: current.last) { state.current?.last = known }
      return
    }
    let position = try place(for: message, in: current, after: &state.current)
    var row = NewRow(
      IncomingMessage(
        sender: message.sender, body: message.isRetracted ? "" : message.body,
        time: message.time, kind: message.kind, reply: message.reply,
        originID: message.originID, archiveID: message.archiveID,
        occupantID: message.occupantID))
    row.delivery = delivery(of: message, in: current)
    if let reply = row.reply { row.reply = try resolved(reply, in: current.id) }
    let id = try insert(row, at: position, in: current.id)
    try addParts(of: message, to: id)
    try linkReplies(to: id, called: (message.originID, message.archiveID), in: current.id)
    state.current?.last = id
    state.result.newMessages += 1
  }

  private func delivery(
    of message: Archive.Message, in current: ImportState.Current
  ) -> Delivery {
    switch (message.kind, message.sender, message.delivery) {
    case (.text, .other, _): .received
    case (.text, .me, .received): .sent
    // Whoever restores a copy does not mean to send what is in it.
    case (_, _, .queued):
      current.account == .local ? .sent : .failed(reason: DeliveryFailure(.exported))
    case (_, _, let delivery): delivery
    }
  }

  private func addParts(of message: Archive.Message, to id: MessageID) throws(StoreError) {
    guard
      message.edited != nil || message.isRetracted || !message.reactions.isEmpty
        || !message.earlierTexts.isEmpty
    else { return }
    let hasReactions = message.reactions.contains { !$0.senders.isEmpty } && !message.isRetracted
    try connection.run(
      "UPDATE message SET edited = ?2, is_retracted = ?3, has_reactions = ?4 WHERE id = ?1",
      id, message.edited, message.isRetracted, hasReactions)
    guard !message.isRetracted else { return }
    for (index, text) in message.earlierTexts.enumerated() {
      try connection.run(
        "INSERT INTO message_version (message, version, body, time) VALUES (?1, ?2, ?3, ?4)",
        id, index + 1, text.body, text.time)
    }
    var ordinal = 0
    for reaction in message.reactions {
      for sender in reaction.senders {
        ordinal += 1
        let row = try senderRow(sender) ?? 0
        try connection.run(
          """
          INSERT INTO reaction (message, sender, emoji, ordinal) VALUES (?1, ?2, ?3, ?4)
          ON CONFLICT DO NOTHING
          """, id, row, reaction.emoji, ordinal)
      }
    }
  }

  // MARK: Position

  private func place(
    for message: Archive.Message, in current: ImportState.Current,
    after state: inout ImportState.Current?
  ) throws(StoreError) -> Int64 {
    var lower = try current.last.flatMap { id throws(StoreError) in try position(of: id) }
    var upper: Int64?
    let next = try connection.prepare(
      """
      SELECT id, position, time FROM message WHERE conversation = ?1 AND position > ?2
      ORDER BY position LIMIT 1
      """)
    while true {
      next.reset()
      try next.bind(current.id, lower ?? .min)
      guard try next.step() else { break }
      upper = next.integer(1)
      guard next.integer(2) <= message.time.microseconds else { break }
      // It was written before: the message comes after it.
      state?.last = MessageID(rawValue: next.integer(0))
      (lower, upper) = (upper, nil)
    }
    let wanted = message.position.rawValue
    if Self.sanePositions.contains(wanted), wanted > lower ?? .min, wanted < upper ?? .max {
      return wanted
    }
    guard let upper else { return lower.map { $0 + Self.positionStep } ?? Self.firstPosition }
    guard let before = lower else { return upper - Self.positionStep }
    if upper - before > 1 { return before + min(Self.positionStep, (upper - before) / 2) }
    next.reset()
    try makeRoom(around: upper, in: current.id)
    // Either of the two has moved.
    return try place(for: message, in: state ?? current, after: &state)
  }

  /// What an archive may say: far enough from both ends for ``makeRoom(around:in:)``.
  private static let sanePositions: ClosedRange<Int64> = -(1 << 60)...(1 << 60)

  private func position(of id: MessageID) throws(StoreError) -> Int64? {
    try connection.integer("SELECT position FROM message WHERE id = ?1", id)
  }

  private func isLater(_ id: MessageID, than other: MessageID?) throws(StoreError) -> Bool {
    guard let other, let place = try position(of: other) else { return true }
    return try position(of: id) ?? .min > place
  }

  // MARK: Known messages

  /// The message in the store that is this one.
  private func known(
    _ message: Archive.Message, in current: ImportState.Current
  ) throws(StoreError) -> MessageID? {
    if let id = message.archiveID,
      let known = try connection.integer(
        "SELECT id FROM message WHERE conversation = ?1 AND archive_id = ?2", current.id, id)
    {
      return MessageID(rawValue: known)
    }
    if let id = message.originID { return try known(message, originID: id, in: current.id) }
    guard message.archiveID == nil, !current.isNew, !current.wasEmpty else { return nil }
    return try nameless(message)
  }

  /// Anybody can reuse an id, so it must also be the same sender, and be the same in the archive of
  /// the server or, where that knows neither, of the same time.
  private func known(
    _ message: Archive.Message, originID: String, in conversation: ConversationID
  ) throws(StoreError) -> MessageID? {
    for candidate in try reader.messages(originID: originID, in: conversation)
    where candidate.sender.address == message.sender.address {
      switch (candidate.archiveID, message.archiveID) {
      case (nil, let id?):
        try setArchiveID(id, of: candidate.id)
        return candidate.id
      case (_?, nil): return candidate.id
      case (nil, nil): if candidate.time == message.time { return candidate.id }
      case (_?, _?): break
      }
    }
    return nil
  }

  /// Notes which messages of a conversation have no id that is the same everywhere. They are
  /// recognized by what they say, and only those from before the import: the same words at the same
  /// time may stand twice in an archive.
  func noteNameless(in conversation: ConversationID) throws(StoreError) {
    try connection.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS nameless (message INTEGER PRIMARY KEY, time INTEGER NOT NULL);
      CREATE INDEX IF NOT EXISTS temp.nameless_time ON nameless (time);
      DELETE FROM temp.nameless;
      """)
    try connection.run(
      """
      INSERT INTO temp.nameless (message, time) SELECT id, time FROM message
      WHERE conversation = ?1 AND archive_id IS NULL AND origin_id IS NULL
      """, conversation)
  }

  private func nameless(_ message: Archive.Message) throws(StoreError) -> MessageID? {
    let query = try connection.prepare("SELECT message FROM temp.nameless WHERE time = ?1")
    try query.bind(message.time)
    while try query.step() {
      let id = MessageID(rawValue: query.integer(0))
      if let known = try reader.message(id), known.kind == message.kind,
        known.body == message.body || known.edited != nil || known.isRetracted,
        known.sender.address == message.sender.address
      {
        return id
      }
    }
    return nil
  }
}

extension Sender {
  /// Nil for me.
  fileprivate var address: String? {
    if case .other(let address, _) = self { address } else { nil }
  }
}
