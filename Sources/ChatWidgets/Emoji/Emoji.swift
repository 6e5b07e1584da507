// SPDX-License-Identifier: MIT
public import Gtk

/// A tone of the skin in emoji that show people (UTS #51 §2.4).
public nonisolated enum SkinTone: String, CaseIterable, Sendable {
  case none, light, mediumLight, medium, mediumDark, dark

  var scalar: Unicode.Scalar? {
    switch self {
    case .none: nil
    case .light: "\u{1f3fb}"
    case .mediumLight: "\u{1f3fc}"
    case .medium: "\u{1f3fd}"
    case .mediumDark: "\u{1f3fe}"
    case .dark: "\u{1f3ff}"
    }
  }

  /// The tone `steps` further, from the last to the first.
  func advanced(by steps: Int) -> SkinTone {
    let all = SkinTone.allCases
    let index = (all.firstIndex(of: self) ?? 0) + steps
    return all[(index % all.count + all.count) % all.count]
  }
}

/// One emoji and how it is found.
nonisolated struct Emoji: Hashable {
  /// Scalars; 0 stands where a skin tone may be.
  let scalars: [UInt32]
  let name: String
  /// Name and keywords in the form that queries are compared with.
  let words: EmojiWords

  /// Nil for the tones themselves, which GTK's list has as well.
  init?(_ entry: EmojiCatalog.Entry) {
    guard entry.scalars.contains(where: { $0 != 0 }) else { return nil }
    scalars = entry.scalars
    name = entry.name
    let scalars = entry.scalars.filter { $0 != 0 }
    words = EmojiWords(
      name: entry.name, keywords: entry.keywords,
      nicknames: scalars.count == 1 ? emojiNicknames[scalars[0]] ?? [] : [])
  }

  var hasTones: Bool { scalars.contains(0) }

  /// The emoji as text. Where there is no tone to say so, a variation selector makes a sign that is
  /// a letter by itself an emoji (UTS #51 §2.8).
  func text(_ tone: SkinTone = .none) -> String {
    var result = String.UnicodeScalarView()
    func selectEmoji() {
      if let last = result.last, last != "\u{fe0f}", !last.properties.isEmojiPresentation {
        result.append("\u{fe0f}")
      }
    }
    for code in scalars {
      if code == 0 {
        if let tone = tone.scalar { result.append(tone) } else { selectEmoji() }
      } else if let scalar = Unicode.Scalar(code) {
        result.append(scalar)
      }
    }
    if scalars.count == 1 { selectEmoji() }
    return String(result)
  }
}

/// Words without case and signs: "Smiling Face with Heart-Eyes" is found by `heart_eyes`.
nonisolated struct EmojiWords: Hashable {
  /// The words of the name, put together.
  let name: String
  let nameWords: [String]
  let keywords: [String]
  let nicknames: [String]

  init(name: String, keywords: [String], nicknames: [String]) {
    self.nicknames = nicknames
    nameWords = name.split { !Self.isPart($0) }.map { Self.folded($0) }
    self.name = nameWords.joined()
    self.keywords = keywords.map { Self.folded($0[...]) }
  }

  static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "+"
  }

  static func folded(_ text: Substring) -> String {
    String(text.lowercased().filter { isPart($0) })
  }

  func isCalled(_ query: String) -> Bool {
    nicknames.contains(query) || name == query || keywords.contains(query)
  }

  /// Tells those apart that fit a query alike: the lower, the more it is meant. One with few
  /// keywords is meant by each of them, one with a short name by how it begins.
  func detour(_ rank: Int) -> Int {
    switch rank {
    case 1, 3: keywords.count
    case 2: name.count
    default: 0
    }
  }

  /// How well it fits a folded query, 0 best; nil when it does not.
  func rank(_ query: String) -> Int? {
    if nicknames.contains(query) || name == query { return 0 }
    // Two letters are rather a beginning than the code of a country.
    if query.count > 2, keywords.contains(query) { return 1 }
    if name.hasPrefix(query) || nicknames.contains(where: { $0.hasPrefix(query) }) { return 2 }
    if keywords.contains(where: { $0.hasPrefix(query) }) { return 3 }
    if nameWords.contains(where: { $0.hasPrefix(query) }) { return 4 }
    return query.count > 2 && name.contains(query) ? 5 : nil
  }
}
