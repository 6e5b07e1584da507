// SPDX-License-Identifier: MIT

/// Answers which words of a language are known. Nothing here happens on the main thread: to open a
/// dictionary takes some 50 ms, suggestions may take longer.
public protocol SpellEngine: Sendable {
  /// The tags of the languages that there are dictionaries for, such as "en_US".
  func languages() async -> [String]

  /// Those of `words` that the dictionary of `language` does not know; none where it cannot be had.
  func unknown(_ words: [String], in language: String) async -> Set<String>

  /// What may have been meant, the likeliest first.
  func suggestions(for word: String, in language: String) async -> [String]

  /// Puts a word into the user's dictionary of the language, for good.
  func add(_ word: String, to language: String) async

  /// Takes a word for known until the program ends.
  func ignore(_ word: String, in language: String) async
}
