// SPDX-License-Identifier: MIT

extension StoreReader {
  /// The conversations as the list shows them: pinned first, then by what happened last.
  ///
  /// - Parameter limit: the first so many, for a first frame that costs the same with 2 as with
  ///   2,000; nil for all.
  public func summaries(limit: Int? = nil) throws(StoreError) -> [ConversationSummary] {
    try snapshot { () throws(StoreError) in
      let query = try connection.prepare(
        conversationColumns,
        "ORDER BY is_pinned DESC, activity DESC, id DESC LIMIT ?1")
      try query.bind(limit ?? -1)
      var summaries: [ConversationSummary] = []
      while try query.step() { summaries.append(try summary(query)) }
      return summaries
    }
  }

  public func summary(of id: ConversationID) throws(StoreError) -> ConversationSummary? {
    try snapshot { () throws(StoreError) in
      let query = try connection.prepare(conversationColumns, "WHERE conversation.id = ?1")
      try query.bind(id)
      return try query.step() ? try summary(query) : nil
    }
  }

  /// The conversation of an account with an address.
  public func conversation(
    with address: String, of account: AccountID
  ) throws(StoreError) -> ConversationID? {
    try connection.integer(
      "SELECT id FROM conversation WHERE account = ?1 AND address = ?2", account, address
    ).map(ConversationID.init(rawValue:))
  }

  /// Everything up to here was read.
  public func readPosition(in conversation: ConversationID) throws(StoreError) -> MessagePosition {
    let position = try connection.integer(
      "SELECT read_position FROM conversation WHERE id = ?1", conversation)
    return MessagePosition(rawValue: position ?? 0)
  }

  private func summary(
    _ row: borrowing Statement
  ) throws(StoreError) -> ConversationSummary {
    let id = ConversationID(rawValue: row.integer(0))
    let last = try connection.prepare(
      messageColumns,
      "FROM message WHERE conversation = ?1 AND kind <> 2 ORDER BY position DESC LIMIT 1")
    try last.bind(id)
    let lastMessage = try last.step() ? try message(last) : nil
    let readPosition = MessagePosition(rawValue: row.integer(7))
    // Most conversations are read to their end: then nothing is counted.
    let isRead = lastMessage.map { $0.position <= readPosition } ?? true
    return ConversationSummary(
      id: id,
      account: AccountID(rawValue: row.integer(1)),
      kind: ConversationSummary.Kind(rawValue: Int(row.integer(2))) ?? .direct,
      address: row.text(3),
      title: row.text(4),
      lastMessage: lastMessage,
      unreadCount: isRead ? 0 : try incomingCount(after: readPosition, in: id),
      draft: row.optionalText(8).flatMap(Self.firstLine),
      isPinned: row.bool(5),
      mutedUntil: row.optionalInteger(6).map(Timestamp.init(microseconds:)),
      activity: Timestamp(microseconds: row.integer(9)))
  }

  private static func firstLine(_ draft: String) -> String? {
    draft.split(whereSeparator: \.isNewline).first.map(String.init)
  }
}

private let conversationColumns: StaticString = """
  SELECT conversation.id, account, kind, address, title, is_pinned, muted_until, read_position,
    substr(draft.text, 1, 400), activity
  FROM conversation LEFT JOIN draft ON draft.conversation = conversation.id
  """
