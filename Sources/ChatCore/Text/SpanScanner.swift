// SPDX-License-Identifier: MIT

/// Finds the spans of one line (XEP-0393 §5.2).
struct SpanScanner {
  typealias Kind = StyledLine.Span.Kind

  private let line: UnsafeBufferPointer<UInt8>
  private let start: Int
  /// Bytes of the text before the line.
  private let offset: Int
  private var found: [StyledLine.Span] = []
  /// For each kind, the places that may close a span, and how many of them lie behind.
  private var closings: [Kind: [Int]] = [:]
  private var passed: [Kind: Int] = [:]

  init(_ line: UnsafeBufferPointer<UInt8>, from start: Int, offset: Int) {
    self.line = line
    self.start = start
    self.offset = offset
  }

  mutating func scan() -> [StyledLine.Span] {
    for place in start..<line.count {
      guard let kind = Kind(rawValue: line[place]), place > start,
        !WhiteSpace.ends(in: line, at: place)
      else { continue }
      closings[kind, default: []].append(place)
    }
    if !closings.isEmpty { scan(start..<line.count, inside: nil) }
    return found
  }

  private mutating func scan(_ range: Range<Int>, inside parent: Kind?) {
    var place = range.lowerBound
    while place < range.upperBound {
      guard let kind = Kind(rawValue: line[place]), kind != parent,
        opens(at: place, startOfRange: range.lowerBound),
        let end = closing(of: kind, after: place), end < range.upperBound
      else {
        place += 1
        continue
      }
      found.append(.init(kind: kind, range: offset + place..<offset + end + 1))
      if kind != .code { scan(place + 1..<end, inside: kind) }
      place = end + 1
    }
  }

  /// Directives open at the start of their block, after white space, or right after another
  /// directive that opens, which is where the range begins; and never before white space.
  private func opens(at place: Int, startOfRange: Int) -> Bool {
    guard place + 1 < line.count, WhiteSpace.length(in: line, at: place + 1) == 0 else {
      return false
    }
    return place == startOfRange || WhiteSpace.ends(in: line, at: place)
  }

  /// The first place that closes. There must be text in between: "**" opens nothing.
  ///
  /// Openings come from left to right, also in nested ranges, so a place that was passed is never
  /// asked for again and the whole scan is linear.
  private mutating func closing(of kind: Kind, after place: Int) -> Int? {
    guard line[place + 1] != kind.rawValue, let places = closings[kind] else { return nil }
    var next = passed[kind, default: 0]
    while next < places.count, places[next] <= place { next += 1 }
    passed[kind] = next
    return next < places.count ? places[next] : nil
  }
}

/// White space as XEP-0393 means it: the property White_Space or a category Z.
enum WhiteSpace {
  /// The bytes of the white space that begins at `place`; 0 when there is none.
  static func length(in line: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    guard place < line.count else { return 0 }
    let byte = line[place]
    if byte < 0x80 { return isWhiteSpace(Unicode.Scalar(byte)) ? 1 : 0 }
    let width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    guard let scalar = scalar(in: line, place, width), isWhiteSpace(scalar) else { return 0 }
    return width
  }

  /// Whether white space ends right before `place`.
  static func ends(in line: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard place > 0 else { return false }
    var first = place - 1
    while first > 0, line[first] & 0xc0 == 0x80 { first -= 1 }
    return length(in: line, at: first) > 0
  }

  private static func scalar(
    in line: UnsafeBufferPointer<UInt8>, _ place: Int, _ width: Int
  ) -> Unicode.Scalar? {
    guard place + width <= line.count else { return nil }
    return String(decoding: line[place..<place + width], as: UTF8.self).unicodeScalars.first
  }

  private static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || (0x09...0x0d).contains(scalar.value) }
    if scalar.properties.isWhitespace { return true }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
