// SPDX-License-Identifier: MIT

/// Many messages from outside in few statements. Each statement has its price, whatever it writes:
/// what SQLite notes to be able to undo it, a look at the conversation, the number of the next row.
extension Store {
  /// A message that has been put into its place.
  struct Placed {
    var id: MessageID
    var position: Int64
  }

  /// Inserts `run` at `positions`, in order.
  func insert(
    _ run: [IncomingMessage], at positions: [Int64], in conversation: ConversationID
  ) throws(StoreError) -> [Placed] {
    var placed: [Placed] = []
    placed.reserveCapacity(run.count)
    var isAwaited = try awaitsAnsweredMessages(in: conversation)
    var index = 0
    while index < run.count {
      let first = index
      if let reply = run[index].reply {
        // It may answer one of those before it.
        var row = NewRow(run[index])
        row.reply = try resolved(reply, in: conversation)
        if row.reply?.message == nil { isAwaited = true }
        let id = try insert(row, at: positions[index], in: conversation)
        placed.append(Placed(id: id, position: positions[index]))
        index += 1
      } else {
        while index < run.count, run[index].reply == nil { index += 1 }
        try insertRows(run, at: positions, first..<index, in: conversation, &placed)
      }
      guard isAwaited else { continue }
      for (message, place) in zip(run[first..<index], placed[first..<index]) {
        try linkReplies(
          to: place.id, called: (message.originID, message.archiveID), in: conversation)
      }
    }
    return placed
  }

  /// Messages that answer nothing, as many in one statement as there is one for.
  private func insertRows(
    _ run: [IncomingMessage], at positions: [Int64], _ rows: Range<Int>,
    in conversation: ConversationID, _ placed: inout [Placed]
  ) throws(StoreError) {
    var sender: (of: Sender, row: Int64?) = (.me, nil)
    var next = rows.lowerBound
    while next < rows.upperBound {
      let left = rows.upperBound - next
      guard let insertion = Self.insertions.first(where: { $0.count <= left }) else { return }
      let statement = try connection.prepareOften(text: insertion.sql)
      try statement.bind(conversation, at: 1)
      var parameter: Int32 = 2
      for index in next..<next + insertion.count {
        let message = run[index]
        if message.sender != sender.of {
          sender = (message.sender, try senderRow(message.sender))
        }
        try statement.bind(positions[index], at: parameter)
        try statement.bind(message.kind.rawValue, at: parameter + 1)
        try statement.bind(sender.row, at: parameter + 2)
        try statement.bind(message.body, at: parameter + 3)
        try statement.bind(message.time, at: parameter + 4)
        try statement.bind(message.delivery.stored, at: parameter + 5)
        try statement.bind(message.originID, at: parameter + 6)
        try statement.bind(message.archiveID, at: parameter + 7)
        try statement.bind(message.occupantID, at: parameter + 8)
        try statement.bind(message.body.hasLink, at: parameter + 9)
        parameter += Insertion.columns
      }
      _ = try recorder.inserting(into: conversation) { () throws(StoreError) in
        try statement.step()
      }
      // One statement of the only writer numbers its rows without a gap.
      let last = connection.lastInsertedRow
      for offset in 0..<insertion.count {
        let id = MessageID(rawValue: last - Int64(insertion.count - 1 - offset))
        placed.append(Placed(id: id, position: positions[next + offset]))
      }
      next += insertion.count
    }
  }

  /// A statement that writes `count` messages of one conversation.
  private struct Insertion {
    /// For each message, besides the conversation.
    static let columns: Int32 = 10
    let count: Int
    let sql: String

    init(_ count: Int) {
      self.count = count
      let values = (0..<count).map { number in
        let first = 2 + number * Int(Self.columns)
        let own = (first..<first + Int(Self.columns)).map { "?\($0)" }.joined(separator: ", ")
        return "(?1, \(own))"
      }
      sql = """
        INSERT INTO message (conversation, position, kind, sender, body, time, delivery, origin_id,
          archive_id, occupant_id, has_link)
        VALUES \(values.joined(separator: ", "))
        """
    }
  }

  /// The longest first; the last serves any number.
  private static let insertions = [Insertion(32), Insertion(8), Insertion(1)]
}

extension StoreReader {
  /// Which of the ids that the archive gave to messages are in a conversation.
  func known(
    archiveIDs ids: [String], in conversation: ConversationID
  ) throws(StoreError) -> Set<String> {
    try known(ids, Self.knownArchiveIDs, in: conversation)
  }

  /// Which of the ids that senders gave to messages are in a conversation, whoever gave them.
  ///
  /// For a page at once: most of them are new, and asking about each one costs more than looking.
  public func known(
    originIDs ids: [String], in conversation: ConversationID
  ) throws(StoreError) -> Set<String> {
    try known(ids, Self.knownOriginIDs, in: conversation)
  }

  private func known(
    _ ids: [String], _ sql: String, in conversation: ConversationID
  ) throws(StoreError) -> Set<String> {
    var found: Set<String> = []
    var next = 0
    while next < ids.count {
      let query = try connection.prepareOften(text: sql)
      try query.bind(conversation, at: 1)
      // What is not bound is NULL and equals nothing.
      for offset in 0..<min(Self.idsAtOnce, ids.count - next) {
        try query.bind(ids[next + offset], at: Int32(offset + 2))
      }
      while try query.step() { found.insert(query.text(0)) }
      next += Self.idsAtOnce
    }
    return found
  }

  private static let idsAtOnce = 32
  private static let idList = (2..<2 + idsAtOnce).map { "?\($0)" }.joined(separator: ", ")
  private static let knownArchiveIDs =
    "SELECT archive_id FROM message WHERE conversation = ?1 AND archive_id IN (\(idList))"
  private static let knownOriginIDs =
    "SELECT origin_id FROM message WHERE conversation = ?1 AND origin_id IN (\(idList))"
}
