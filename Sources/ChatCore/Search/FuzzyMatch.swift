// SPDX-License-Identifier: MIT

/// How well typed letters fit a name: all of them must occur in it, in order.
public struct FuzzyMatch: Hashable, Comparable, Sendable {
  /// Greater fits better.
  public let score: Int

  /// Nil when `query` does not fit. Case, Latin accents and white space in the query do not count;
  /// an empty query fits everything alike.
  public init?(_ query: String, in name: String) {
    let wanted = Self.folded(query).filter { !$0.isWhitespace }
    let letters = Self.folded(name)
    var score = 0
    var next = 0
    var previous: Int?
    for letter in wanted {
      guard let found = Self.find(letter, in: letters, from: next) else { return nil }
      if found == 0 { score += 6 }
      if Self.isWordStart(found, in: letters) { score += 10 }
      if let previous {
        score += found == previous + 1 ? 8 : -min(found - previous, 10) / 3
      }
      previous = found
      next = found + 1
    }
    // Of two that fit alike the shorter is meant.
    self.score = score * 100 - letters.count
  }

  public static func < (a: Self, b: Self) -> Bool { a.score < b.score }

  /// The letter right at `start`, else the next word that begins with it, else the next such letter
  /// at all: "nts" means "Notes To Self" before anything else.
  private static func find(_ letter: Character, in letters: [Character], from start: Int) -> Int? {
    var first: Int?
    for index in letters.indices.dropFirst(start) where letters[index] == letter {
      if index == start || isWordStart(index, in: letters) { return index }
      first = first ?? index
    }
    return first
  }

  private static func isWordStart(_ index: Int, in letters: [Character]) -> Bool {
    guard index > 0 else { return true }
    return !letters[index - 1].isLetter && !letters[index - 1].isNumber
  }

  /// Lower case, Latin letters without their accents.
  private static func folded(_ text: String) -> [Character] {
    text.lowercased().map { character in
      guard !character.isASCII, let scalar = character.unicodeScalars.first else {
        return character
      }
      if scalar.isASCII { return Character(scalar) }
      // "LATIN SMALL LETTER E WITH ACUTE": the standard library tells no decompositions.
      let words = scalar.properties.name?.split(separator: " ") ?? []
      guard words.count > 4, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH",
        words[3].count == 1
      else { return character }
      return Character(words[3].lowercased())
    }
  }
}
