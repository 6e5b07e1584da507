// SPDX-License-Identifier: MIT
import ChatWidgets

/// Dictionaries of a few words.
actor FakeSpellEngine: SpellEngine {
  private var dictionaries: [String: Set<String>]
  private(set) var added: [String] = []
  private(set) var ignored: [String] = []
  private(set) var lookedUp: [String] = []
  private(set) var wasAsked = false

  init(_ dictionaries: [String: Set<String>]) { self.dictionaries = dictionaries }

  func languages() -> [String] {
    wasAsked = true
    return dictionaries.keys.sorted()
  }

  func unknown(_ words: [String], in language: String) -> Set<String> {
    lookedUp += words
    return Set(words).subtracting(dictionaries[language] ?? [])
  }

  func suggestions(for word: String, in language: String) -> [String] {
    (dictionaries[language] ?? []).filter { $0.first == word.first }.sorted()
  }

  func add(_ word: String, to language: String) {
    added.append(word)
    dictionaries[language]?.insert(word)
  }

  func ignore(_ word: String, in language: String) {
    ignored.append(word)
    dictionaries[language]?.insert(word)
  }
}
