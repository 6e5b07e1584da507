// SPDX-License-Identifier: GPL-3.0-or-later

/// Whether somebody is named in a text.
nonisolated enum Mention {
  /// True when one of `names` stands in `text` as a word of its own, in any case of letters.
  static func isIn(_ text: String, of names: [String]) -> Bool {
    let text = text.lowercased()
    return names.contains { name in
      let name = name.lowercased()
      guard name.contains(where: { !$0.isWhitespace }) else { return false }
      var rest = text[...]
      while let range = rest.firstRange(of: name) {
        let before = text[..<range.lowerBound].last
        let after = text[range.upperBound...].first
        if !isOfWord(before), !isOfWord(after) { return true }
        rest = rest[rest.index(after: range.lowerBound)...]
      }
      return false
    }
  }

  private static func isOfWord(_ character: Character?) -> Bool {
    character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
  }
}
