// SPDX-License-Identifier: MIT

/// What the list of conversations shows of one.
public struct ConversationSummary: Identifiable, Hashable, Sendable {
  public let id: ConversationID
  public var account: AccountID
  public var kind: Kind
  /// The bare address of the other side or the room; empty for notes.
  public var address: String
  /// The name shown: nickname, room name, else the address.
  public var title: String
  public var lastMessage: Message?
  public var unreadCount: Int
  /// The first line of the draft, nil when there is none.
  public var draft: String?
  public var isPinned: Bool
  /// Silent until then; `.max` for good, nil when not muted.
  public var mutedUntil: Timestamp?
  /// When something last happened in it: what the list is ordered by. It never goes back.
  public var activity: Timestamp

  public init(
    id: ConversationID, account: AccountID, kind: Kind, address: String, title: String,
    lastMessage: Message? = nil, unreadCount: Int = 0, draft: String? = nil,
    isPinned: Bool = false, mutedUntil: Timestamp? = nil,
    activity: Timestamp = Timestamp(microseconds: 0)
  ) {
    self.id = id
    self.account = account
    self.kind = kind
    self.address = address
    self.title = title
    self.lastMessage = lastMessage
    self.unreadCount = unreadCount
    self.draft = draft
    self.isPinned = isPinned
    self.mutedUntil = mutedUntil
    self.activity = activity
  }

  public enum Kind: Int, Hashable, Sendable {
    /// Notes to Self, on this device only.
    case notes = 0
    /// One contact.
    case direct = 1
    /// A room with several occupants.
    case room = 2
  }
}
