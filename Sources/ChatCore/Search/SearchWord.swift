// SPDX-License-Identifier: MIT

/// A term, by which index can find it.
enum SearchWord: Hashable {
  /// Letters and digits: `search_words`. What stands between them is the same as a space.
  case word(String, isPrefix: Bool)
  /// With characters of ``GlyphScripts``: `search_glyphs`.
  case glyphs(String)
  /// Signs only. In no index; the texts are looked at.
  case signs(String)

  init(_ term: SearchQuery.Term) {
    let scalars = term.text.unicodeScalars
    if scalars.contains(where: GlyphScripts.contains) {
      self = .glyphs(term.text)
    } else if scalars.contains(where: Self.isWordCharacter) {
      self = .word(term.text, isPrefix: term.isPrefix)
    } else {
      self = .signs(term.text)
    }
  }

  /// As the tokenizer `unicode61` sees it: letters, digits, and characters for private use.
  private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  var text: String {
    switch self {
    case .word(let text, _), .glyphs(let text), .signs(let text): text
    }
  }

  /// A beginning that so many words have that it is quicker to look at the newest texts.
  var isShortBeginning: Bool {
    if case .word(let text, isPrefix: true) = self { text.count <= 3 } else { false }
  }

  /// As a string of FTS5's language, in which nothing but the quote has a meaning.
  var phrase: String {
    let quoted = SearchWord.quoted(text)
    if case .word(_, isPrefix: true) = self { return quoted + " *" }
    return quoted
  }

  static func quoted(_ text: String) -> String {
    var quoted = "\""
    // FTS5 reads up to the first NUL.
    for scalar in text.unicodeScalars where scalar != "\0" {
      quoted.unicodeScalars.append(scalar)
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }
}
