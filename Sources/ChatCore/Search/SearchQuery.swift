// SPDX-License-Identifier: MIT

/// What somebody looks for, as it was typed.
///
/// | typed | means |
/// | --- | --- |
/// | `tea kettle` | both words, in any order, whatever their case and accents |
/// | `ket` at the end, `ket*` anywhere | words that begin so |
/// | `"green tea"` | these words next to each other |
/// | `from:bo`, `from:me` | written by somebody whose name or address has this in it |
/// | `in:den` | in a conversation whose name or address has this in it |
/// | `after:2024-05`, `before:2024` | written since that day, month or year began; before it began |
/// | `has:link` | with something that is shown as a link |
///
/// Anything can be typed. What is none of these is a word: `before:noon` looks for just that.
public struct SearchQuery: Hashable, Sendable {
  /// Something that a message must have in its text.
  public struct Term: Hashable, Sendable {
    public var text: String
    /// The last word may go on.
    public var isPrefix: Bool

    public init(_ text: String, isPrefix: Bool = false) {
      self.text = text
      self.isPrefix = isPrefix
    }
  }

  public var terms: [Term] = []
  /// What the name or address of the sender must have in it; of several, one.
  public var senders: [String] = []
  /// What the name or address of the conversation must have in it; of several, one.
  public var conversations: [String] = []
  /// Written then or later.
  public var since: SearchDate?
  /// Written earlier.
  public var before: SearchDate?
  public var hasLink = false

  public var isEmpty: Bool { self == SearchQuery() }

  public init() {}

  /// - Parameter isTyping: more may be typed, so that the last word stands for all that begin with
  ///   it.
  public init(_ text: String, isTyping: Bool = false) {
    var scanner = Scanner(text)
    while let word = scanner.next() { take(word) }
    if isTyping, scanner.endsOpen, !terms.isEmpty { terms[terms.count - 1].isPrefix = true }
  }

  /// More than this is no question that somebody types, but a text that was pasted.
  private static let termLimit = 32

  private mutating func take(_ word: Scanner.Word) {
    if let key = word.key, !word.text.isEmpty {
      switch key {
      case "from":
        senders.append(word.text)
        return
      case "in":
        conversations.append(word.text)
        return
      case "has" where word.text.lowercased() == "link":
        hasLink = true
        return
      case "after":
        if let date = SearchDate(word.text) {
          since = max(date, since ?? date)
          return
        }
      case "before":
        if let date = SearchDate(word.text) {
          before = min(date, before ?? date)
          return
        }
      default: break
      }
    }
    guard terms.count < Self.termLimit else { return }
    let isPrefix = word.key == nil && !word.isQuoted && word.text.hasSuffix("*")
    let text = isPrefix ? String(word.text.dropLast()) : word.whole
    if !text.isEmpty { terms.append(Term(text, isPrefix: isPrefix)) }
  }
}

/// Takes what was typed apart, at white space and quotes.
private struct Scanner {
  struct Word {
    /// Before the colon, in lower case.
    var key: String?
    /// Behind it, without its quotes.
    var text: String
    var isQuoted: Bool
    /// All of it, as a text to look for.
    var whole: String
  }

  private var rest: Substring
  /// The last word was neither closed by a quote nor followed by a space.
  private(set) var endsOpen = false

  init(_ text: String) { rest = text[...] }

  private static func isQuote(_ character: Character) -> Bool {
    character == "\"" || character == "“" || character == "”" || character == "„"
  }

  private static let keys: Set<String> = ["from", "in", "before", "after", "has"]

  mutating func next() -> Word? {
    rest = rest.drop { $0.isWhitespace }
    guard let first = rest.first else { return nil }
    if Self.isQuote(first) {
      let text = quoted()
      return Word(text: text, isQuoted: true, whole: text)
    }
    let word = rest.prefix { !$0.isWhitespace && !Self.isQuote($0) }
    if let colon = word.firstIndex(of: ":") {
      let key = word[..<colon].lowercased()
      if Self.keys.contains(key) {
        rest = rest[word.index(after: colon)...]
        let value = self.value()
        return Word(
          key: key, text: value.text, isQuoted: value.isQuoted, whole: "\(key):\(value.text)")
      }
    }
    rest = rest[word.endIndex...]
    endsOpen = rest.isEmpty
    return Word(text: String(word), isQuoted: false, whole: String(word))
  }

  /// What stands behind a colon: a word, or several in quotes.
  private mutating func value() -> (text: String, isQuoted: Bool) {
    if let first = rest.first, Self.isQuote(first) { return (quoted(), true) }
    let word = rest.prefix { !$0.isWhitespace }
    rest = rest[word.endIndex...]
    endsOpen = false
    return (String(word), false)
  }

  /// Up to the closing quote; one that is missing stands at the end.
  private mutating func quoted() -> String {
    rest = rest.dropFirst()
    let text = rest.prefix { !Self.isQuote($0) }
    rest = rest[text.endIndex...].dropFirst()
    endsOpen = false
    return String(text)
  }
}
