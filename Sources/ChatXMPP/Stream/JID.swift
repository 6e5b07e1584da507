// SPDX-License-Identifier: GPL-3.0-or-later
import CIdn

/// An XMPP address (RFC 7622): `local@domain/resource`, in its one canonical form.
///
/// The parts are prepared by the profiles of RFC 6122 that libidn knows (nodeprep, nameprep,
/// resourceprep), so two spellings of one address are equal, and addresses may be compared, hashed
/// and stored as they stand. The domain is kept in Unicode, never as `xn--`.
public struct JID: Hashable, Sendable, CustomStringConvertible {
  public let local: String?
  public let domain: String
  public let resource: String?

  /// Reads an address as written by a person or a peer.
  public init(_ string: String) throws(JIDError) {
    if let plain = JID(plain: string) { self = plain } else { self = try JID(anyForm: string) }
  }

  /// The same for whatever may be written.
  init(anyForm string: String) throws(JIDError) {
    // RFC 7622 §3.1: the resource begins at the first slash, and only then is the at sign sought.
    let utf8 = string.utf8
    let slash = utf8.firstIndex(of: UInt8(ascii: "/"))
    let bare = string[..<(slash ?? utf8.endIndex)]
    let resource = slash.map { string[utf8.index(after: $0)...] }
    let at = bare.utf8.firstIndex(of: UInt8(ascii: "@"))
    try self.init(
      local: at.map { String(bare[..<$0]) },
      domain: String(at.map { bare[bare.utf8.index(after: $0)...] } ?? bare),
      resource: resource.map(String.init))
  }

  /// Prepares and checks the parts. An empty part is an error; nil means it is absent.
  public init(local: String?, domain: String, resource: String? = nil) throws(JIDError) {
    self.domain = try Self.prepare(domain: domain)
    if let local {
      self.local = try Self.prepare(local, as: .local)
    } else {
      self.local = nil
    }
    if let resource {
      self.resource = try Self.prepare(resource, as: .resource)
    } else {
      self.resource = nil
    }
  }

  private init(preparedLocal local: String?, domain: String, resource: String?) {
    self.local = local
    self.domain = domain
    self.resource = resource
  }

  /// The address without its resource.
  public var bare: JID { JID(preparedLocal: local, domain: domain, resource: nil) }
  /// The server's address.
  public var server: JID { JID(preparedLocal: nil, domain: domain, resource: nil) }
  public var isBare: Bool { resource == nil }

  public func with(resource: String) throws(JIDError) -> JID {
    JID(
      preparedLocal: local, domain: domain,
      resource: try Self.prepare(resource, as: .resource))
  }

  public var description: String {
    var string = ""
    if let local { string = local + "@" }
    string += domain
    if let resource { string += "/" + resource }
    return string
  }

  /// The domain as DNS and certificates know it (RFC 5890's A-label).
  public var asciiDomain: String { Self.toASCII(domain) ?? domain }
}

/// Why a string is no address.
public enum JIDError: Error, Hashable, Sendable {
  case empty(JIDPart)
  /// Longer than the 1023 bytes RFC 7622 allows for one part.
  case tooLong(JIDPart)
  /// Holds a character this part may not hold.
  case invalid(JIDPart)
}

public enum JIDPart: Hashable, Sendable { case local, domain, resource }

extension JID {
  /// RFC 7622 §3.2–3.4: bytes of a part after preparation.
  private static let maximumBytes = 1_023

  private static func prepare(_ string: String, as part: JIDPart) throws(JIDError) -> String {
    guard !string.isEmpty else { throw .empty(part) }
    guard string.utf8.count <= maximumBytes else { throw .tooLong(part) }
    if isPlain(string, part) { return string }
    guard
      let prepared = stringprep(string, profile: part == .local ? "Nodeprep" : "Resourceprep")
    else { throw .invalid(part) }
    guard !prepared.isEmpty else { throw .empty(part) }
    guard prepared.utf8.count <= maximumBytes else { throw .tooLong(part) }
    return prepared
  }

  /// Whether preparation would change nothing: lower-case ASCII letters, digits and a few marks.
  /// Nearly every address of a stream is such a one.
  private static func isPlain(_ string: String, _ part: JIDPart) -> Bool {
    string.utf8.allSatisfy { byte in
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F: true
      case 0x41...0x5A: part == .resource
      default: false
      }
    }
  }

  /// An address of which each part is plain, and which is written in its canonical form already; nil
  /// for all others. One look at each byte: an archive names three addresses a message.
  private init?(plain string: String) {
    var string = string
    let parts = string.withUTF8 { utf8 -> (String?, String, String?)? in
      guard utf8.count <= Self.maximumBytes, let (at, slash) = Self.plainSeparators(utf8) else {
        return nil
      }
      func part(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: utf8[range]), as: UTF8.self)
      }
      return (
        at.map { part(0..<$0) }, part((at.map { $0 + 1 } ?? 0)..<(slash ?? utf8.count)),
        slash.map { part(($0 + 1)..<utf8.count) }
      )
    }
    guard let parts else { return nil }
    self.init(preparedLocal: parts.0, domain: parts.1, resource: parts.2)
  }

  /// Where the at sign and the slash of a plain address are.
  private static func plainSeparators(
    _ utf8: UnsafeBufferPointer<UInt8>
  ) -> (at: Int?, slash: Int?)? {
    let (dot, at) = (UInt8(ascii: "."), UInt8(ascii: "@"))
    var separators: (at: Int?, slash: Int?) = (nil, nil)
    var previous = dot
    for index in utf8.indices {
      let byte = utf8[index]
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x5F: break
      case 0x41...0x5A where separators.slash != nil: break
      // Two in a row mean something in a domain, and are left to those who know what.
      case 0x2D, 0x2E: guard byte != previous || separators.slash != nil else { return nil }
      case at where separators.at == nil && separators.slash == nil && index > 0:
        separators.at = index
      case 0x2F where separators.slash == nil && previous != dot: separators.slash = index
      default: return nil
      }
      // A domain begins with no dot.
      previous = byte == at ? dot : byte
    }
    // Nor does it end with one; and nothing that there is is empty.
    if let slash = separators.slash { return slash + 1 < utf8.count ? separators : nil }
    return previous == dot ? nil : separators
  }

  private static func prepare(domain string: String) throws(JIDError) -> String {
    var domain = Substring(string)
    // RFC 7622 §3.2: the root dot says nothing.
    if domain.hasSuffix(".") { domain.removeLast() }
    guard !domain.isEmpty else { throw .empty(.domain) }
    guard domain.utf8.count <= maximumBytes else { throw .tooLong(.domain) }
    let plain = String(domain)
    if isPlain(plain, .domain) {
      // "--" stands in "xn--", and in hardly any other name.
      guard !hasDoubleHyphen(plain) else { return try unicodeDomain(plain) }
      try checkLabels(domain)
      return plain
    }
    if domain.hasPrefix("["), domain.hasSuffix("]") {  // an IPv6 literal
      let isAddress = domain.dropFirst().dropLast().utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x3A, 0x41...0x46, 0x61...0x66, 0x2E: true
        default: false
        }
      }
      guard isAddress, domain.utf8.count > 3 else { throw .invalid(.domain) }
      return domain.lowercased()
    }
    return try unicodeDomain(String(domain))
  }

  /// The Unicode form, if the domain survives the way to ASCII (which checks each label) and back.
  private static func unicodeDomain(_ string: String) throws(JIDError) -> String {
    guard let prepared = stringprep(string, profile: "Nameprep"),
      let ascii = toASCII(prepared)
    else { throw .invalid(.domain) }
    var result: UnsafeMutablePointer<CChar>?
    guard idna_to_unicode_8z8z(ascii, &result, 0) == IDNA_SUCCESS.rawValue, let result else {
      throw .invalid(.domain)
    }
    defer { idn_free(result) }
    let unicode = String(cString: result)
    try checkLabels(Substring(unicode))
    guard unicode.utf8.count <= maximumBytes else { throw .tooLong(.domain) }
    return unicode
  }

  private static func checkLabels(_ domain: Substring) throws(JIDError) {
    let dot = UInt8(ascii: ".")
    var previous = dot
    for byte in domain.utf8 {
      guard byte != dot || previous != dot else { throw .invalid(.domain) }
      previous = byte
    }
    guard previous != dot else { throw .invalid(.domain) }
  }

  private static func hasDoubleHyphen(_ domain: String) -> Bool {
    var previous: UInt8 = 0
    for byte in domain.utf8 {
      if byte == 0x2D, previous == 0x2D { return true }
      previous = byte
    }
    return false
  }

  private static func toASCII(_ domain: String) -> String? {
    var result: UnsafeMutablePointer<CChar>?
    let status = idna_to_ascii_8z(domain, &result, Int32(IDNA_USE_STD3_ASCII_RULES.rawValue))
    guard status == IDNA_SUCCESS.rawValue, let result else { return nil }
    defer { idn_free(result) }
    return String(cString: result)
  }

  private static func stringprep(_ string: String, profile: String) -> String? {
    // A C string would end at the first NUL, and what follows it would slip through.
    guard !string.utf8.contains(0) else { return nil }
    var result: UnsafeMutablePointer<CChar>?
    let flags = Stringprep_profile_flags(0)
    guard stringprep_profile(string, &result, profile, flags) == STRINGPREP_OK.rawValue,
      let result
    else { return nil }
    defer { idn_free(result) }
    return String(cString: result)
  }
}
