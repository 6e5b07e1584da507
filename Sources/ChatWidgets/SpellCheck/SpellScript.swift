// SPDX-License-Identifier: MIT

/// A script, as far as a dictionary of another one has no say about its words.
nonisolated enum SpellScript: Equatable {
  case latin, cyrillic, greek, hebrew, arabic, hangul, other

  init(of word: String) {
    let letter = word.unicodeScalars.first { $0.properties.isAlphabetic }
    switch letter?.value ?? 0 {
    case 0x41...0x24f, 0x1e00...0x1eff: self = .latin
    case 0x370...0x3ff, 0x1f00...0x1fff: self = .greek
    case 0x400...0x52f: self = .cyrillic
    case 0x590...0x5ff: self = .hebrew
    case 0x600...0x6ff, 0x750...0x77f: self = .arabic
    case 0x1100...0x11ff, 0xac00...0xd7af: self = .hangul
    default: self = .other
    }
  }

  /// That of a language by its tag, such as "ru_RU".
  init(language tag: String) {
    switch tag.prefix(while: { $0.isLetter }).lowercased() {
    case "ru", "uk", "be", "bg", "mk", "kk", "mn": self = .cyrillic
    case "el": self = .greek
    case "he", "yi": self = .hebrew
    case "ar", "fa", "ur": self = .arabic
    case "ko": self = .hangul
    case "hi", "bn", "gu", "kn", "ml", "mr", "ne", "ta", "te", "th", "lo", "si", "am", "ka", "hy":
      self = .other
    default: self = .latin
    }
  }
}
