// SPDX-License-Identifier: MIT
import ChatCore
import Synchronization

/// A service that does as it is told and remembers what it was asked.
actor FakeService: ChatService {
  nonisolated let account: AccountID
  private(set) var composing: [Bool] = []
  private(set) var delivered: [Message] = []
  var answer: Result<Delivery, DeliveryError> = .success(.sent)
  private nonisolated let notices: AsyncStream<TypingNotice>
  private nonisolated let continuation: AsyncStream<TypingNotice>.Continuation

  init(account: AccountID) {
    self.account = account
    (notices, continuation) = AsyncStream.makeStream()
  }

  func answer(_ answer: Result<Delivery, DeliveryError>) { self.answer = answer }
  nonisolated func tell(_ notice: TypingNotice) { continuation.yield(notice) }

  func deliver(_ message: Message) async throws(DeliveryError) -> Delivery {
    delivered.append(message)
    return try answer.get()
  }

  func setComposing(_ composing: Bool, in conversation: ConversationID) {
    self.composing.append(composing)
  }

  func markDisplayed(upTo message: MessageID, in conversation: ConversationID) {}

  /// One listener only.
  nonisolated func typing() -> AsyncStream<TypingNotice> { notices }
}
