// SPDX-License-Identifier: GPL-3.0-or-later

/// Nodes of items that an account publishes and others follow (XEP-0060, XEP-0163).
enum PubSub {
  static let namespace = "http://jabber.org/protocol/pubsub"
  static let eventNamespace = "http://jabber.org/protocol/pubsub#event"
  static let ownerNamespace = "http://jabber.org/protocol/pubsub#owner"
  static let errors = "http://jabber.org/protocol/pubsub#errors"

  /// Who may read a node (XEP-0060 §4.5).
  enum Access: String, Hashable, Sendable {
    case presence, open, whitelist
  }

  struct Item: Hashable, Sendable {
    var id: String
    var payload: XMLElement?
  }

  /// News of a node.
  struct Event: Hashable, Sendable {
    var node: String
    var items: [Item]
    var retracted: [String]
    /// The node is gone, or emptied.
    var isCleared: Bool
  }

  /// The news in a message. Whose node it is, the message's sender says: a private node counts
  /// only from the own bare address (X07).
  static func event(in message: XMLElement) -> Event? {
    guard let event = message.child("event", eventNamespace) else { return nil }
    for name in ["purge", "delete"] {
      if let node = event.child(name)?["node"] {
        return Event(node: node, items: [], retracted: [], isCleared: true)
      }
    }
    guard let items = event.child("items"), let node = items["node"] else { return nil }
    return Event(
      node: node, items: self.items(in: items, eventNamespace),
      retracted: items.children("retract", eventNamespace).compactMap { $0["id"] },
      isCleared: false)
  }

  /// A request for one item, or for the newest.
  static func request(_ node: String, item: String? = nil) -> XMLElement {
    var items = XMLElement(
      "items", namespace, ["node": node, "max_items": item == nil ? "1" : nil])
    if let item { items.append(XMLElement("item", namespace, ["id": item])) }
    return XMLElement("pubsub", namespace, children: [items])
  }

  /// The items of an answer.
  static func items(in iq: XMLElement, node: String) -> [Item] {
    guard let items = iq.child("pubsub", namespace)?.child("items"), items["node"] == node else {
      return []
    }
    return self.items(in: items, namespace)
  }

  private static func items(in element: XMLElement, _ namespace: String) -> [Item] {
    element.children("item", namespace).prefix(64).map { item in
      Item(id: item["id"] ?? "", payload: item.elements.first { _ in true })
    }
  }

  /// Publishes one item, always with the options the node must have (§7.1.5): without them the
  /// server's defaults decide who can read it.
  static func publish(
    _ payload: XMLElement, to node: String, id: String, access: Access
  ) -> XMLElement {
    XMLElement(
      "pubsub", namespace,
      children: [
        XMLElement(
          "publish", namespace, ["node": node],
          children: [XMLElement("item", namespace, ["id": id], children: [payload])]),
        XMLElement(
          "publish-options", namespace,
          children: [DataForm.submission(type: namespace + "#publish-options", options(access))]),
      ])
  }

  /// Gives a node that exists already the options it must have (§8.2).
  static func configure(_ node: String, access: Access) -> XMLElement {
    XMLElement(
      "pubsub", ownerNamespace,
      children: [
        XMLElement(
          "configure", ownerNamespace, ["node": node],
          children: [DataForm.submission(type: namespace + "#node_config", options(access))])
      ])
  }

  private static func options(_ access: Access) -> [(String, String)] {
    [("pubsub#persist_items", "true"), ("pubsub#access_model", access.rawValue)]
  }
}
