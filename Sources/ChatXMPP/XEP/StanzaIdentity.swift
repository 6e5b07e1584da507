// SPDX-License-Identifier: GPL-3.0-or-later

/// Ids of messages that last (XEP-0359).
enum StanzaIdentity {
  static let namespace = "urn:xmpp:sid:0"

  /// The id the sender gave: `<origin-id/>`, else the stanza's own.
  static func origin(of message: XMLElement) -> String? {
    bounded(message.child("origin-id", namespace)?["id"] ?? message["id"])
  }

  /// The id that the archive of `by` gave. Ids that others claim to have given mean nothing (§6).
  static func archive(of message: XMLElement, by: JID) -> String? {
    for id in message.children("stanza-id", namespace) {
      if id["by"].flatMap({ try? JID($0) }) == by { return bounded(id["id"]) }
    }
    return nil
  }

  static func originElement(_ id: String) -> XMLElement {
    XMLElement("origin-id", namespace, ["id": id])
  }

  /// An id of a kilobyte helps nobody but who wants to fill the store.
  private static func bounded(_ id: String?) -> String? {
    guard let id, !id.isEmpty, id.utf8.count <= 1_024 else { return nil }
    return id
  }
}
