// SPDX-License-Identifier: MIT

extension Store {
  /// Writes what a draft has become: a new message, an answer, or a new text for an old message.
  /// The draft is cleared in the same transaction.
  func send(
    _ body: String, of draft: Draft, in conversation: ConversationID
  ) throws(StoreError) -> Message {
    try write { () throws(StoreError) in
      if let id = draft.editing, let old = try reader.message(id), old.sender.isMe,
        !old.isRetracted
      {
        if old.body != body { try edit(id, body: body, at: .now) }
        try connection.run("DELETE FROM draft WHERE conversation = ?1", conversation)
        guard let edited = try reader.message(id) else { throw .notFound }
        return edited
      }
      var message = OutgoingMessage(body: body)
      if let target = try draft.replyTo.flatMap({ id throws(StoreError) in
        try reader.message(id)
      }) {
        message.reply = Reply(answering: target)
      }
      return try append(message, to: conversation)
    }
  }
}
