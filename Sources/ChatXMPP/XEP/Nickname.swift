// SPDX-License-Identifier: GPL-3.0-or-later

/// The name somebody gives himself (XEP-0172): in a request to see presence, or published.
enum Nickname {
  static let namespace = "http://jabber.org/protocol/nick"
  static let lengthLimit = 256  // Characters

  /// Nil when there is none, or nothing to be seen in it.
  static func text(in element: XMLElement) -> String? { text(element.child("nick", namespace)) }

  static func text(_ nick: XMLElement?) -> String? {
    guard let nick, nick.isNamed("nick", namespace) else { return nil }
    let text = String(nick.text.prefix(lengthLimit))
    return text.contains { !$0.isWhitespace } ? text : nil
  }

  static func element(_ text: String) -> XMLElement { XMLElement("nick", namespace, text: text) }
}
