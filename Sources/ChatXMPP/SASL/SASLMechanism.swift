// SPDX-License-Identifier: GPL-3.0-or-later

/// The ways to log in that Martlet knows, the weakest first.
public enum SASLMechanism: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// The password itself (RFC 4616): under TLS only, and never at a server that once offered SCRAM.
  case plain = 0
  case scramSHA1 = 1
  case scramSHA256 = 2
  /// With "-PLUS", the login is tied to the TLS session (RFC 5802 §6): nobody between who shows a
  /// certificate of his own can pass it on.
  case scramSHA1Plus = 3
  case scramSHA256Plus = 4

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  var name: String {
    switch self {
    case .plain: "PLAIN"
    case .scramSHA1: "SCRAM-SHA-1"
    case .scramSHA256: "SCRAM-SHA-256"
    case .scramSHA1Plus: "SCRAM-SHA-1-PLUS"
    case .scramSHA256Plus: "SCRAM-SHA-256-PLUS"
    }
  }

  var isSCRAM: Bool { self != .plain }

  /// Whether the login is tied to the TLS session.
  public var isBound: Bool { self >= .scramSHA1Plus }
}

/// Data that both ends of one TLS session know and nobody in between does.
struct ChannelBinding: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    case tlsExporter = "tls-exporter"  // RFC 9266
    case tlsUnique = "tls-unique"  // RFC 5929 §3
  }

  var kind: Kind
  var data: [UInt8]
}

/// What to log in with, decided from what the server offers.
///
/// The header of SCRAM has a third value beside "p" (bound) and "n" (not): "y" for "I could, but you
/// do not offer it", which would uncover somebody in between who takes the offer away. libgsasl
/// 2.2.0 fails on it, so it is never said; the floor does its work at every login but the first.
enum SASLChoice {
  /// Chooses the best mechanism in common.
  ///
  /// - Parameters:
  ///   - bindingTypes: the types the server says it can check (XEP-0440); nil when it does not say.
  ///   - floor: the best mechanism this server was ever seen to offer. Anything below is refused: it
  ///     would be how somebody in between gets hold of the password, or stays unnoticed.
  static func best(
    offered: [String], channelBinding: ChannelBinding?, bindingTypes: [String]?,
    floor: SASLMechanism?
  ) -> Result<SASLMechanism, AuthenticationFailure> {
    let best = strongest(of: offered, channelBinding: channelBinding, bindingTypes: bindingTypes)
    guard let best else { return .failure(.noMechanism(offered: offered, isDowngrade: false)) }
    guard best >= floor ?? .plain else {
      return .failure(.noMechanism(offered: offered, isDowngrade: true))
    }
    return .success(best)
  }

  /// The best of an offer that can be used, to be kept as the floor of later logins.
  static func strongest(
    of offered: [String], channelBinding: ChannelBinding?, bindingTypes: [String]?
  ) -> SASLMechanism? {
    // A server that names no types knows the one there was before they had to be named (RFC 5802
    // §6.1). ejabberd 23.01 offers "-PLUS" over TLS 1.3, too, and then refuses every other.
    let types = bindingTypes ?? [ChannelBinding.Kind.tlsUnique.rawValue]
    let binds = channelBinding.map { types.contains($0.kind.rawValue) } ?? false
    return SASLMechanism.allCases.last { offered.contains($0.name) && (binds || !$0.isBound) }
  }
}

extension AuthenticationFailure {
  /// Where a login was refused because the server offers less than before: the best of its offer
  /// that keeps the password to itself, to be the floor if the user wants to go on. Servers do move
  /// to where logins cannot be bound to the encryption. Nil where only the password itself would do.
  public var lesserMechanism: SASLMechanism? {
    guard case .noMechanism(let offered, isDowngrade: true) = self else { return nil }
    return SASLMechanism.allCases.last { mechanism in
      mechanism.isSCRAM && !mechanism.isBound && offered.contains(mechanism.name)
    }
  }
}
