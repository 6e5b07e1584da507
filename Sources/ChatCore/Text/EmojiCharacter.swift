// SPDX-License-Identifier: MIT

extension String {
  /// How many emoji the text is, when it is nothing else but white space; nil when it is. Text of a
  /// few emoji is shown large.
  ///
  /// - Parameter limit: with more than this the answer is nil too, and the rest is not looked at.
  public func emojiCount(atMost limit: Int) -> Int? {
    var count = 0
    for character in self {
      if character.isEmoji {
        count += 1
        if count > limit { return nil }
      } else if !character.isWhitespace {
        return nil
      }
    }
    return count > 0 ? count : nil
  }
}

extension Character {
  /// Whether it is shown as a picture (UTS #51): 😀, 👩‍🚀, 🇪🇸, 1️⃣ and ❤️, but not 1, # or ©.
  public var isEmoji: Bool {
    let scalars = unicodeScalars
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    if first.properties.isEmojiPresentation {
      // U+FE0E asks for the black and white form. A lone half of a flag is a letter.
      let isHalfFlag = (0x1F1E6...0x1F1FF).contains(first.value) && scalars.count == 1
      return !isHalfFlag && scalars.dropFirst().first != "\u{FE0E}"
    }
    // U+FE0F asks for the picture; a keycap needs it, and so does a heart.
    return scalars.dropFirst().first == "\u{FE0F}"
  }
}
