// SPDX-License-Identifier: GPL-3.0-or-later

/// From the first byte to a stream that carries stanzas: encryption, login, resource or resumption
/// (RFC 6120 §4–§7, XEP-0198 §5). It does no input or output; it says what to do.
@NetworkActor
struct Negotiation {
  /// What the user's side brings.
  struct Identity: Sendable {
    var address: JID
    var password: String
    /// The resource to ask for; nil lets the server choose.
    var resource: String?
    /// The best mechanism the server was ever seen to offer.
    var mechanismFloor: SASLMechanism?
  }

  enum Purpose: Sendable {
    case login(Identity)
    /// Only encryption: the caller goes on by itself (XEP-0077, before there is an account).
    case register
  }

  enum Action: Hashable, Sendable {
    case write(String)
    case startTLS
    /// Begin a new stream over the same connection: a new parser, then this header.
    case restart(header: String)
    /// The offer of mechanisms, whose best one is the floor from now on.
    case mechanisms(strongest: SASLMechanism)
    /// Purpose ``Purpose/register`` is reached.
    case secured(features: XMLElement)
    case authenticated(SASLMechanism)
    case resumed(h: UInt32, StreamFeatures)
    case resumptionFailed(h: UInt32?)
    case bound(JID, StreamFeatures)
  }

  private enum Phase {
    case plain, awaitingProceed, handshake, secure, authenticating, authenticated, resuming
    case binding, done
  }

  private let domain: String
  private let purpose: Purpose
  private let resumption: String?
  private var phase = Phase.plain
  private var channelBinding: ChannelBinding?
  private var sasl: SASLClient?
  private var features = StreamFeatures()

  /// `resumption` is the `<resume/>` to try first.
  init(domain: String, purpose: Purpose, resumption: String?) {
    self.domain = domain
    self.purpose = purpose
    self.resumption = resumption
  }

  var isDone: Bool { phase == .done }

  /// The header of a stream over a connection that is not encrypted. It names no one but the domain.
  mutating func begin() -> String {
    phase = .plain
    return header(from: nil)
  }

  /// TLS is up, by STARTTLS or from the first byte.
  mutating func secured(_ channelBinding: ChannelBinding?) -> String {
    phase = .secure
    self.channelBinding = channelBinding
    return header(from: nil)
  }

  mutating func received(_ element: XMLElement) throws(StreamFailure) -> [Action] {
    if let failure = Self.streamError(element) { throw failure }
    switch phase {
    case .plain:
      guard element.isNamed("features", Namespace.stream) else { throw unexpected(element) }
      guard element.contains("starttls", Namespace.tls) else { throw .noEncryption }
      phase = .awaitingProceed
      return [.write("<starttls xmlns='\(Namespace.tls)'/>")]
    case .awaitingProceed:
      guard element.isNamed("proceed", Namespace.tls) else { throw .noEncryption }
      phase = .handshake
      return [.startTLS]
    case .handshake, .done:
      throw unexpected(element)
    case .secure:
      guard element.isNamed("features", Namespace.stream) else { throw unexpected(element) }
      switch purpose {
      case .register:
        phase = .done
        return [.secured(features: element)]
      case .login(let identity):
        return try authenticate(identity, features: element)
      }
    case .authenticating:
      return try continueAuthentication(element)
    case .authenticated:
      guard element.isNamed("features", Namespace.stream) else { throw unexpected(element) }
      features = StreamFeatures(element)
      if features.offersStreamManagement, let resumption {
        phase = .resuming
        return [.write(resumption)]
      }
      let lost: [Action] = resumption == nil ? [] : [.resumptionFailed(h: nil)]
      return lost + [.write(bindRequest(resource))]
    case .resuming:
      if element.isNamed("resumed", Namespace.streamManagement) {
        guard let h = element["h"].flatMap({ UInt32($0) }) else { throw unexpected(element) }
        phase = .done
        return [.resumed(h: h, features)]
      }
      guard element.isNamed("failed", Namespace.streamManagement) else { throw unexpected(element) }
      let h = element["h"].flatMap { UInt32($0) }
      return [.resumptionFailed(h: h), .write(bindRequest(resource))]
    case .binding:
      return try finishBinding(element)
    }
  }

  /// The failure a `<stream:error/>` tells of.
  static func streamError(_ element: XMLElement) -> StreamFailure? {
    guard element.isNamed("error", Namespace.stream) else { return nil }
    var condition = "undefined-condition"
    for child in element.elements where child.namespace == Namespace.streamErrors {
      if child.name != "text" { condition = child.name }
    }
    let text = element.child("text", Namespace.streamErrors)?.text ?? ""
    return .streamError(condition: condition, text: text)
  }

  // MARK: Login

  private mutating func authenticate(
    _ identity: Identity, features: XMLElement
  ) throws(StreamFailure) -> [Action] {
    let offered =
      features.child("mechanisms", Namespace.sasl)?.children("mechanism", Namespace.sasl)
      .map(\.text) ?? []
    let types = features.child("sasl-channel-binding", "urn:xmpp:sasl-cb:0")?.elements
      .compactMap { $0["type"] }
    let choice = SASLChoice.best(
      offered: offered, channelBinding: channelBinding, bindingTypes: types,
      floor: identity.mechanismFloor)
    do throws(AuthenticationFailure) {
      let sasl = try SASLClient(
        try choice.get(), user: identity.address.local ?? "", password: identity.password,
        channelBinding: channelBinding)
      let first = try sasl.begin()
      self.sasl = sasl
      phase = .authenticating
      let auth = XMLElement(
        "auth", Namespace.sasl, ["mechanism": sasl.mechanism.name], text: first)
      return [.mechanisms(strongest: sasl.mechanism), .write(auth.xml())]
    } catch {
      throw .authentication(error)
    }
  }

  private mutating func continueAuthentication(
    _ element: XMLElement
  ) throws(StreamFailure) -> [Action] {
    guard let sasl, element.namespace == Namespace.sasl else { throw unexpected(element) }
    do throws(AuthenticationFailure) {
      switch element.name {
      case "challenge":
        let response = try sasl.respond(to: element.text)
        return [.write(XMLElement("response", Namespace.sasl, text: response).xml())]
      case "success":
        try sasl.succeed(with: element.text)
        self.sasl = nil
        phase = .authenticated
        guard case .login(let identity) = purpose else { return [] }
        return [
          .authenticated(sasl.mechanism), .restart(header: header(from: identity.address.bare)),
        ]
      case "failure":
        throw AuthenticationFailure(element)
      default:
        throw .other(condition: element.name, text: "")
      }
    } catch {
      throw .authentication(error)
    }
  }

  // MARK: Resource

  private var resource: String? {
    if case .login(let identity) = purpose { identity.resource } else { nil }
  }

  private mutating func bindRequest(_ resource: String?) -> String {
    phase = .binding
    var bind = XMLElement("bind", Namespace.bind)
    if let resource { bind.append(XMLElement("resource", Namespace.bind, text: resource)) }
    return XMLElement(
      "iq", Namespace.client, ["type": "set", "id": Self.bindID], children: [bind]
    ).xml()
  }

  private mutating func finishBinding(_ element: XMLElement) throws(StreamFailure) -> [Action] {
    // Nothing but the answer may come before the resource is bound (RFC 6120 §7.1).
    guard element.isNamed("iq", Namespace.client), element["id"] == Self.bindID else {
      throw unexpected(element)
    }
    if element["type"] == "error" {
      // The resource may be refused, the account not: ask for any (§7.6.2.2).
      guard resource != nil, !hasAskedForAny else {
        throw .protocolViolation(.noResource)
      }
      hasAskedForAny = true
      return [.write(bindRequest(nil))]
    }
    guard element["type"] == "result", case .login(let identity) = purpose,
      let text = element.child("bind", Namespace.bind)?.child("jid")?.text,
      let address = try? JID(text), !address.isBare, address.domain == identity.address.domain
    else { throw unexpected(element) }
    phase = .done
    return [.bound(address, features)]
  }

  private var hasAskedForAny = false
  private static let bindID = "bind"

  private func header(from: JID?) -> String {
    var attributes = ""
    if let from {
      attributes += " from='"
      XMLText.escape(from.description, quoted: true, to: &attributes)
      attributes += "'"
    }
    attributes += " to='"
    XMLText.escape(domain, quoted: true, to: &attributes)
    attributes += "'"
    return "<?xml version='1.0'?><stream:stream\(attributes) version='1.0' xml:lang='en'"
      + " xmlns='\(Namespace.client)' xmlns:stream='\(Namespace.stream)'>"
  }

  private func unexpected(_ element: XMLElement) -> StreamFailure {
    .protocolViolation(.outOfPlace(element: String(element.name.prefix(64))))
  }
}

/// What a server offers once the login is done.
struct StreamFeatures: Hashable, Sendable {
  var offersStreamManagement = false
  /// XEP-0352.
  var offersClientState = false
  /// RFC 6121 §2.6.
  var offersRosterVersioning = false

  init() {}

  init(_ features: XMLElement) {
    offersStreamManagement = features.contains("sm", Namespace.streamManagement)
    offersClientState = features.contains("csi", "urn:xmpp:csi:0")
    offersRosterVersioning = features.contains("ver", "urn:xmpp:features:rosterver")
  }
}

extension AuthenticationFailure {
  /// Reads `<failure/>` (RFC 6120 §6.5).
  init(_ failure: XMLElement) {
    let condition = failure.elements.first { $0.name != "text" }?.name ?? "not-authorized"
    let text = failure.child("text")?.text ?? ""
    switch condition {
    case "not-authorized", "invalid-authzid", "malformed-request": self = .wrongPassword
    case "account-disabled", "credentials-expired": self = .disabled(text: text)
    case "temporary-auth-failure": self = .temporary
    default: self = .other(condition: condition, text: text)
    }
  }
}
