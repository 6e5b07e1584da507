// SPDX-License-Identifier: GPL-3.0-or-later

/// The list of contacts (RFC 6121 §2).
enum Roster {
  static let namespace = "jabber:iq:roster"

  struct Item: Hashable, Sendable {
    enum Subscription: String, Hashable, Sendable {
      case none, to, from, both
      /// Only in a push: the contact is gone.
      case remove
    }

    var address: JID
    var name: String
    var subscription: Subscription
    /// We asked to see their presence and have no answer.
    var isAsking: Bool
    var groups: [String]

    /// They may see our presence, so they may have what tells that we are there (X25).
    var seesUs: Bool { subscription == .from || subscription == .both }
  }

  /// The request; `version` is what the last list had, "" when there is none, nil when the server
  /// knows no versions.
  static func query(version: String?) -> XMLElement {
    XMLElement("query", namespace, ["ver": version])
  }

  static func items(in query: XMLElement) -> [Item] {
    query.children("item", namespace).compactMap(Item.init)
  }

  static func set(_ address: JID, name: String, groups: [String]) -> XMLElement {
    XMLElement(
      "query", namespace,
      children: [
        XMLElement(
          "item", namespace, ["jid": address.description, "name": name],
          children: groups.map { XMLElement("group", namespace, text: $0) })
      ])
  }

  static func remove(_ address: JID) -> XMLElement {
    XMLElement(
      "query", namespace,
      children: [
        XMLElement(
          "item", namespace, ["jid": address.description, "subscription": "remove"])
      ])
  }

  /// Whether a push may be believed: it names no sender or the account itself (§2.1.6).
  static func isTrusted(sender: String?, account: JID) -> Bool {
    guard let sender else { return true }
    return (try? JID(sender)) == account.bare
  }
}

extension Roster.Item {
  init?(_ element: XMLElement) {
    guard let address = element["jid"].flatMap({ try? JID($0) }), address.isBare else { return nil }
    self.address = address
    name = String((element["name"] ?? "").prefix(256))
    subscription = element["subscription"].flatMap(Subscription.init(rawValue:)) ?? .none
    isAsking = element["ask"] == "subscribe"
    groups = element.children("group", Roster.namespace).map(\.text).filter { !$0.isEmpty }
  }
}
