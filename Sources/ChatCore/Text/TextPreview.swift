// SPDX-License-Identifier: MIT

/// The beginning of a text, short enough to be laid out at once.
///
/// The whole text may be megabytes; only as much of it is looked at as is shown.
public struct TextPreview: Hashable, Sendable {
  public let text: Substring
  /// Whether there is more.
  public let isCut: Bool

  /// - Parameters:
  ///   - characters: the most Characters; none is cut in its middle.
  ///   - lines: the most lines.
  public init(_ text: String, characters: Int = 2_000, lines: Int = 40) {
    var index = text.startIndex
    var characterCount = 0
    var lineCount = 1
    // One Character may be a letter under a thousand accents: it is laid out as what it is.
    let end =
      text.unicodeScalars.index(
        index, offsetBy: characters * Self.scalarsPerCharacter, limitedBy: text.endIndex)
      ?? text.endIndex
    while index < end, characterCount < characters {
      let next = text.index(after: index)
      if text[index].isNewline {
        // A line break at the very end begins no line.
        if lineCount == lines, next < text.endIndex { break }
        lineCount += 1
      }
      // A single Character that is longer than all that is allowed is cut between its scalars.
      if next > end { break }
      characterCount += 1
      index = next
    }
    if index == text.startIndex { index = end }
    self.text = text[..<index]
    isCut = index < text.endIndex
  }

  /// Far above what any script or emoji needs on average.
  private static let scalarsPerCharacter = 8
}
