// SPDX-License-Identifier: GPL-3.0-or-later

/// The ways to log in that Martlet knows, the weakest first.
public enum SASLMechanism: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// The password itself (RFC 4616): under TLS only, and never at a server that once offered SCRAM.
  case plain = 0
  case scramSHA1 = 1
  case scramSHA256 = 2

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  var name: String {
    switch self {
    case .plain: "PLAIN"
    case .scramSHA1: "SCRAM-SHA-1"
    case .scramSHA256: "SCRAM-SHA-256"
    }
  }

  var isSCRAM: Bool { self != .plain }
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
struct SASLChoice: Hashable, Sendable {
  var mechanism: SASLMechanism
  /// Whether the login is tied to the TLS session ("p" in RFC 5802 §6, else "n").
  ///
  /// The third value, "y" for "I could but you do not offer it", would uncover somebody in between
  /// who takes the offer away. libgsasl 2.2.0 fails on it, so it is never said.
  var isBound: Bool

  var name: String { mechanism.name + (isBound ? "-PLUS" : "") }

  /// Chooses the best mechanism in common.
  ///
  /// - Parameters:
  ///   - bindingTypes: the types the server says it can check (XEP-0440); nil when it does not say.
  ///   - floor: the best mechanism this server was ever seen to offer. Anything below is refused: it
  ///     would be how somebody in between gets hold of the password.
  static func best(
    offered: [String], channelBinding: ChannelBinding?, bindingTypes: [String]?,
    floor: SASLMechanism?
  ) -> Result<SASLChoice, AuthenticationFailure> {
    let names = Set(offered)
    let usable = channelBinding.map { bindingTypes?.contains($0.kind.rawValue) ?? true } ?? false
    for mechanism in SASLMechanism.allCases.reversed() where mechanism >= floor ?? .plain {
      if mechanism.isSCRAM, usable, names.contains(mechanism.name + "-PLUS") {
        return .success(SASLChoice(mechanism: mechanism, isBound: true))
      }
      if names.contains(mechanism.name) {
        return .success(SASLChoice(mechanism: mechanism, isBound: false))
      }
    }
    let knowsOne = SASLMechanism.allCases.contains { names.contains($0.name) }
    return .failure(.noMechanism(offered: offered, isDowngrade: floor != nil && knowsOne))
  }

  /// The best mechanism of an offer, to be kept as the floor of later logins.
  static func strongest(of offered: [String]) -> SASLMechanism? {
    SASLMechanism.allCases.last { offered.contains($0.name) || offered.contains($0.name + "-PLUS") }
  }
}
