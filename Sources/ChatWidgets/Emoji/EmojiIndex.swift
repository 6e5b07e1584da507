// SPDX-License-Identifier: MIT
import Gtk

/// Finds emoji by what they are called, in English and in the user's language.
struct EmojiIndex {
  private let emoji: [Emoji]
  /// The same emoji by their names in the user's language.
  private let localized: [Emoji]

  init(_ entries: [EmojiCatalog.Entry], localized: [EmojiCatalog.Entry] = []) {
    emoji = entries.compactMap(Emoji.init)
    self.localized = localized.compactMap(Emoji.init)
  }

  /// That of the system. Takes some milliseconds to make.
  static func system() -> EmojiIndex {
    EmojiIndex(
      EmojiCatalog.english(),
      localized: EmojiCatalog.userLanguage.map(EmojiCatalog.localized) ?? [])
  }

  /// The best of those that fit, each once.
  func search(_ query: String, limit: Int) -> [Emoji] {
    Array(matches(query).prefix(limit).map(\.emoji))
  }

  /// The one that is called just so, as `:smile:` asks for.
  func named(_ query: String) -> Emoji? {
    let query = EmojiWords.folded(query[...])
    return matches(query).first { $0.emoji.words.isCalled(query) }?.emoji
  }

  private func matches(_ query: String) -> [(emoji: Emoji, rank: Int)] {
    let query = EmojiWords.folded(query[...])
    guard !query.isEmpty else { return [] }
    var found: [(emoji: Emoji, rank: Int, place: Int)] = []
    for (place, emoji) in (localized + emoji).enumerated() {
      if let rank = emoji.words.rank(query) { found.append((emoji, rank, place)) }
    }
    found.sort { a, b in
      (a.rank, a.emoji.words.detour(a.rank), a.place)
        < (b.rank, b.emoji.words.detour(b.rank), b.place)
    }
    var seen: Set<[UInt32]> = []
    return found.filter { seen.insert($0.emoji.scalars).inserted }.map { ($0.emoji, $0.rank) }
  }
}
