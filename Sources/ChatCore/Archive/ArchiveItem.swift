// SPDX-License-Identifier: MIT

/// The archive: everything in the store as one JSON document, which ``ArchiveWriter`` writes and
/// ``ArchiveReader`` reads. docs/archive.md describes it for other programs.
enum Archive {
  static let format = "im.martlet.archive"
  /// What this program writes. A reader takes every version up to its own.
  static let version: Int64 = 1

  struct Account: Hashable, Sendable {
    var address = ""
    var name = ""
  }

  /// What says which conversation it is: it stands before the messages.
  struct ConversationKey: Hashable, Sendable {
    var account = ""
    var kind = ConversationSummary.Kind.direct
    var address = ""
  }

  /// The rest of a conversation; it may stand after the messages.
  struct ConversationFacts: Hashable, Sendable {
    var title = ""
    var isPinned = false
    var mutedUntil: Timestamp?
    var readPosition = MessagePosition(rawValue: 0)
    var draft = ""
  }

  struct Message: Hashable, Sendable {
    var position = MessagePosition(rawValue: 0)
    var kind = ChatCore.Message.Kind.text
    var sender = Sender.me
    var body = ""
    var time = Timestamp(microseconds: 0)
    var delivery = Delivery.received
    var edited: Timestamp?
    var isRetracted = false
    var reply: Reply?
    var reactions: [Reaction] = []
    var earlierTexts: [Text] = []
    var originID: String?
    var archiveID: String?
    var occupantID: String?

    struct Text: Hashable, Sendable {
      var body = ""
      var time = Timestamp(microseconds: 0)
    }
  }

  /// One piece of an archive, in the order in which they come.
  enum Item: Hashable, Sendable {
    case account(Account)
    case conversation(ConversationKey)
    case message(Message)
    case conversationEnd(ConversationFacts)
  }
}

extension ConversationSummary.Kind {
  /// Its word in an archive.
  var word: String {
    switch self {
    case .notes: "notes"
    case .direct: "direct"
    case .room: "room"
    }
  }

  init?(word: String) {
    switch word {
    case "notes": self = .notes
    case "direct": self = .direct
    case "room": self = .room
    default: return nil
    }
  }
}

extension Message.Kind {
  var word: String {
    switch self {
    case .text: "text"
    case .system: "system"
    case .gap: "gap"
    }
  }

  init?(word: String) {
    switch word {
    case "text": self = .text
    case "system": self = .system
    case "gap": self = .gap
    default: return nil
    }
  }
}

extension Delivery {
  var word: String {
    switch self {
    case .queued: "queued"
    case .sent: "sent"
    case .delivered: "delivered"
    case .read: "read"
    case .failed: "failed"
    case .received: "received"
    }
  }

  init?(word: String, failure: String?) {
    switch word {
    case "queued": self = .queued
    case "sent": self = .sent
    case "delivered": self = .delivered
    case "read": self = .read
    case "failed": self = .failed(reason: DeliveryFailure(stored: failure ?? ""))
    case "received": self = .received
    default: return nil
    }
  }
}
