// SPDX-License-Identifier: MIT

/// One commit to the store, as its readers see it. Changes arrive in the order of commits.
public struct StoreChange: Hashable, Sendable {
  /// Messages that are new, changed (text, delivery, reactions, …) or gone, by conversation.
  public var messages: [ConversationID: MessageChanges] = [:]
  /// Conversations whose summary changed: a new message, a draft, a read mark, a name.
  public var summaries: Set<ConversationID> = []

  public init() {}

  public var isEmpty: Bool { messages.isEmpty && summaries.isEmpty }

  /// What one commit did to the messages of one conversation.
  public struct MessageChanges: Hashable, Sendable {
    public var inserted: Set<MessageID> = []
    public var updated: Set<MessageID> = []
    public var deleted: Set<MessageID> = []

    public init() {}
  }
}
