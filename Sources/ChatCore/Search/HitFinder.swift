// SPDX-License-Identifier: MIT

/// Finds in a text what a query found it by: to mark it where it is shown.
///
/// The words are found by the tokenizer of the index itself, in an index of one text in memory; so
/// what is marked is what was found, accents and all. A text takes some ten microseconds.
///
/// Not `Sendable`: it belongs to one thread, as its connection does.
public final class HitFinder {
  private let expression: String
  private let parts: [[Character]]
  private let connection: Connection?

  /// - Parameter search: as it was answered, with its ``MessageSearch/reach``.
  public init(_ search: MessageSearch) {
    var phrases: [String] = []
    var parts: [[Character]] = []
    for word in search.query.terms.map(SearchWord.init) {
      if case .word = word, search.reach == .words {
        phrases.append(word.phrase)
      } else {
        parts.append(Self.folded(word.text))
      }
    }
    expression = phrases.joined(separator: " OR ")
    self.parts = parts
    connection = phrases.isEmpty ? nil : try? Self.makeIndex()
  }

  private static func makeIndex() throws(StoreError) -> Connection {
    let connection = try Connection(":memory:")
    try connection.execute(
      """
      CREATE VIRTUAL TABLE text USING fts5 (
        body, tokenize = 'unicode61 remove_diacritics 2');
      """)
    return connection
  }

  /// Where the hits stand, in bytes of UTF-8, in order; none touches another.
  public func ranges(in text: String) -> [Range<Int>] {
    var ranges = (try? words(in: text)) ?? []
    for part in parts { ranges += Self.places(of: part, in: text) }
    return Self.merged(ranges)
  }

  // MARK: Words

  private func words(in text: String) throws(StoreError) -> [Range<Int>] {
    guard let connection else { return [] }
    // The marks that `highlight` sets are the only ones of their kind.
    let open = UInt8(1)
    let close = UInt8(2)
    let clean = String(
      decoding: text.utf8.map { $0 <= close ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    try connection.run("DELETE FROM text")
    try connection.run("INSERT INTO text (body) VALUES (?1)", clean)
    let query = try connection.prepare(
      "SELECT highlight(text, 0, char(1), char(2)) FROM text WHERE text MATCH ?1")
    try query.bind(expression)
    guard try query.step() else { return [] }
    var ranges: [Range<Int>] = []
    var offset = 0
    var start: Int?
    for byte in query.text(0).utf8 {
      switch byte {
      case open: start = offset
      case close:
        if let begin = start { ranges.append(begin..<offset) }
        start = nil
      default: offset += 1
      }
    }
    return ranges
  }

  // MARK: Parts of words

  private static func folded(_ text: String) -> [Character] { Array(text.lowercased()) }

  private static func places(of part: [Character], in text: String) -> [Range<Int>] {
    guard let first = part.first else { return [] }
    var ranges: [Range<Int>] = []
    var index = text.startIndex
    while index < text.endIndex {
      if matches(text[index], first), let end = end(of: part, at: index, in: text) {
        let start = text.utf8.distance(from: text.startIndex, to: index)
        ranges.append(start..<start + text.utf8.distance(from: index, to: end))
        index = end
      } else {
        text.formIndex(after: &index)
      }
    }
    return ranges
  }

  private static func end(
    of part: [Character], at start: String.Index, in text: String
  ) -> String.Index? {
    var index = start
    for character in part {
      guard index < text.endIndex, matches(text[index], character) else { return nil }
      text.formIndex(after: &index)
    }
    return index
  }

  private static func matches(_ character: Character, _ folded: Character) -> Bool {
    character == folded || character.lowercased() == String(folded)
  }

  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
