// SPDX-License-Identifier: MIT

/// Reads an archive, one item after the other, in flat memory.
///
/// Members may come in any order, as other programs like to sort them, but for `account`, `kind` and
/// `address` of a conversation, which stand before its messages. Members of other names are passed
/// over.
struct ArchiveReader {
  private enum Place {
    case start, top, accounts, conversations, conversation, messages, end
  }

  private var json: JSONReader
  private var place = Place.start
  private var format: String?
  private var version: Int64?
  private var key = Archive.ConversationKey()
  private var missing: Set<String> = []
  private var facts = Archive.ConversationFacts()

  init(_ file: InputFile) { json = JSONReader(file) }

  /// Where the reader stands, for what the importer finds wrong.
  func fault(_ problem: ArchiveFault.Problem) -> ArchiveFault { json.fault(problem) }

  /// The next item; nil at the end, when the whole archive has turned out to be one.
  mutating func next() throws(ArchiveFault) -> Archive.Item? {
    while true {
      switch place {
      case .start:
        guard try json.kind() == .object else { throw json.fault(.notAnArchive) }
        try json.beginObject()
        place = .top
      case .top: try readTop()
      case .accounts:
        if try json.nextElement() { return .account(try account()) }
        place = .top
      case .conversations:
        guard try json.nextElement() else {
          place = .top
          continue
        }
        try json.beginObject()
        (key, facts, missing) = (.init(), .init(), ["account", "kind", "address", "messages"])
        place = .conversation
      case .conversation:
        if let item = try readConversation() { return item }
      case .messages:
        if try json.nextElement() { return .message(try json.message()) }
        place = .conversation
      case .end: return nil
      }
    }
  }

  private mutating func readTop() throws(ArchiveFault) {
    switch try json.nextName() {
    case "format":
      format = try json.string()
      guard format == Archive.format else { throw json.fault(.notAnArchive) }
    case "version":
      let version = try json.integer()
      guard version <= Archive.version else { throw .newerVersion(version) }
      guard version > 0 else { throw json.fault(.badValue("version")) }
      self.version = version
    case "accounts":
      try json.beginArray()
      place = .accounts
    case "conversations":
      try json.beginArray()
      place = .conversations
    case nil:
      try json.end()
      guard format != nil, version != nil else { throw json.fault(.notAnArchive) }
      place = .end
    default: try json.skipValue()
    }
  }

  private mutating func account() throws(ArchiveFault) -> Archive.Account {
    var account = Archive.Account()
    try json.beginObject()
    while let name = try json.nextName() {
      switch name {
      case "address": account.address = try json.string()
      case "name": account.name = try json.string()
      default: try json.skipValue()
      }
    }
    guard !account.address.isEmpty else { throw json.fault(.lacks("address")) }
    return account
  }

  /// Reads one member. Returns the conversation when its messages begin, and its facts when it ends.
  private mutating func readConversation() throws(ArchiveFault) -> Archive.Item? {
    guard let name = try json.nextName() else {
      if let name = missing.first { throw json.fault(.lacks(name)) }
      place = .conversations
      return .conversationEnd(facts)
    }
    missing.remove(name)
    switch name {
    case "account": key.account = try json.string()
    case "kind":
      guard let kind = ConversationSummary.Kind(word: try json.string()) else {
        throw json.fault(.badValue("kind"))
      }
      key.kind = kind
    case "address": key.address = try json.string()
    case "title": facts.title = try json.string()
    case "pinned": facts.isPinned = try json.bool()
    case "mutedUntil": facts.mutedUntil = try json.time("mutedUntil")
    case "readUpTo": facts.readPosition = MessagePosition(rawValue: try json.integer())
    case "draft": facts.draft = try json.string()
    case "messages":
      if let name = missing.sorted().first { throw json.fault(.lacks(name)) }
      try json.beginArray()
      place = .messages
      return .conversation(key)
    default: try json.skipValue()
    }
    return nil
  }
}

extension JSONReader {
  fileprivate mutating func time(_ name: String) throws(ArchiveFault) -> Timestamp {
    if try kind() == .number { return Timestamp(microseconds: try integer()) }
    guard let time = ArchiveTime.read(try string()) else { throw fault(.badValue(name)) }
    return time
  }

  fileprivate mutating func sender() throws(ArchiveFault) -> Sender {
    if try kind() == .string {
      guard try string() == "me" else { throw fault(.badValue("sender")) }
      return .me
    }
    var (address, name) = ("", "")
    try beginObject()
    while let member = try nextName() {
      switch member {
      case "address": address = try string()
      case "name": name = try string()
      default: try skipValue()
      }
    }
    return .other(address: address, name: name)
  }

  fileprivate mutating func message() throws(ArchiveFault) -> Archive.Message {
    var message = Archive.Message()
    var missing: Set = ["position", "time", "sender", "body", "delivery"]
    var (delivery, failure) = ("", String?.none)
    try beginObject()
    while let name = try nextName() {
      missing.remove(name)
      switch name {
      case "position": message.position = MessagePosition(rawValue: try integer())
      case "kind":
        guard let kind = Message.Kind(word: try string()) else { throw fault(.badValue(name)) }
        message.kind = kind
      case "time": message.time = try time(name)
      case "sender": message.sender = try sender()
      case "body": message.body = try string()
      case "delivery": delivery = try string()
      case "failure": failure = try string()
      case "edited": message.edited = try time(name)
      case "retracted": message.isRetracted = try bool()
      case "reply": message.reply = try reply()
      case "reactions": message.reactions = try reactions()
      case "earlierTexts": message.earlierTexts = try earlierTexts()
      case "originID": message.originID = try string()
      case "archiveID": message.archiveID = try string()
      case "occupantID": message.occupantID = try string()
      default: try skipValue()
      }
    }
    if let name = missing.sorted().first { throw fault(.lacks(name)) }
    guard let state = Delivery(word: delivery, failure: failure) else {
      throw fault(.badValue("delivery"))
    }
    message.delivery = state
    return message
  }

  private mutating func reply() throws(ArchiveFault) -> Reply {
    var reply = Reply(message: nil, referencedID: "", author: "", excerpt: "")
    try beginObject()
    while let name = try nextName() {
      switch name {
      case "id": reply.referencedID = try string()
      case "author": reply.author = try string()
      case "excerpt": reply.excerpt = try string()
      default: try skipValue()
      }
    }
    return reply
  }

  private mutating func reactions() throws(ArchiveFault) -> [Reaction] {
    var reactions: [Reaction] = []
    try beginArray()
    while try nextElement() {
      var reaction = Reaction(emoji: "", senders: [])
      try beginObject()
      while let name = try nextName() {
        switch name {
        case "emoji": reaction.emoji = try string()
        case "senders":
          try beginArray()
          while try nextElement() { reaction.senders.append(try sender()) }
        default: try skipValue()
        }
      }
      reactions.append(reaction)
    }
    return reactions
  }

  private mutating func earlierTexts() throws(ArchiveFault) -> [Archive.Message.Text] {
    var texts: [Archive.Message.Text] = []
    try beginArray()
    while try nextElement() {
      var text = Archive.Message.Text()
      try beginObject()
      while let name = try nextName() {
        switch name {
        case "body": text.body = try string()
        case "time": text.time = try time(name)
        default: try skipValue()
        }
      }
      texts.append(text)
    }
    return texts
  }
}
