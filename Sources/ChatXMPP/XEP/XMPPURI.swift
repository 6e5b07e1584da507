// SPDX-License-Identifier: GPL-3.0-or-later

/// An address with what to do about it, as links carry it: `xmpp:bo@example.net?message;body=hi`
/// (RFC 5122, XEP-0147).
///
/// A link comes from anywhere, so it only says what its author would like. Whoever follows it asks
/// the user before anything is sent, joined or changed.
public struct XMPPURI: Hashable, Sendable {
  /// The account that is to be used, from the authority component (RFC 5122 §2.3); nil for any.
  public var account: JID?
  public var address: JID
  public var action: Action

  public enum Action: Hashable, Sendable {
    /// Nothing in particular: show the conversation. Actions that are not known, and those that
    /// would take something away (`remove`, `unsubscribe`), are no more than that.
    case show
    /// Write a message that begins like this (XEP-0147 §8.1 `message`).
    case message(body: String)
    /// Enter a room (XEP-0045 §16.1 `join`).
    case join(password: String?)
    /// Add a contact (`roster`, `subscribe`).
    case add(name: String?)
  }

  public init(account: JID? = nil, address: JID, action: Action = .show) {
    self.account = account
    self.address = address
    self.action = action
  }

  /// Why a text is no such address.
  public enum Fault: Error, Hashable, Sendable {
    /// It does not begin with "xmpp:".
    case otherScheme
    /// It has no address: "xmpp:?join".
    case noAddress
    case badAddress(JIDError)
    /// A percent sign that is followed by no two hexadecimal digits, or bytes that are no UTF-8.
    case badEncoding
    case tooLong
  }

  /// Nobody writes a link of this length. Bytes.
  public static let lengthLimit = 64 << 10

  /// Reads a link. The scheme may be in any case (RFC 3986 §3.1).
  public init(_ text: String) throws(Fault) {
    guard text.utf8.count <= Self.lengthLimit else { throw .tooLong }
    let scheme = text.prefix(5)
    guard scheme.lowercased() == "xmpp:" else { throw .otherScheme }
    // A fragment says nothing to anybody (RFC 5122 §2.2).
    var rest = text.dropFirst(5).prefix { $0 != "#" }
    account = nil
    if rest.hasPrefix("//") {
      let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
      rest = rest.dropFirst(2 + authority.count)
      if rest.hasPrefix("/") { rest.removeFirst() }
      account = try Self.address(authority)
    }
    let path = rest.prefix { $0 != "?" }
    guard !path.isEmpty else { throw .noAddress }
    address = try Self.address(path)
    action = try Self.action(rest.dropFirst(path.count + 1))
  }

  private static func address(_ text: Substring) throws(Fault) -> JID {
    // Taken apart before decoding: an encoded sign is part of a name and divides nothing.
    let bare = text.prefix { $0 != "/" }
    let resource = bare.endIndex == text.endIndex ? nil : text[text.index(after: bare.endIndex)...]
    let at = bare.firstIndex(of: "@")
    let local = try at.map { at throws(Fault) in try decoded(bare[..<at]) }
    let domain = try decoded(at.map { bare[bare.index(after: $0)...] } ?? bare)
    let place = try resource.map { text throws(Fault) in try decoded(text) }
    do throws(JIDError) {
      return try JID(local: local, domain: domain, resource: place)
    } catch {
      throw .badAddress(error)
    }
  }

  private static func action(_ query: Substring) throws(Fault) -> Action {
    let parts = query.split(separator: ";", omittingEmptySubsequences: false)
    guard let verb = parts.first else { return .show }
    var values: [String: String] = [:]
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      let name = try decoded(pair[0])
      // The first one counts, so that nothing appended to a link changes what it says.
      if values[name] == nil { values[name] = try decoded(pair[1]) }
    }
    return switch verb.lowercased() {
    case "message": .message(body: values["body"] ?? "")
    case "join": .join(password: values["password"])
    case "roster", "subscribe": .add(name: values["name"])
    default: .show
    }
  }

  /// Percent-decoding (RFC 3986 §2.1). A plus sign is a plus sign.
  private static func decoded(_ text: Substring) throws(Fault) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(hexadecimal),
        let low = rest.popFirst().flatMap(hexadecimal)
      else { throw .badEncoding }
      bytes.append(high << 4 | low)
    }
    guard let result = String(validating: bytes, as: UTF8.self) else { throw .badEncoding }
    return result
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
