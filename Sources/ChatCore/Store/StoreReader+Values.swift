// SPDX-License-Identifier: MIT

extension StoreReader {
  /// What stands in the input bar of a conversation, nil when nothing does.
  public func draft(in conversation: ConversationID) throws(StoreError) -> Draft? {
    try snapshot { () throws(StoreError) in
      let query = try connection.prepare(
        """
        SELECT text, caret, selection, scroll, styles, reply_to, editing, aside, aside_reply_to
        FROM draft WHERE conversation = ?1
        """)
      try query.bind(conversation)
      guard try query.step() else { return nil }
      var draft = Draft(
        text: query.text(0), caret: Int(query.integer(1)), selection: Int(query.integer(2)),
        scroll: query.real(3), styles: Draft.Styles(rawValue: Int(query.integer(4))),
        replyTo: query.optionalInteger(5).map(MessageID.init(rawValue:)),
        editing: query.optionalInteger(6).map(MessageID.init(rawValue:)),
        attachments: try attachments(in: conversation, aside: false))
      if let aside = query.optionalText(7) {
        draft.aside = Draft.Aside(
          text: aside, replyTo: query.optionalInteger(8).map(MessageID.init(rawValue:)),
          attachments: try attachments(in: conversation, aside: true))
      }
      // Another program may have put anything there; the input bar gets what it can bear.
      return draft.bounded
    }
  }

  private func attachments(
    in conversation: ConversationID, aside: Bool
  ) throws(StoreError) -> [Draft.Attachment] {
    let query = try connection.prepare(
      """
      SELECT path, name, media_type, size FROM draft_attachment
      WHERE conversation = ?1 AND is_aside = ?2 ORDER BY ordinal
      """)
    try query.bind(conversation, aside ? 1 : 0)
    var attachments: [Draft.Attachment] = []
    while try query.step() {
      attachments.append(
        Draft.Attachment(
          path: query.text(0), name: query.text(1), mediaType: query.text(2),
          size: query.integer(3)))
    }
    return attachments
  }

  /// What a conversation keeps under a name.
  public func value(
    _ key: String, of conversation: ConversationID
  ) throws(StoreError) -> String? {
    let query = try connection.prepare(
      "SELECT value FROM conversation_value WHERE conversation = ?1 AND key = ?2")
    try query.bind(conversation, key)
    return try query.step() ? query.text(0) : nil
  }

  /// What an account keeps under a name.
  public func value(_ key: String, of account: AccountID) throws(StoreError) -> String? {
    let query = try connection.prepare(
      "SELECT value FROM account_value WHERE account = ?1 AND key = ?2")
    try query.bind(account, key)
    return try query.step() ? query.text(0) : nil
  }

  /// What an account keeps under names that begin with `prefix`, by name.
  public func values(
    prefix: String, of account: AccountID
  ) throws(StoreError) -> [(key: String, value: String)] {
    let query = try connection.prepare(
      """
      SELECT key, value FROM account_value
      WHERE account = ?1 AND key >= ?2 AND key < ?2 || char(0x10FFFF) ORDER BY key
      """)
    try query.bind(account, prefix)
    var values: [(key: String, value: String)] = []
    while try query.step() { values.append((query.text(0), query.text(1))) }
    return values
  }

  /// Where a conversation was left: nil for "at the end".
  public func scrollAnchor(in conversation: ConversationID) throws(StoreError) -> ScrollAnchor? {
    try value(ScrollAnchor.key, of: conversation).flatMap(ScrollAnchor.init(stored:))
  }

  /// The language in which spelling is checked, such as "en_US"; nil where it is guessed.
  public func spellingLanguage(in conversation: ConversationID) throws(StoreError) -> String? {
    try value(Store.spellingLanguageKey, of: conversation)
  }
}

/// The place of a conversation that is being read: a message and how many pixels of it are hidden
/// above the upper edge. No anchor means "at the end".
public struct ScrollAnchor: Hashable, Sendable {
  public var message: MessageID
  /// Pixels, negative when there is space above the message.
  public var offset: Double

  public init(message: MessageID, offset: Double) {
    self.message = message
    self.offset = offset
  }

  static let key = "scroll-anchor"

  var stored: String { "\(message.rawValue) \(offset)" }

  init?(stored: String) {
    let parts = stored.split(separator: " ")
    guard parts.count == 2, let message = Int64(parts[0]), let offset = Double(parts[1]),
      offset.isFinite
    else { return nil }
    self.init(message: MessageID(rawValue: message), offset: offset)
  }
}
