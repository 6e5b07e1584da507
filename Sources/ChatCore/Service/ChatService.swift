// SPDX-License-Identifier: MIT

/// What carries messages of one account to the other side: `LocalService` for notes, XMPP for
/// the rest.
///
/// The outbox calls ``deliver(_:)`` only for messages that are committed to the store, in the order
/// in which they were written, one after the other in each conversation. What comes back
/// (acknowledgements, receipts, incoming messages) goes to the store; the screen follows the store.
public protocol ChatService: Sendable {
  var account: AccountID { get }

  /// Hands over one queued message.
  ///
  /// Returns the state the message has reached. A message that was handed over but not
  /// acknowledged stays `.queued`; the service reports later by writing to the store.
  func deliver(_ message: Message) async throws(DeliveryError) -> Delivery

  /// Tells the other side that the user writes or has stopped writing (XEP-0085).
  func setComposing(_ composing: Bool, in conversation: ConversationID) async

  /// Tells the other side that everything up to `message` was displayed (XEP-0333).
  func markDisplayed(upTo message: MessageID, in conversation: ConversationID) async

  /// Who begins and who stops writing on the other side, from now on.
  func typing() -> AsyncStream<TypingNotice>
}

extension ChatService {
  /// Nobody ever types.
  public func typing() -> AsyncStream<TypingNotice> { AsyncStream { $0.finish() } }
}

/// News that somebody writes or has stopped writing (XEP-0085).
public struct TypingNotice: Hashable, Sendable {
  public var conversation: ConversationID
  public var sender: Sender
  public var isTyping: Bool

  public init(conversation: ConversationID, sender: Sender, isTyping: Bool) {
    self.conversation = conversation
    self.sender = sender
    self.isTyping = isTyping
  }
}

/// Why a message could not be handed over.
public enum DeliveryError: Error, Hashable, Sendable {
  /// There is no connection now; the outbox tries again when there is one.
  case offline
  /// The service refused for good.
  case refused(reason: DeliveryFailure)
}
