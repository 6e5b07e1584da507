// SPDX-License-Identifier: GPL-3.0-or-later

/// Delivery receipts (XEP-0184).
enum Receipts {
  static let namespace = "urn:xmpp:receipts"

  static let request = XMLElement("request", namespace)

  static func isRequested(by message: XMLElement) -> Bool { message.contains("request", namespace) }

  /// The id of the message that has arrived.
  static func received(in message: XMLElement) -> String? {
    message.child("received", namespace)?["id"]
  }

  static func receipt(for id: String) -> XMLElement {
    XMLElement("received", namespace, ["id": id])
  }
}

/// "Displayed" marks (XEP-0333).
enum ChatMarkers {
  static let namespace = "urn:xmpp:chat-markers:0"

  static let markable = XMLElement("markable", namespace)

  static func displayed(in message: XMLElement) -> String? {
    message.child("displayed", namespace)?["id"]
  }

  static func displayed(_ id: String) -> XMLElement {
    XMLElement("displayed", namespace, ["id": id])
  }
}

/// Whether the other side is writing (XEP-0085).
enum ChatStates {
  static let namespace = "http://jabber.org/protocol/chatstates"

  static func element(isComposing: Bool) -> XMLElement {
    XMLElement(isComposing ? "composing" : "paused", namespace)
  }

  /// Sent along with a message: the writing is over.
  static let active = XMLElement("active", namespace)

  /// True for writing, false for any other state, nil when the message says nothing.
  static func isComposing(in message: XMLElement) -> Bool? {
    for child in message.elements where child.namespace == namespace {
      return child.name == "composing"
    }
    return nil
  }
}

/// Hints for the server (XEP-0334).
enum Hints {
  static let namespace = "urn:xmpp:hints"
  static let store = XMLElement("store", namespace)
  static let noStore = XMLElement("no-store", namespace)
}
