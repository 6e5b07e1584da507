// SPDX-License-Identifier: MIT

extension Store {
  /// Keeps what stands in the input bar, within ``Draft/bounded``; an empty draft or nil forgets
  /// it.
  public func saveDraft(
    _ draft: Draft?, in conversation: ConversationID
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      guard let draft = draft?.bounded, !draft.isEmpty else {
        try connection.run("DELETE FROM draft WHERE conversation = ?1", conversation)
        return
      }
      try connection.run(
        """
        INSERT INTO draft (
          conversation, text, caret, selection, scroll, styles, reply_to, editing, aside,
          aside_reply_to)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6,
          (SELECT id FROM message WHERE id = ?7), (SELECT id FROM message WHERE id = ?8), ?9,
          (SELECT id FROM message WHERE id = ?10)
        FROM conversation WHERE id = ?1
        ON CONFLICT (conversation) DO UPDATE SET
          text = excluded.text, caret = excluded.caret, selection = excluded.selection,
          scroll = excluded.scroll, styles = excluded.styles, reply_to = excluded.reply_to,
          editing = excluded.editing, aside = excluded.aside,
          aside_reply_to = excluded.aside_reply_to
        """, conversation, draft.text, draft.caret, draft.selection, draft.scroll,
        draft.styles.rawValue, draft.replyTo, draft.editing, draft.aside?.text,
        draft.aside?.replyTo)
      guard connection.changedRows > 0 else { throw .notFound }
      try connection.run("DELETE FROM draft_attachment WHERE conversation = ?1", conversation)
      let all =
        draft.attachments.map { ($0, false) } + (draft.aside?.attachments ?? []).map { ($0, true) }
      for (ordinal, (attachment, isAside)) in all.enumerated() {
        try connection.run(
          """
          INSERT INTO draft_attachment (
            conversation, ordinal, path, name, media_type, size, is_aside)
          VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
          """, conversation, ordinal, attachment.path, attachment.name, attachment.mediaType,
          attachment.size, isAside ? 1 : 0)
      }
    }
  }

  /// Keeps a value of a conversation under a name; nil forgets it.
  public func setValue(
    _ value: String?, for key: String, of conversation: ConversationID
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      guard let value else {
        try connection.run(
          "DELETE FROM conversation_value WHERE conversation = ?1 AND key = ?2",
          conversation, key)
        return
      }
      try connection.run(
        """
        INSERT INTO conversation_value (conversation, key, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (conversation, key) DO UPDATE SET value = excluded.value
        """, conversation, key, value)
    }
  }

  /// Keeps a value of an account under a name; nil forgets it.
  public func setValue(
    _ value: String?, for key: String, of account: AccountID
  ) throws(StoreError) {
    try write { () throws(StoreError) in
      guard let value else {
        try connection.run(
          "DELETE FROM account_value WHERE account = ?1 AND key = ?2", account, key)
        return
      }
      try connection.run(
        """
        INSERT INTO account_value (account, key, value) VALUES (?1, ?2, ?3)
        ON CONFLICT (account, key) DO UPDATE SET value = excluded.value
        """, account, key, value)
    }
  }

  /// Remembers where a conversation was left; nil for "at the end".
  public func setScrollAnchor(
    _ anchor: ScrollAnchor?, in conversation: ConversationID
  ) throws(StoreError) {
    try setValue(anchor?.stored, for: ScrollAnchor.key, of: conversation)
  }

  /// Remembers in which language spelling is checked, such as "en_US"; nil guesses.
  public func setSpellingLanguage(
    _ language: String?, in conversation: ConversationID
  ) throws(StoreError) {
    try setValue(language, for: Self.spellingLanguageKey, of: conversation)
  }

  static let spellingLanguageKey = "spelling-language"
}
