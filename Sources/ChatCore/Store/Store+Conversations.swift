// SPDX-License-Identifier: MIT

extension Store {
  /// The conversation of an account with an address, made when there is none yet.
  ///
  /// - Parameter title: the name shown; used only when it is made.
  @discardableResult
  public func openConversation(
    _ kind: ConversationSummary.Kind, with address: String, title: String, of account: AccountID
  ) throws(StoreError) -> ConversationID {
    try write { () throws(StoreError) in
      if let known = try reader.conversation(with: address, of: account) { return known }
      try connection.run(
        """
        INSERT INTO conversation (account, kind, address, title, activity)
        VALUES (?1, ?2, ?3, ?4, ?5)
        """, account, kind.rawValue, address, title, Timestamp.now)
      return ConversationID(rawValue: connection.lastInsertedRow)
    }
  }

  public func setTitle(_ title: String, of conversation: ConversationID) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        "UPDATE conversation SET title = ?2 WHERE id = ?1 AND title <> ?2", conversation, title)
    }
  }

  public func setPinned(_ isPinned: Bool, _ conversation: ConversationID) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        "UPDATE conversation SET is_pinned = ?2 WHERE id = ?1 AND is_pinned <> ?2",
        conversation, isPinned)
    }
  }

  /// Silences a conversation until then: `.max` for good, nil for not at all.
  public func setMuted(
    until time: Timestamp?, _ conversation: ConversationID
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        "UPDATE conversation SET muted_until = ?2 WHERE id = ?1", conversation, time)
    }
  }

  /// Marks everything up to `position` as read. A mark never goes back, so a late one from another
  /// device does no harm.
  public func markRead(
    upTo position: MessagePosition, in conversation: ConversationID
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      try connection.run(
        "UPDATE conversation SET read_position = ?2 WHERE id = ?1 AND read_position < ?2",
        conversation, position)
    }
  }

  /// Deletes a conversation with everything in it, really: the text is overwritten on disk.
  public func deleteConversation(_ conversation: ConversationID) throws(StoreError) {
    try write { () throws(StoreError) in
      logHasDeleted = true
      try noteDeletion(ofAllIn: conversation)
      try connection.run("DELETE FROM conversation WHERE id = ?1", conversation)
      try deleteUnusedSenders()
    }
  }

  /// Deletes all messages of a conversation and keeps the conversation.
  public func clearHistory(of conversation: ConversationID) throws(StoreError) {
    try write { () throws(StoreError) in
      logHasDeleted = true
      try noteDeletion(ofAllIn: conversation)
      try connection.run("DELETE FROM message WHERE conversation = ?1", conversation)
      try deleteUnusedSenders()
    }
  }

  private func noteDeletion(ofAllIn conversation: ConversationID) throws(StoreError) {
    guard recorder.isRecording else { return }
    let ids = try connection.prepare("SELECT id FROM message WHERE conversation = ?1")
    try ids.bind(conversation)
    while try ids.step() {
      recorder.willDelete(MessageID(rawValue: ids.integer(0)), of: conversation)
    }
  }

  /// Names of people are personal too: who has no message left is forgotten.
  private func deleteUnusedSenders() throws(StoreError) {
    try connection.run(
      """
      DELETE FROM sender WHERE id NOT IN (
        SELECT sender FROM message WHERE sender IS NOT NULL
        UNION SELECT sender FROM reaction)
      """)
    reader.forgetSenders()
  }
}
