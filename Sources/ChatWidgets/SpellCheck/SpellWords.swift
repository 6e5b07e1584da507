// SPDX-License-Identifier: MIT
import ChatCore

/// The words of a text that a dictionary can be asked about.
nonisolated enum SpellWords {
  struct Word: Equatable {
    /// With the plain apostrophe that dictionaries have.
    var text: String
    /// Unicode scalars of the text.
    var range: Range<Int>
  }

  /// A longer one is no word, and dictionaries take long for it.
  static let mostLetters = 60

  /// Words in order, without what is no language: links, addresses, file names, names of rooms,
  /// code-like names, abbreviations in capitals, numbers.
  static func words(in text: String) -> [Word] {
    let scalars = Array(text.unicodeScalars)
    let links = linkRanges(in: text)
    var words: [Word] = []
    var place = 0
    while place < scalars.count {
      guard !scalars[place].properties.isWhitespace else {
        place += 1
        continue
      }
      let start = place
      while place < scalars.count, !scalars[place].properties.isWhitespace { place += 1 }
      let chunk = start..<place
      if links.contains(where: { $0.overlaps(chunk) }) || isAddress(scalars[chunk]) { continue }
      words += self.words(in: scalars[chunk])
    }
    return words
  }

  private static func linkRanges(in text: String) -> [Range<Int>] {
    // Most paragraphs have none: then nothing has to be counted.
    guard text.utf8.contains(UInt8(ascii: ".")) || text.utf8.contains(UInt8(ascii: ":")) else {
      return []
    }
    let links = text.links()
    guard !links.isEmpty else { return [] }
    let offsets = ScalarOffsets(text)
    return links.map { offsets.scalars($0.range) }
  }

  private static func isAddress(_ chunk: ArraySlice<Unicode.Scalar>) -> Bool {
    // Directives of styling and brackets stand around words, not in them.
    let core = chunk.drop { around.contains($0) }
    guard let first = core.first, let end = core.lastIndex(where: { !around.contains($0) }) else {
      return true
    }
    if ["#", ":", "$"].contains(first) { return true }
    return core[...end].contains { ["@", "/", "\\", "_", "="].contains($0) }
  }

  private static let around: Set<Unicode.Scalar> = [
    "*", "_", "~", "`", "\"", "'", "(", ")", "[", "]", "{", "}", ".", ",", ";", "!", "?",
  ]

  private static func words(in chunk: ArraySlice<Unicode.Scalar>) -> [Word] {
    // "x86" and "2nd" are not what dictionaries have.
    guard !chunk.contains(where: { $0.properties.numericType != nil }) else { return [] }
    var words: [Word] = []
    var place = chunk.startIndex
    while place < chunk.endIndex {
      guard chunk[place].properties.isAlphabetic else {
        place += 1
        continue
      }
      let start = place
      while place < chunk.endIndex, continues(chunk, at: place) { place += 1 }
      if let word = word(chunk[start..<place]) { words.append(word) }
    }
    return words
  }

  /// Letters, their marks, and an apostrophe between letters.
  private static func continues(_ chunk: ArraySlice<Unicode.Scalar>, at place: Int) -> Bool {
    let scalar = chunk[place]
    if scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
      || scalar == "\u{200d}" || scalar == "\u{200c}"
    {
      return true
    }
    guard isApostrophe(scalar), place + 1 < chunk.endIndex else { return false }
    return chunk[place + 1].properties.isAlphabetic
  }

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "\u{2019}"
  }

  private static func word(_ scalars: ArraySlice<Unicode.Scalar>) -> Word? {
    guard (2...mostLetters).contains(scalars.count) else { return nil }
    let capitals = scalars.filter { $0.properties.isUppercase }.count
    // "NASA" is an abbreviation and "isEqual" a name; "Word" and "I'm" are words.
    let startsCapital = scalars.first?.properties.isUppercase ?? false
    guard capitals == 0 || (capitals == 1 && startsCapital) else { return nil }
    var text = String.UnicodeScalarView()
    for scalar in scalars { text.append(isApostrophe(scalar) ? "'" : scalar) }
    return Word(text: String(text), range: scalars.startIndex..<scalars.endIndex)
  }
}
