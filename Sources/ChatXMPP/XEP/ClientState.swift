// SPDX-License-Identifier: GPL-3.0-or-later

/// Client state indication (XEP-0352): whether somebody looks at this client.
enum ClientState {
  static func xml(isActive: Bool) -> String {
    XMLElement(isActive ? "active" : "inactive", "urn:xmpp:csi:0").xml()
  }
}
