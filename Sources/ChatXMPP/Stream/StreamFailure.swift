// SPDX-License-Identifier: GPL-3.0-or-later

/// Why there is no stream.
public enum StreamFailure: Error, Hashable, Sendable {
  /// The domain's DNS says that it offers no XMPP (SRV target `.`).
  case serviceNotOffered(domain: String)
  /// No address of the domain could be reached; what was wrong with the last one tried.
  case unreachable(domain: String, ConnectionFault)
  /// Nothing came back in time.
  case timeout(Stage)
  /// The server offers no encryption, or refused it. Nothing was sent but the stream header.
  case noEncryption
  /// The TLS handshake failed for another reason than the certificate.
  case tls(ConnectionFault)
  /// The user has to decide.
  case certificate(CertificateQuestion)
  case authentication(AuthenticationFailure)
  /// The server did what the protocol does not allow.
  case protocolViolation(Violation)
  /// What the server sent is not an XMPP stream (see ``XMLStreamParser``).
  case malformedStream(Malformation)
  /// The server ended the stream with an error (RFC 6120 §4.9.3).
  case streamError(condition: String, text: String)
  /// The server said goodbye.
  case closedByServer
  /// The connection broke.
  case connectionLost(ConnectionFault)

  public enum Stage: Hashable, Sendable {
    case connecting, negotiating, acknowledging
  }

  public enum Violation: Hashable, Sendable {
    /// It gives this connection no resource (RFC 6120 §7).
    case noResource
    /// An element of this name made no sense where it came.
    case outOfPlace(element: String)
    /// It acknowledged more than was sent (XEP-0198 §4).
    case acknowledgements
  }

  public enum Malformation: Hashable, Sendable {
    /// XML, but no stream; maybe a web server.
    case notAStream
    /// XML that a stream must not have (RFC 6120 §11.1).
    case restricted
    /// A stanza beyond all reason.
    case tooLong
    case notWellFormed
  }
}

/// Why the server did not let us in, or why we did not let it.
public enum AuthenticationFailure: Error, Hashable, Sendable {
  /// The address or the password is wrong.
  case wrongPassword
  /// The account is disabled or expired at the server.
  case disabled(text: String)
  /// The server cannot answer just now; trying later may help.
  case temporary
  /// No mechanism in common that is safe enough. `isDowngrade`: the server offered better ones before.
  case noMechanism(offered: [String], isDowngrade: Bool)
  /// The server could not prove that it knows the password; it may be somebody else. The reason is
  /// for who looks into it, not for the user.
  case serverNotProven(reason: String)
  /// Any other condition of RFC 6120 §6.5.
  case other(condition: String, text: String)
}

extension StreamFailure {
  /// Whether trying again by itself makes no sense until the user has done something.
  public var needsUser: Bool {
    switch self {
    case .certificate, .noEncryption: true
    case .authentication(.temporary): false
    case .authentication: true
    case .streamError(let condition, _):
      condition == "conflict" || condition == "not-authorized" || condition == "host-gone"
    default: false
    }
  }
}
