// SPDX-License-Identifier: MIT

/// What of a text before the caret asks for an emoji: ":smi", or ":smile:".
nonisolated struct ShortcodeQuery: Equatable {
  /// Unicode scalars from the colon to the caret.
  var length: Int
  /// What stands behind the colon.
  var name: String
  /// Whether there is a second colon, right before the caret.
  var isClosed: Bool

  /// Fewer letters would come up while writing of other things, as in ":D".
  static let leastLetters = 2
  /// Longer than the name of any emoji by word.
  static let mostLetters = 48

  init?(before text: String) {
    var scalars = Substring(text).unicodeScalars
    isClosed = scalars.last == ":"
    if isClosed { scalars.removeLast() }
    let name = scalars.suffix(while: Self.isPart)
    let rest = scalars.prefix(upTo: name.startIndex)
    guard rest.last == ":", (Self.leastLetters...Self.mostLetters).contains(name.count),
      Self.mayStand(after: rest.dropLast().last),
      name.contains(where: \.properties.isAlphabetic)
        || name.first == "+" || name.first == "-"
    else { return nil }
    self.name = String(name)
    length = name.count + (isClosed ? 2 : 1)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || ["_", "-", "+"].contains(scalar)
  }

  /// Not within "10:30", "https:" or "std::sort".
  private static func mayStand(after scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return true }
    return scalar.properties.isWhitespace
      || ["(", "[", "{", "\"", "'", "*", "_", "~"].contains(scalar)
      || scalar.properties.isEmojiPresentation || scalar == "\u{fe0f}"
  }
}

nonisolated extension Substring.UnicodeScalarView {
  /// The longest end of which all fit.
  fileprivate func suffix(while fits: (Unicode.Scalar) -> Bool) -> Self {
    var start = endIndex
    while start > startIndex, fits(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
