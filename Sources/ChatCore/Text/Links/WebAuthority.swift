// SPDX-License-Identifier: MIT

/// What stands between "//" and the path: `user@host:port` (RFC 3986 §3.2).
struct WebAuthority {
  let ascii: String
  let caution: Link.Caution

  init?(_ written: Substring) {
    var rest = written
    var hasUser = false
    var user = ""
    if let at = rest.lastIndex(of: "@") {
      hasUser = true
      user = PercentEncoding.encoded(rest[...at])
      rest = rest[rest.index(after: at)...]
    }
    let port: Substring
    let host: String
    let hostCaution: Link.Caution
    if rest.hasPrefix("[") {
      // An IPv6 address; whether it is one is for whoever connects to say.
      guard let end = rest.firstIndex(of: "]") else { return nil }
      let address = rest[rest.index(after: rest.startIndex)..<end]
      guard address.contains(":"),
        address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return nil }
      host = "[\(address.lowercased())]"
      hostCaution = .none
      port = rest[rest.index(after: end)...]
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      guard let name = HostName(rest[..<end]) else { return nil }
      host = name.ascii
      hostCaution = name.caution
      port = rest[end...]
    }
    guard port.isEmpty || port.first == ":", port.dropFirst().allSatisfy(\.isASCIIDigit),
      port.utf8.count <= 6
    else { return nil }
    ascii = user + host + port
    // "https://bank.example@evil.example" is evil.example.
    caution = hasUser ? .warn(host: host) : hostCaution
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
