// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// "Displayed" marks (XEP-0333). One speaks for all messages before it, so of those that could not be
/// sent only the newest of each conversation waits, in the store, for the next sign-in.
extension AccountSession {
  /// Tells that everything up to a message was displayed: now, or with the next sign-in.
  func tellDisplayed(_ id: String, in conversation: ConversationID, to peer: JID) {
    guard preferences.sendsMarkers, mayTell(peer) else { return }
    if sendMarker(id, to: peer) {
      toldMarkers.insert(conversation)
    } else {
      keepMarker(id, in: conversation)
    }
  }

  /// Sends what was kept. Who it is for and whether the user wants it is asked now.
  func sendKeptMarkers() {
    let account = account
    writer.write { [weak self] store throws(StoreError) in
      let kept = try store.takeMarkers(of: account)
      guard !kept.isEmpty else { return nil }
      return { self?.send(kept) }
    }
  }

  private func send(_ markers: [KeptMarker]) {
    guard preferences.sendsMarkers else { return }
    // One that was sent meanwhile is newer.
    for marker in markers where !toldMarkers.contains(marker.conversation) {
      guard let peer = try? JID(marker.address), mayTell(peer) else { continue }
      if !sendMarker(marker.id, to: peer) { keepMarker(marker.id, in: marker.conversation) }
    }
  }

  private func sendMarker(_ id: String, to peer: JID) -> Bool {
    send([ChatMarkers.displayed(id), Hints.store], to: peer)
  }

  private func keepMarker(_ id: String, in conversation: ConversationID) {
    let account = account
    writer.write { store throws(StoreError) in
      try store.keepMarker(id, in: conversation, of: account)
      return nil
    }
  }
}

/// A mark that waits for a connection.
struct KeptMarker: Hashable, Sendable {
  /// The sender's id of the message.
  var id: String
  var conversation: ConversationID
  var address: String

  /// Under this and the conversation's number the id stands in the store.
  static let prefix = "xmpp-displayed "
}

extension Store {
  func keepMarker(
    _ id: String, in conversation: ConversationID, of account: AccountID
  ) throws(StoreError) {
    try setValue(id, for: "\(KeptMarker.prefix)\(conversation.rawValue)", of: account)
  }

  /// What was kept, which is kept no longer.
  func takeMarkers(of account: AccountID) throws(StoreError) -> [KeptMarker] {
    var markers: [KeptMarker] = []
    for (key, id) in try reader.values(prefix: KeptMarker.prefix, of: account) {
      try setValue(nil, for: key, of: account)
      guard let number = Int64(key.dropFirst(KeptMarker.prefix.count)) else { continue }
      let conversation = ConversationID(rawValue: number)
      // It may have been deleted meanwhile.
      guard let address = try reader.summary(of: conversation)?.address else { continue }
      markers.append(KeptMarker(id: id, conversation: conversation, address: address))
    }
    return markers
  }
}
