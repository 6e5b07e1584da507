// SPDX-License-Identifier: GPL-3.0-or-later

/// Copies of what this account's other devices send and receive (XEP-0280).
enum Carbons {
  static let namespace = "urn:xmpp:carbons:2"

  static let enable = XMLElement("enable", namespace)

  enum Direction: Hashable, Sendable { case sent, received }

  /// Whether `message` is a copy or claims to be one. It may be unwrapped only if its sender is the
  /// account's own bare address (§11): anyone can write such a wrapper.
  static func copy(in message: XMLElement) -> (direction: Direction, wrapper: XMLElement)? {
    if let wrapper = message.child("sent", namespace) { return (.sent, wrapper) }
    if let wrapper = message.child("received", namespace) { return (.received, wrapper) }
    return nil
  }
}
