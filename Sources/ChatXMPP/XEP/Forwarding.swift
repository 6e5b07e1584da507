// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Stanzas inside stanzas (XEP-0297).
enum Forwarding {
  static let namespace = "urn:xmpp:forward:0"

  /// The message a wrapper holds and when it was sent, by the wrapper's own word.
  static func message(in wrapper: XMLElement) -> (message: XMLElement, time: Timestamp?)? {
    guard let forwarded = wrapper.child("forwarded", namespace),
      let message = forwarded.child("message", Namespace.client)
    else { return nil }
    return (message, Delay.time(in: forwarded))
  }
}
