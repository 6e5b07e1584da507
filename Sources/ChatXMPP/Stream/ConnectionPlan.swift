// SPDX-License-Identifier: GPL-3.0-or-later

/// One SRV record (RFC 2782).
struct ServiceRecord: Hashable, Sendable {
  var target: String
  var port: UInt16
  var priority: UInt16
  var weight: UInt16
}

/// A place to try: a host and a port, and whether TLS is spoken from the first byte (XEP-0368).
public struct Endpoint: Hashable, Sendable {
  public var host: String
  public var port: UInt16
  public var usesDirectTLS: Bool

  public init(host: String, port: UInt16, usesDirectTLS: Bool) {
    self.host = host
    self.port = port
    self.usesDirectTLS = usesDirectTLS
  }

  /// Reads XEP-0198's `location`: `host`, `host:port`, `[IPv6]` or `[IPv6]:port`.
  init?(location: String) {
    var host = Substring(location)
    var port = ConnectionPlan.defaultPort
    let isLiteral = location.hasPrefix("[")
    if let colon = location.lastIndex(of: ":"), !isLiteral || location[colon...].count < 7,
      location.lastIndex(of: "]").map({ $0 < colon }) ?? true
    {
      guard let number = UInt16(location[location.index(after: colon)...]) else { return nil }
      port = number
      host = location[..<colon]
    }
    if isLiteral {
      guard host.hasSuffix("]") else { return nil }
      host = host.dropFirst().dropLast()
    }
    guard !host.isEmpty else { return nil }
    self.init(host: String(host), port: port, usesDirectTLS: false)
  }
}

/// Where to connect for a domain, in which order (RFC 6120 §3.2, XEP-0368 §3).
enum ConnectionPlan {
  /// The standard port, tried at the domain itself when DNS names no service.
  static let defaultPort: UInt16 = 5222

  /// What DNS answered for one service.
  enum Answer: Hashable, Sendable {
    case records([ServiceRecord])
    /// No such record; or DNS could not say, which is treated alike: a resolver that cannot do SRV
    /// must not lock anyone out, and TLS decides whom we reach.
    case none
  }

  /// The endpoints to try; empty when the domain says it offers no such service (target `.`).
  ///
  /// Records of both services are merged and count as one set. Within a priority, each next record
  /// is drawn with a chance proportional to its weight.
  static func endpoints(
    domain: String, direct: Answer, startTLS: Answer,
    using generator: inout some RandomNumberGenerator
  ) -> [Endpoint] {
    var candidates: [(record: ServiceRecord, isDirect: Bool)] = []
    var wasRefused = false
    for (answer, isDirect) in [(direct, true), (startTLS, false)] {
      guard case .records(let records) = answer else { continue }
      for record in records {
        if record.target == "." || record.target.isEmpty {
          wasRefused = true
        } else {
          candidates.append((record, isDirect))
        }
      }
    }
    if candidates.isEmpty {
      // RFC 6120 §3.2.1: the fallback is for domains without records. If only direct TLS was
      // declared absent, nothing was said about the other service.
      if case .none = startTLS {
        return [Endpoint(host: domain, port: defaultPort, usesDirectTLS: false)]
      }
      return wasRefused
        ? [] : [Endpoint(host: domain, port: defaultPort, usesDirectTLS: false)]
    }
    var endpoints: [Endpoint] = []
    for priority in Set(candidates.map(\.record.priority)).sorted() {
      // RFC 2782: those of weight 0 first, so that they have a chance at all.
      var left = candidates.filter { $0.record.priority == priority }
        .sorted { $0.record.weight < $1.record.weight }
      while !left.isEmpty {
        let total = left.reduce(0) { $0 + UInt32($1.record.weight) }
        let drawn = UInt32.random(in: 0...total, using: &generator)
        var sum: UInt32 = 0
        let index =
          left.firstIndex { candidate in
            sum += UInt32(candidate.record.weight)
            return sum >= drawn
          } ?? left.startIndex
        let chosen = left.remove(at: index)
        endpoints.append(
          Endpoint(
            host: chosen.record.target, port: chosen.record.port,
            usesDirectTLS: chosen.isDirect))
      }
    }
    return endpoints
  }
}
