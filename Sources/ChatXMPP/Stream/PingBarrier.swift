// SPDX-License-Identifier: GPL-3.0-or-later

/// Acknowledgements from a server without stream management: it handles stanzas in order
/// (RFC 6120 §10.1), so the answer to a ping (XEP-0199) says that what went before has arrived.
struct PingBarrier {
  private var before: [StreamManagement.Entry] = []
  private var after: [StreamManagement.Entry] = []
  private var id: String?

  var isWaiting: Bool { id != nil }

  /// A stanza is being sent; returns what to write behind it.
  mutating func sent(_ entry: StreamManagement.Entry) -> String {
    guard entry.token != nil else { return "" }
    after.append(entry)
    return ask()
  }

  /// A ping for what was sent while the last one was under way.
  mutating func askForRest() -> String { after.isEmpty ? "" : ask() }

  /// A ping, unless one is under way.
  mutating func ask() -> String {
    guard id == nil else { return "" }
    before = after
    after = []
    let id = StanzaID.random()
    self.id = id
    return Ping.request(id: id).xml()
  }

  /// The tokens that are safe now, if `element` answers the ping; nil if it is something else.
  ///
  /// An error is an answer too: a server that does not know pings says so in order.
  mutating func received(_ element: XMLElement) -> [UInt64]? {
    guard let id, element.isNamed("iq", Namespace.client), element["id"] == id,
      element["type"] == "result" || element["type"] == "error"
    else { return nil }
    self.id = nil
    defer { before = [] }
    return before.compactMap(\.token)
  }

  /// The connection is gone; returns what is in doubt.
  mutating func disconnected() -> [StreamManagement.Entry] {
    defer { self = PingBarrier() }
    return before + after
  }
}
