// SPDX-License-Identifier: GPL-3.0-or-later

/// Names of the XML namespaces of the core protocol. Those of an extension stand in its own file.
enum Namespace {
  static let xml = "http://www.w3.org/XML/1998/namespace"
  static let client = "jabber:client"
  static let stream = "http://etherx.jabber.org/streams"
  static let streamErrors = "urn:ietf:params:xml:ns:xmpp-streams"
  static let stanzaErrors = "urn:ietf:params:xml:ns:xmpp-stanzas"
  static let tls = "urn:ietf:params:xml:ns:xmpp-tls"
  static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
  static let bind = "urn:ietf:params:xml:ns:xmpp-bind"
  static let streamManagement = "urn:xmpp:sm:3"
}
