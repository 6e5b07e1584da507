// SPDX-License-Identifier: MIT

/// What answers quote. An answer whose message is here is linked to it, whichever of the two came
/// first, and quotes what that says now: nothing that was taken back, corrected or deleted stays in a
/// quote.
extension Store {
  /// An answer from outside names the message by an id of its sender or of the archive. Where that
  /// message is here, it is what tells who wrote it and what.
  func resolved(_ reply: Reply, in conversation: ConversationID) throws(StoreError) -> Reply {
    let id = reply.referencedID
    var target = try reply.message.flatMap { id throws(StoreError) in try reader.message(id) }
    if target == nil, reply.message == nil, !id.isEmpty {
      target = try reader.message(archiveID: id, in: conversation)
      if target == nil { target = try reader.messages(originID: id, in: conversation).first }
    }
    guard let target else { return reply }
    var known = Reply(answering: target)
    if !id.isEmpty { known.referencedID = id }
    return known
  }

  /// Whether there are answers whose message is not here. There hardly ever are, so it is asked once
  /// before many messages and spares two questions about each.
  func awaitsAnsweredMessages(in conversation: ConversationID) throws(StoreError) -> Bool {
    try connection.integer(
      """
      SELECT 1 FROM message INDEXED BY message_waiting_reply
      WHERE conversation = ?1 AND reply_message IS NULL AND reply_id IS NOT NULL LIMIT 1
      """, conversation) != nil
  }

  /// Links the answers to a message that came before it, as they do when history is read from its
  /// end.
  ///
  /// - Parameter ids: what the message is called by its sender and by the archive.
  func linkReplies(
    to message: MessageID, called ids: (String?, String?), in conversation: ConversationID
  ) throws(StoreError) {
    let isAwaited = try connection.integer(
      """
      SELECT 1 FROM message WHERE conversation = ?1 AND reply_message IS NULL
        AND reply_id IN (?2, ?3) AND reply_id <> '' LIMIT 1
      """, conversation, ids.0, ids.1)
    guard isAwaited != nil, let target = try reader.message(message) else { return }
    let quote = Reply(answering: target)
    try connection.run(
      """
      UPDATE message SET reply_message = ?4, reply_author = ?5, reply_excerpt = ?6
      WHERE conversation = ?1 AND reply_message IS NULL
        AND reply_id IN (?2, ?3) AND reply_id <> '' AND id <> ?4
      """, conversation, ids.0, ids.1, message, quote.author, quote.storedExcerpt)
  }

  /// Lets the answers to a message quote its new text.
  func quote(_ body: String, of message: MessageID) throws(StoreError) {
    try connection.run(
      "UPDATE message SET reply_excerpt = ?2 WHERE reply_message = ?1",
      message, Reply.excerpt(of: body))
  }

  /// Takes what is quoted of a message out of the answers to it.
  func withdrawQuotes(of message: MessageID) throws(StoreError) {
    try connection.run(
      "UPDATE message SET reply_excerpt = NULL WHERE reply_message = ?1", message)
  }

  /// The same for a message that leaves this device. The answers then wait for it: should the archive
  /// bring it once more, they quote it again.
  func forgetAnswered(_ message: MessageID) throws(StoreError) {
    try connection.run(
      "UPDATE message SET reply_message = NULL, reply_excerpt = NULL WHERE reply_message = ?1",
      message)
  }
}

extension Reply {
  /// How much of the answered text is kept for when the message itself is not here.
  static let excerptLimit = 200  // Characters

  static func excerpt(of body: String) -> String { String(body.prefix(excerptLimit)) }

  /// Nil for what was taken back.
  var storedExcerpt: String? { isRetracted ? nil : excerpt }

  /// An answer to a message of the store.
  ///
  /// It names the archive's id, as rooms do (XEP-0461 §3.1). Between two people the sender's goes out:
  /// that is the service's to know.
  public init(answering message: Message) {
    let author =
      switch message.sender {
      case .me: ""
      case .other(_, let name): name
      }
    self.init(
      message: message.id, referencedID: message.archiveID ?? message.originID ?? "",
      author: author, excerpt: Self.excerpt(of: message.body), isRetracted: message.isRetracted)
  }
}
