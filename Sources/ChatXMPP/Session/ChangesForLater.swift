// SPDX-License-Identifier: GPL-3.0-or-later
public import ChatCore

/// What is said about messages of an account for which no service runs: it is off, or has not begun.
///
/// Each change is made here at once and kept in the store, in one transaction. The account's next
/// ``XMPPService`` sends it, in order with the messages, and so does one that begins just now.
public struct ChangesForLater: Sendable {
  private let account: AccountID
  private let store: Store

  public init(account: AccountID, store: Store) {
    self.account = account
    self.store = store
  }

  /// As ``XMPPService/sendCorrection(of:)``.
  public func sendCorrection(of message: Message) async throws(StoreError) {
    guard message.sender.isMe else { return }
    try await keep(.correction, about: message)
  }

  /// As ``XMPPService/retract(_:)``.
  public func retract(_ message: Message) async throws(StoreError) {
    guard message.sender.isMe else { return }
    try await keep(.retraction, about: message)
  }

  /// As ``XMPPService/react(with:to:)``.
  public func react(with emoji: [String], to message: Message) async throws(StoreError) {
    try await keep(.reactions(emoji), about: message)
  }

  /// As ``XMPPService/markDisplayed(upTo:in:)``. Whether the user wants it sent is asked when it is.
  public func markDisplayed(
    upTo message: MessageID, in conversation: ConversationID
  ) async throws(StoreError) {
    let account = account
    try await store.transaction { store throws(StoreError) in
      guard let id = try store.reader.message(message)?.originID else { return }
      try store.keepMarker(id, in: conversation, of: account)
    }
  }

  private func keep(
    _ kind: OutgoingChange.Kind, about message: Message
  ) async throws(StoreError) {
    let account = account
    _ = try await store.transaction { store throws(StoreError) in
      try store.keep(kind, about: message, of: account, numberedFrom: 1)
    }
  }
}
