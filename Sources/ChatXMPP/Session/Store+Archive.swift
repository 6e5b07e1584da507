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
  private static func placeKey(_ number: Int) -> String { "xmpp-hole-\(number)" }

  /// The place kept for hole `number`, if what it names is still there.
  func place(of number: Int, in conversation: ConversationID) throws(StoreError) -> HolePlace? {
    let parts =
      try reader.value(Self.placeKey(number), of: conversation)?.split(separator: " ") ?? []
    guard parts.count == 2, let row = Int64(parts[1]) else { return nil }
    let id = MessageID(rawValue: row)
    guard try reader.message(id) != nil else { return nil }
    return parts[0] == "gap" ? .gap(id) : .before(id)
  }

  func setPlace(
    _ place: HolePlace, of number: Int, in conversation: ConversationID
  ) throws(StoreError) {
    let kind = if case .gap = place { "gap" } else { "before" }
    try setValue(
      "\(kind) \(place.message.rawValue)", for: Self.placeKey(number), of: conversation)
  }

  /// The hole is filled: its gap rows go, and its places are forgotten.
  func closeHole(_ number: Int, gaps: [Int64: Int64]) throws(StoreError) {
    for conversation in gaps.keys {
      try setValue(
        nil, for: Self.placeKey(number), of: ConversationID(rawValue: conversation))
    }
    try delete(gaps.values.map(MessageID.init(rawValue:)))
  }

  /// Whether an archived message of somebody else is in the store under another archive id: it was
  /// sent twice over a broken connection, and the archive has both.
  func isResend(
    _ incoming: IncomingMessage, in conversation: ConversationID
  ) throws(StoreError) -> Bool {
    guard let id = incoming.originID, !incoming.sender.isMe else { return false }
    let before = try reader.messages(originID: id, in: conversation).first { message in
      !message.sender.isMe && message.body == incoming.body
    }
    guard let before, before.archiveID != incoming.archiveID else { return false }
    guard before.archiveID == nil, let archiveID = incoming.archiveID else { return true }
    // The live copy came without its id; now it is a fixed point of the page.
    try setArchiveID(archiveID, of: before.id)
    return false
  }
}
