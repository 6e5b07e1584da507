// SPDX-License-Identifier: MIT

/// Finds links by the characters that every link has: the colon after a scheme, or the dot in a
/// domain.
struct LinkFinder {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Everything before this is decided: a link or none.
  private var floor = 0
  private var links: [Link] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func find(limit: Int) -> [Link] {
    var index = 0
    while index < bytes.count, links.count < limit {
      let link: Link? =
        switch bytes[index] {
        case UInt8(ascii: ":"): linkWithScheme(endingAt: index)
        case UInt8(ascii: "."): bareDomain(around: index)
        default: nil
        }
      if let link { links.append(link) }
      index = max(index + 1, floor)
    }
    return links
  }

  // MARK: With a scheme

  private mutating func linkWithScheme(endingAt colon: Int) -> Link? {
    var start = colon
    let lastLink = links.last?.range.upperBound ?? 0
    while start > lastLink, colon - start < 8, Self.isLetter(bytes[start - 1]) { start -= 1 }
    // "xhttps:" is another scheme. After a full stop only a space is missing.
    guard start < colon, start == 0 || !Self.continuesScheme(bytes[start - 1]) else { return nil }
    let scheme = String(decoding: bytes[start..<colon], as: UTF8.self).lowercased()
    guard Self.schemes.contains(scheme) else { return nil }
    let end = end(ofLinkFrom: colon + 1, startingAt: start)
    guard end > colon + 1 else { return nil }
    // Link or not, this stretch is decided; so no input makes us look at it twice.
    floor = end
    let rest = String(decoding: bytes[colon + 1..<end], as: UTF8.self)
    let range = start..<end
    return switch scheme {
    case "http", "https": webLink(scheme, rest, range)
    case "geo": geoLink(rest, range)
    default: addressLink(scheme, rest, range)
    }
  }

  private static let schemes: Set<String> = ["http", "https", "mailto", "xmpp", "geo"]

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  /// RFC 3986 §3.1, without the full stop.
  private static func continuesScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: "-")
  }

  private func webLink(_ scheme: String, _ rest: String, _ range: Range<Int>) -> Link? {
    guard rest.hasPrefix("//") else { return nil }
    let location = rest.dropFirst(2)
    let end = location.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? location.endIndex
    guard let authority = WebAuthority(location[..<end]) else { return nil }
    let target = "\(scheme)://\(authority.ascii)\(PercentEncoding.encoded(location[end...]))"
    return Link(range: range, target: target, caution: authority.caution)
  }

  /// An address with its domain (RFC 6068, RFC 5122); what follows a `?` is kept.
  private func addressLink(_ scheme: String, _ rest: String, _ range: Range<Int>) -> Link? {
    let address = rest.prefix { $0 != "?" && $0 != "#" }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    let isWhole =
      scheme == "mailto"
      ? parts.count == 2 && !parts[0].isEmpty && !parts[1].isEmpty
      : (parts.count == 1 || parts.count == 2) && parts.allSatisfy { !$0.isEmpty }
    guard isWhole, let domain = parts.last,
      let host = HostName(domain.prefix { $0 != "/" })
    else { return nil }
    return Link(
      range: range, target: "\(scheme):\(PercentEncoding.encoded(rest))", caution: host.caution)
  }

  /// RFC 5870 §3.3: two or three numbers.
  private func geoLink(_ rest: String, _ range: Range<Int>) -> Link? {
    let numbers = rest.prefix { $0 != ";" && $0 != "?" }
      .split(separator: ",", omittingEmptySubsequences: false)
    guard (2...3).contains(numbers.count), numbers.allSatisfy({ Double($0)?.isFinite ?? false })
    else { return nil }
    return Link(range: range, target: "geo:\(PercentEncoding.encoded(rest))", caution: .none)
  }

  // MARK: Without

  private mutating func bareDomain(around dot: Int) -> Link? {
    var start = dot
    while start > floor, dot - start < HostName.labelLimit * 4 {
      guard let before = scalar(before: start), HostName.isLabelScalar(before.scalar),
        !isWordBorder(before.scalar, at: start)
      else { break }
      start -= before.width
    }
    var end = dot
    while let next = scalar(at: end), next.scalar == "." || HostName.isLabelScalar(next.scalar),
      !isWordBorder(next.scalar, at: end - 1)
    {
      end += next.width
    }
    // Link or not, this stretch is decided; so no input makes us look at it twice.
    floor = end
    guard start < dot else { return nil }
    // "bo@example.org" is an address, "a/b.org" a path, "..org" nothing; a label that goes on is
    // too long.
    if let before = scalar(before: start)?.scalar, !isWordBorder(before, at: start),
      "@/\\.:_&=%#+".unicodeScalars.contains(before) || HostName.isLabelScalar(before)
    {
      return nil
    }
    while end > dot, bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: "-") {
      end -= 1
    }
    if let next = scalar(at: end), next.scalar == "@" || next.scalar == "_" { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let host = HostName(name[...]) else { return nil }
    let hasPath = end < bytes.count && [0x2F, 0x3A, 0x3F, 0x23].contains(bytes[end])
    guard TopLevelDomains.isKnown(host, written: name, isSurelyALink: hasPath) else { return nil }
    guard hasPath else {
      return Link(range: start..<end, target: "https://\(host.ascii)", caution: host.caution)
    }
    let whole = self.end(ofLinkFrom: end, startingAt: start)
    floor = whole
    let location = String(decoding: bytes[start..<whole], as: UTF8.self)
    if let link = webLink("https", "//" + location, start..<whole) { return link }
    return Link(range: start..<end, target: "https://\(host.ascii)", caution: host.caution)
  }

  /// Whether a word of a script without spaces meets an ASCII letter: 見てexample.orgです.
  private func isWordBorder(_ scalar: Unicode.Scalar, at neighbour: Int) -> Bool {
    guard bytes.indices.contains(neighbour), bytes[neighbour] < 0x80,
      bytes[neighbour] != UInt8(ascii: ".")
    else { return false }
    return switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x323AF:
      true
    default: false
    }
  }

  // MARK: Ends

  /// Where a link ends that has begun: before white space, quotes, angle brackets, punctuation of
  /// other scripts, or a closing bracket that it did not open; and then without punctuation that
  /// belongs to the sentence.
  private func end(ofLinkFrom start: Int, startingAt first: Int) -> Int {
    var brackets = BracketCount()
    var end = start
    while let next = scalar(at: end), !Self.endsLink(next.scalar), brackets.take(next.scalar) {
      end += next.width
    }
    // A link in bold: *https://example.org*
    let before = first > 0 ? bytes[first - 1] : 0
    while end > start {
      let last = bytes[end - 1]
      let isStyling = last == before && "*_~".utf8.contains(last)
      if isStyling || ".,;:!?'".utf8.contains(last) {
        end -= 1
      } else if let opening = brackets.isOpen(last) {
        // "https://example.org/(" opens what is never closed.
        brackets.forget(opening)
        end -= 1
      } else {
        break
      }
    }
    return end
  }

  private static func endsLink(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 0x80 {
      return value <= 0x20 || value == 0x7F || "<>\"`\\".unicodeScalars.contains(scalar)
    }
    if scalar.properties.isWhitespace { return true }
    switch value {
    // CJK punctuation, and the full-width forms of ASCII's.
    case 0x3000...0x3004, 0x3008...0x3020, 0x3030, 0xFF01...0xFF0F, 0xFF1A...0xFF20,
      0xFF3B...0xFF40, 0xFF5B...0xFF65:
      return true
    // Joiners stand in words of many scripts.
    case 0x200C, 0x200D: return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation, .control,
      .format, .lineSeparator, .paragraphSeparator, .unassigned:
      return true
    default: return false
    }
  }

  // MARK: Scalars

  private func scalar(at index: Int) -> (scalar: Unicode.Scalar, width: Int)? {
    guard index < bytes.count else { return nil }
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let width = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard index + width <= bytes.count else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(width + 1))
    for offset in 1..<width { value = value << 6 | UInt32(bytes[index + offset] & 0x3F) }
    return Unicode.Scalar(value).map { ($0, width) }
  }

  private func scalar(before index: Int) -> (scalar: Unicode.Scalar, width: Int)? {
    guard index > 0 else { return nil }
    var start = index - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(at: start)
  }
}

/// Counts the brackets that a link has opened.
private struct BracketCount {
  private var round = 0
  private var square = 0
  private var curly = 0

  /// Returns false for a closing bracket that was not opened.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "(": round += 1
    case "[": square += 1
    case "{": curly += 1
    case ")": round -= 1
    case "]": square -= 1
    case "}": curly -= 1
    default: break
    }
    return round >= 0 && square >= 0 && curly >= 0
  }

  /// The bracket, when it opens and was not closed.
  func isOpen(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "("): round > 0 ? byte : nil
    case UInt8(ascii: "["): square > 0 ? byte : nil
    case UInt8(ascii: "{"): curly > 0 ? byte : nil
    default: nil
    }
  }

  mutating func forget(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("): round -= 1
    case UInt8(ascii: "["): square -= 1
    default: curly -= 1
    }
  }
}
