// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP

/// The service of the account's conversations: what they hand over goes to whichever service runs.
extension AccountConnection: MessageChangeService {
  nonisolated var account: AccountID { id }

  /// Messages leave by the outbox that runs with the service; none comes this way.
  func deliver(_ message: Message) async throws(DeliveryError) -> Delivery {
    guard let service else { throw .offline }
    return try await service.deliver(message)
  }

  func setComposing(_ composing: Bool, in conversation: ConversationID) async {
    await service?.setComposing(composing, in: conversation)
  }

  func markDisplayed(upTo message: MessageID, in conversation: ConversationID) async {
    if let service { return await service.markDisplayed(upTo: message, in: conversation) }
    // One that cannot be kept is not worth a word: nobody waits for it.
    if disclosure.markers {
      try? await forLater.markDisplayed(upTo: message, in: conversation)
    }
  }

  // Without a service the change is made and kept here; the next service sends it.

  private var forLater: ChangesForLater { ChangesForLater(account: id, store: store) }

  func sendCorrection(of message: Message) async throws(StoreError) {
    guard let service else { return try await forLater.sendCorrection(of: message) }
    try await service.sendCorrection(of: message)
  }

  func retract(_ message: Message) async throws(StoreError) {
    guard let service else { return try await forLater.retract(message) }
    try await service.retract(message)
  }

  func react(with emoji: [String], to message: Message) async throws(StoreError) {
    guard let service else { return try await forLater.react(with: emoji, to: message) }
    try await service.react(with: emoji, to: message)
  }

  nonisolated func typing() -> AsyncStream<TypingNotice> {
    let (stream, continuation) = AsyncStream.makeStream(of: TypingNotice.self)
    Task { @MainActor [weak self] in self?.relayTyping(to: continuation) }
    return stream
  }
}
