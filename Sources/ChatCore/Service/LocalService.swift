// SPDX-License-Identifier: MIT

/// The service of Notes to Self: there is no other side, so what is committed is sent.
public struct LocalService: ChatService {
  public let account = AccountID.local

  public init() {}

  public func deliver(_ message: Message) async throws(DeliveryError) -> Delivery { .sent }
  public func setComposing(_ composing: Bool, in conversation: ConversationID) async {}
  public func markDisplayed(upTo message: MessageID, in conversation: ConversationID) async {}
}
