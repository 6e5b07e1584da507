// SPDX-License-Identifier: GPL-3.0-or-later

/// People whose stanzas the server keeps away (XEP-0191), and the word to it why (XEP-0377).
enum Blocking {
  static let namespace = "urn:xmpp:blocking"
  static let reporting = "urn:xmpp:reporting:1"
  static let errors = "urn:xmpp:blocking:errors"
  static let request = XMLElement("blocklist", namespace)

  enum Change: Hashable, Sendable {
    case list([JID])
    case block([JID])
    case unblock([JID])
    /// An `<unblock/>` without names (§3.4).
    case unblockAll
  }

  /// What an answer or a push says. A push counts only from our own account, like one of the
  /// roster: see ``Roster/isTrusted(sender:account:)``.
  static func change(in iq: XMLElement) -> Change? {
    if let list = iq.child("blocklist", namespace) { return .list(addresses(in: list)) }
    if let block = iq.child("block", namespace) { return .block(addresses(in: block)) }
    guard let unblock = iq.child("unblock", namespace) else { return nil }
    guard unblock.contains("item", namespace) else { return .unblockAll }
    return .unblock(addresses(in: unblock))
  }

  private static func addresses(in element: XMLElement) -> [JID] {
    element.children("item", namespace).compactMap { $0["jid"].flatMap { try? JID($0) } }
  }

  /// - Parameter account: whose archive has the messages of the report.
  static func block(_ address: JID, report: BlockReport?, by account: JID) -> XMLElement {
    var item = XMLElement("item", namespace, ["jid": address.description])
    if let report { item.append(report.element(of: account)) }
    return XMLElement("block", namespace, children: [item])
  }

  static func unblock(_ address: JID) -> XMLElement {
    XMLElement(
      "unblock", namespace,
      children: [XMLElement("item", namespace, ["jid": address.description])])
  }
}

/// What the own server is told about somebody who is blocked (XEP-0377 §3).
public struct BlockReport: Hashable, Sendable {
  public enum Reason: String, Hashable, Sendable {
    case spam = "urn:xmpp:reporting:spam"
    case abuse = "urn:xmpp:reporting:abuse"
  }

  public var reason: Reason
  /// What the user says about it; empty for nothing.
  public var text: String
  /// The archive's ids of the messages it is about, at most ten.
  public var messages: [String]

  public init(_ reason: Reason, text: String = "", messages: [String] = []) {
    self.reason = reason
    self.text = text
    self.messages = messages
  }

  fileprivate func element(of account: JID) -> XMLElement {
    var report = XMLElement("report", Blocking.reporting, ["reason": reason.rawValue])
    for id in messages.prefix(10) {
      report.append(
        XMLElement(
          "stanza-id", StanzaIdentity.namespace, ["by": account.bare.description, "id": id]))
    }
    if !text.isEmpty { report.append(XMLElement("text", Blocking.reporting, text: text)) }
    return report
  }
}
