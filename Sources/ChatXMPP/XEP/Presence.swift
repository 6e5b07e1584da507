// SPDX-License-Identifier: GPL-3.0-or-later

/// Who is there (RFC 6121 §4), and who may know (§3).
public struct Presence: Hashable, Sendable {
  public enum Availability: String, Hashable, Sendable {
    case offline, available, chat, away
    case extendedAway = "xa"
    case doNotDisturb = "dnd"
  }

  public var availability: Availability
  /// What they wrote about it, at most 1,024 characters.
  public var text: String
  /// −128 to 127: which of several devices is preferred.
  public var priority: Int

  /// What a presence stanza means.
  enum Kind: Hashable, Sendable {
    case presence(Presence)
    case subscriptionRequest
    case subscribed, unsubscribe, unsubscribed
    case error
  }

  static func kind(of stanza: XMLElement) -> Kind? {
    switch stanza["type"] {
    case nil, "unavailable": .presence(Presence(stanza))
    case "subscribe": .subscriptionRequest
    case "subscribed": .subscribed
    case "unsubscribe": .unsubscribe
    case "unsubscribed": .unsubscribed
    case "error": .error
    default: nil
    }
  }

  private init(_ stanza: XMLElement) {
    if stanza["type"] == "unavailable" {
      availability = .offline
    } else {
      let show = stanza.child("show", Namespace.client)?.text ?? ""
      let known = Availability(rawValue: show)
      availability = known == nil || known == .offline ? .available : known ?? .available
    }
    text = String((stanza.child("status", Namespace.client)?.text ?? "").prefix(1_024))
    priority =
      stanza.child("priority", Namespace.client)
      .flatMap { Int($0.text) }.map { min(max($0, -128), 127) } ?? 0
  }

  /// Our presence. `show` is left out for plain availability.
  static func stanza(
    _ availability: Availability, text: String = "", capabilities: XMLElement?
  ) -> XMLElement {
    guard availability != .offline else {
      return XMLElement("presence", Namespace.client, ["type": "unavailable"])
    }
    var stanza = XMLElement("presence", Namespace.client)
    if availability != .available {
      stanza.append(XMLElement("show", Namespace.client, text: availability.rawValue))
    }
    if !text.isEmpty { stanza.append(XMLElement("status", Namespace.client, text: text)) }
    if let capabilities { stanza.append(capabilities) }
    return stanza
  }

  static func subscription(_ type: String, to address: JID) -> XMLElement {
    XMLElement("presence", Namespace.client, ["to": address.bare.description, "type": type])
  }
}
