// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension Session {
  /// Sends an answer that was written elsewhere than in the conversation, such as in a notice; the
  /// draft stays as it is. Whoever answers has read what was there: up to `message`.
  func answer(
    _ text: String, in id: ConversationID, afterReading message: MessageID?
  ) async throws(StoreError) {
    let text = String(text.cleanedForXML.prefix(utf8Bytes: Draft.textLimit))
    guard let text = SendableText(text) else { return }
    _ = try await store.append(OutgoingMessage(body: text.string), to: id, isTyped: false)
    guard let message, let read = try reader.message(message) else { return }
    try await conversation(id).markRead(upTo: read)
  }
}
