// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Where the messages of a hole of the archive belong in one conversation.
enum HolePlace: Hashable, Sendable {
  /// Behind a gap row and before what follows it.
  case gap(MessageID)
  /// Before this message, with which the conversation begins.
  case before(MessageID)

  var placement: Placement {
    switch self {
    case .gap(let gap): .closing(gap: gap)
    case .before(let message): .before(message)
    }
  }

  fileprivate var message: MessageID {
    switch self {
    case .gap(let id), .before(let id): id
    }
  }
}

extension Store {
  /// One key for each hole: while a later one is being filled, the place of an earlier one that
  /// was cut short must not be forgotten.
  private static func placeKeys(_ number: Int) -> String { "xmpp-hole-\(number)-" }

  private static func placeKey(_ number: Int, _ conversation: ConversationID) -> String {
    placeKeys(number) + "\(conversation.rawValue)"
  }

  private static func place(in value: String) -> HolePlace? {
    let parts = value.split(separator: " ")
    guard parts.count == 2, let row = Int64(parts[1]) else { return nil }
    let id = MessageID(rawValue: row)
    return parts[0] == "gap" ? .gap(id) : .before(id)
  }

  /// The place kept for hole `number`, if what it names is still there.
  func place(
    of number: Int, in conversation: ConversationID, of account: AccountID
  ) throws(StoreError) -> HolePlace? {
    let value = try reader.value(Self.placeKey(number, conversation), of: account)
    guard let place = value.flatMap(Self.place(in:)), try reader.message(place.message) != nil
    else { return nil }
    return place
  }

  /// In the transaction that makes the place: a gap row of which nothing is known stays for ever.
  func setPlace(
    _ place: HolePlace, of number: Int, in conversation: ConversationID, of account: AccountID
  ) throws(StoreError) {
    let kind = if case .gap = place { "gap" } else { "before" }
    try setValue(
      "\(kind) \(place.message.rawValue)", for: Self.placeKey(number, conversation), of: account)
  }

  /// The hole is filled: its gap rows go, and its places are forgotten.
  func closeHole(_ number: Int, of account: AccountID) throws(StoreError) {
    var gaps: [MessageID] = []
    for (key, value) in try reader.values(prefix: Self.placeKeys(number), of: account) {
      if case .gap(let gap) = Self.place(in: value) { gaps.append(gap) }
      try setValue(nil, for: key, of: account)
    }
    try delete(gaps)
  }

  /// A page of the archive without what was sent twice over a broken connection: the archive has
  /// both, the store has one already.
  func withoutResends(
    _ page: [IncomingMessage], in conversation: ConversationID
  ) throws(StoreError) -> [IncomingMessage] {
    let theirs = page.compactMap { $0.sender.isMe ? nil : $0.originID }
    let known = try reader.known(originIDs: theirs, in: conversation)
    guard !known.isEmpty else { return page }
    var new: [IncomingMessage] = []
    for message in page where try !isResend(message, known, in: conversation) {
      new.append(message)
    }
    return new
  }

  /// Whether an archived message of somebody else is in the store under another archive id.
  ///
  /// - Parameter known: the ids of senders that the conversation has, of those that are asked about.
  private func isResend(
    _ incoming: IncomingMessage, _ known: Set<String>, in conversation: ConversationID
  ) throws(StoreError) -> Bool {
    guard let id = incoming.originID, !incoming.sender.isMe, known.contains(id) else {
      return false
    }
    let before = try reader.messages(originID: id, in: conversation).first { message in
      !message.sender.isMe && (message.isRetracted || message.body == incoming.body)
    }
    guard let before, before.archiveID != incoming.archiveID else { return false }
    guard before.archiveID == nil, let archiveID = incoming.archiveID else { return true }
    // The live copy came without its id; now it is a fixed point of the page.
    try setArchiveID(archiveID, of: before.id)
    return false
  }
}
