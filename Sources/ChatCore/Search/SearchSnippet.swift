// SPDX-License-Identifier: MIT

/// The part of a message around its first hit, on one line.
public struct SearchSnippet: Hashable, Sendable {
  /// Safe to show; with "…" where something was left out.
  public let text: String
  /// The hits, in bytes of UTF-8.
  public let hits: [Range<Int>]

  public static let empty = SearchSnippet(text: "", hits: [])

  private init(text: String, hits: [Range<Int>]) {
    self.text = text
    self.hits = hits
  }

  /// Characters before the first hit that are kept, and of the whole.
  private static let lead = 24
  private static let limit = 160
  /// A text longer than this is looked through only so far, around its beginning.
  private static let reach = 65_536

  public init(_ body: String, _ finder: HitFinder) {
    let line = Self.line(body)
    let first = finder.ranges(in: line).first?.lowerBound ?? 0
    var start = line.utf8.index(line.startIndex, offsetBy: first)
    let hit = start
    start = line.index(start, offsetBy: -Self.lead, limitedBy: line.startIndex) ?? line.startIndex
    // Rather at a word than in it.
    if start > line.startIndex, let space = line[start..<hit].firstIndex(of: " ") {
      start = line.index(after: space)
    }
    let isCutBefore = start > line.startIndex
    let end = line.index(start, offsetBy: Self.limit, limitedBy: line.endIndex) ?? line.endIndex
    var text = SafeText.line(String(line[start..<end]))
    if isCutBefore { text = "…" + text }
    if end < line.endIndex { text += "…" }
    self.text = text
    hits = finder.ranges(in: text)
  }

  /// Line breaks and runs of spaces become one space; the characters that style are gone.
  private static func line(_ body: String) -> String {
    MessageStyling.plain(String(body.prefix(reach)))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
