// SPDX-License-Identifier: MIT

/// The characters that the index of words cannot serve: scripts that put no spaces between words,
/// and pictures, which are no words. Texts with one of them stand in an index of trigrams as well.
///
/// The ranges are part of the shape of the database (``Schema``): they never change without a new
/// version of it.
enum GlyphScripts {
  static let ranges: [ClosedRange<Unicode.Scalar>] = [
    "\u{0E00}"..."\u{0FFF}",  // Thai, Lao, Tibetan
    "\u{1000}"..."\u{109F}",  // Myanmar
    "\u{1100}"..."\u{11FF}",  // Hangul Jamo
    "\u{1780}"..."\u{17FF}",  // Khmer
    "\u{2100}"..."\u{2BFF}",  // letter-like signs, arrows, mathematics, symbols, dingbats
    "\u{2E80}"..."\u{A4CF}",  // Han, kana, bopomofo, Hangul letters, Yi
    "\u{A960}"..."\u{A97F}", "\u{AC00}"..."\u{D7FF}",  // Hangul
    "\u{F900}"..."\u{FAFF}", "\u{FF00}"..."\u{FFEF}",  // compatibility forms, wide and narrow
    "\u{1F000}"..."\u{3FFFF}",  // emoji and other pictures, rare Han
  ]

  /// For SQLite's GLOB: matches a text with such a character.
  static var pattern: String {
    let set = ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined()
    return "*[\(set)]*"
  }

  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x0E00 && ranges.contains { $0.contains(scalar) }
  }
}
