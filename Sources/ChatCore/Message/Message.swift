// SPDX-License-Identifier: MIT

/// One message of a conversation, as committed to the store.
public struct Message: Identifiable, Hashable, Sendable {
  public let id: MessageID
  public let conversation: ConversationID
  public var position: MessagePosition
  public var kind: Kind
  public var sender: Sender
  /// Plain text as it was written (XEP-0393 styling included). Empty once retracted.
  public var body: String
  /// When the sender says it was written.
  public var time: Timestamp
  public var delivery: Delivery
  /// When it was last corrected (XEP-0308), if it was.
  public var edited: Timestamp?
  public var isRetracted: Bool
  public var reply: Reply?
  public var reactions: [Reaction]
  /// The id its sender gave it (XEP-0359 §3.2 origin-id); own messages keep theirs over resends.
  public var originID: String?
  /// The id the conversation's archive gave it (XEP-0359 §3.1 stanza-id).
  public var archiveID: String?

  public init(
    id: MessageID, conversation: ConversationID, position: MessagePosition, kind: Kind = .text,
    sender: Sender, body: String, time: Timestamp, delivery: Delivery,
    edited: Timestamp? = nil, isRetracted: Bool = false, reply: Reply? = nil,
    reactions: [Reaction] = [], originID: String? = nil, archiveID: String? = nil
  ) {
    self.id = id
    self.conversation = conversation
    self.position = position
    self.kind = kind
    self.sender = sender
    self.body = body
    self.time = time
    self.delivery = delivery
    self.edited = edited
    self.isRetracted = isRetracted
    self.reply = reply
    self.reactions = reactions
    self.originID = originID
    self.archiveID = archiveID
  }

  /// Whether its text may be put right: an own one that is on its way and was not taken back.
  public var isEditable: Bool {
    if case .failed = delivery { return false }
    return kind == .text && sender.isMe && !isRetracted
  }

  /// What a row is for.
  public enum Kind: Int, Hashable, Sendable {
    case text = 0
    /// A note of Martlet's own about the conversation ("Ada joined"), not somebody's words.
    case system = 1
    /// A stretch of the archive that was not fetched yet (XEP-0313): history is missing here.
    case gap = 2
  }
}

/// Who wrote a message.
public enum Sender: Hashable, Sendable {
  case me
  /// A contact (bare address) or an occupant of a room (full occupant address), and the name that
  /// was shown when the message came.
  case other(address: String, name: String)

  public var isMe: Bool { self == .me }
}

/// How far a message has come. Received messages are always `.received`.
public enum Delivery: Hashable, Sendable {
  /// Committed to the store, not yet acknowledged by the service.
  case queued
  /// Acknowledged by the service.
  case sent
  /// Arrived on a device of the other side (XEP-0184).
  case delivered
  /// Displayed to the other side (XEP-0333).
  case read
  /// It did not get there. The user may retry or delete.
  case failed(reason: DeliveryFailure)
  case received
}

/// What a message answers (XEP-0461).
public struct Reply: Hashable, Sendable {
  /// The answered message if it is in the store.
  public var message: MessageID?
  /// The id the sender named.
  public var referencedID: String
  /// Who wrote the answered message and how it begins; kept for when it is not in the store.
  public var author: String
  public var excerpt: String
  /// The answered message was taken back: there is nothing left to quote.
  public var isRetracted: Bool

  public init(
    message: MessageID?, referencedID: String, author: String, excerpt: String,
    isRetracted: Bool = false
  ) {
    self.message = message
    self.referencedID = referencedID
    self.author = author
    self.excerpt = excerpt
    self.isRetracted = isRetracted
  }
}

/// One emoji and who reacted with it (XEP-0444).
public struct Reaction: Hashable, Sendable {
  public var emoji: String
  public var senders: [Sender]

  public init(emoji: String, senders: [Sender]) {
    self.emoji = emoji
    self.senders = senders
  }
}
