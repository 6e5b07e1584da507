// SPDX-License-Identifier: GPL-3.0-or-later

/// Pings (XEP-0199).
enum Ping {
  static let namespace = "urn:xmpp:ping"

  /// A ping to our own server.
  static func request(id: String) -> XMLElement {
    XMLElement(
      "iq", Namespace.client, ["type": "get", "id": id],
      children: [XMLElement("ping", namespace)])
  }
}
