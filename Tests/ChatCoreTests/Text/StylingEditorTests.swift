// SPDX-License-Identifier: MIT
import ChatCore
import Testing

/// Texts have "[" and "]" around what is selected, or "|" at the caret.
@Suite struct StylingEditorTests {
  static func read(_ marked: String) -> (text: String, selection: Range<Int>) {
    let text = marked.filter { !"[]|".contains($0) }
    let bytes = Array(marked.utf8)
    let first = bytes.firstIndex { "[|".utf8.contains($0) } ?? 0
    let last = bytes.firstIndex(of: UInt8(ascii: "]")).map { $0 - 1 } ?? first
    return (text, first..<last)
  }

  static func write(_ text: String, _ selection: Range<Int>) -> String {
    var bytes = Array(text.utf8)
    if selection.isEmpty {
      bytes.insert(UInt8(ascii: "|"), at: selection.lowerBound)
    } else {
      bytes.insert(UInt8(ascii: "]"), at: selection.upperBound)
      bytes.insert(UInt8(ascii: "["), at: selection.lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func toggle(_ marked: String, _ style: MessageStyle) -> String? {
    let (text, selection) = read(marked)
    return StylingEditor(text, selection: selection).toggling(style).map {
      write($0.applied(to: text), $0.selection)
    }
  }

  static let atTheCaretCases: [(String, String)] = [
    // Nothing there yet: type between the directives.
    ("|", "*|*"), ("a |", "a *|*"), ("a | b", "a *|* b"), ("> |", "> *|*"), ("_|_", "_*|*_"),
    ("_a |_", "_a *|*_"),
    // And back.
    ("*|*", "|"), ("a *|* b", "a | b"), ("_*|*_", "_|_"),
    // In a word, all of it.
    ("he|llo", "*he|llo*"), ("|hello", "*|hello*"), ("hello|", "*hello|*"),
    ("a, b|c. d", "a, *b|c.* d"), ("_he|llo_", "_*he|llo*_"), ("日|本", "*日|本*"),
    ("a `b|c` d", "a *`b|c`* d"),
    // In what is bold, away with it; at its end, on without it.
    ("*he|llo*", "he|llo"), ("*|hello* a", "|hello a"), ("*hello|* a", "*hello*| a"),
    ("*hello*| a", "*hello|* a"), ("_*hello|*_", "_*hello*|_"),
  ]

  @Test(arguments: atTheCaretCases)
  func atTheCaret(before: String, after: String) { #expect(Self.toggle(before, .strong) == after) }

  static let overASelectionCases: [(String, String)] = [
    ("[hello]", "*[hello]*"), ("a [b c] d", "a *[b c]* d"), ("a[ b ]c", "a *[b]* c"),
    ("[a\nb]", "*[a*\n*b]*"), ("[a\n\n  b ]\nc", "*[a*\n\n  *b]* \nc"),
    ("> [a]", "> *[a]*"), ("[> a\n> b]", "> *[a*\n> *b]*"),
    // From the start of the word: directives open after white space.
    ("he[ll]o", "*[hell]*o"), ("a (b[c])", "a *[(bc]*)"),
    // Not across others.
    ("[a _b] c_", "*[a _b c_]*"), ("_a [b_ c]", "*[_a b_ c]*"), ("_a [b] c_", "_a *[b]* c_"),
    ("[_a_]", "*[_a_]*"), ("_[a]_", "_*[a]*_"), ("`a [b] c`", "*[`a b c`]*"),
    // What is bold in part becomes so as a whole.
    ("[a *b* c]", "*[a b c]*"), ("a [*b* c]", "a *[b c]*"), ("*a [b* c]", "*[a b c]*"),
    // And back.
    ("*[hello]*", "[hello]"), ("[*hello*]", "[hello]"), ("*[a*\n*b]*", "[a\nb]"),
    ("_*[a]*_", "_[a]_"),
    // Only of a part.
    ("*a [b] c*", "*a* [b] *c*"), ("*[a] b*", "[a] *b*"), ("*a [b]*", "*a* [b]"),
    ("*a b[c]d e*", "*a b*[cd] *e*"), ("*a [_b_] c*", "*a* [_b_] *c*"),
    ("*a _[b]_ c*", "[a _b_ c]"),
  ]

  @Test(arguments: overASelectionCases)
  func overASelection(before: String, after: String) {
    #expect(Self.toggle(before, .strong) == after)
  }

  static let whatCannotBeWrittenIsRefusedCases: [String] = [
    "[  ]", "[\n]", "a [*] b", "[a*b c]", "```\n[a]\n```", "```\na|\n```", "|```", "|> a", "[a**b]",
  ]

  @Test(arguments: whatCannotBeWrittenIsRefusedCases)
  func whatCannotBeWrittenIsRefused(before: String) { #expect(Self.toggle(before, .strong) == nil) }

  static let theOtherStylesCases: [(String, String, MessageStyle)] = [
    ("[a b]", "`[a b]`", MessageStyle.code), ("[a *b* c]", "`[a *b* c]`", .code),
    ("*a* [b]", "*a* `[b]`", .code), ("`[a b]`", "[a b]", .code), ("`a [b] c`", "[a b c]", .code),
    ("[a]", "~[a]~", .strikethrough), ("[a]", "_[a]_", .emphasis),
  ]

  @Test(arguments: theOtherStylesCases)
  func theOtherStyles(before: String, after: String, style: MessageStyle) {
    #expect(Self.toggle(before, style) == after)
  }

  static let quotationsCases: [(String, String)] = [
    ("|", "> |"), ("a|b", "> a|b"), ("|ab", "> |ab"), ("a\nb|", "a\n> b|"),
    ("[a\n\nb]\nc", "> [a\n>\n> b]\nc"), ("[a\n]b", "> [a\n]b"),
    ("> a|b", "a|b"), (">a|b", "a|b"), (">> a|", "> a|"), ("> |", "|"), ("|> a", "|a"),
    ("[> a\n> b]", "[a\nb]"), ("[> a\nb]", "> [> a\n> b]"),
    ("```\na|\n```", "> ```\n> a|\n> ```"), ("> ```\n> a|\n> ```", "```\na|\n```"),
  ]

  @Test(arguments: quotationsCases)
  func quotations(before: String, after: String) { #expect(Self.toggle(before, .quote) == after) }

  static let codeBlocksCases: [(String, String)] = [
    ("|", "```\n|\n```"), ("a|", "```\na|\n```"), ("x\n[a\nb]\ny", "x\n```\n[a\nb]\n```\ny"),
    ("> a|", "> ```\n> a|\n> ```"),
    ("```\na|\n```", "a|"), ("```swift\n[a\nb]\n```\nc", "[a\nb]\nc"), ("```\na|", "a|"),
    ("``|`\na\n```", "|a"), ("```\na\n``|`\nb", "a|\nb"), ("```\n|\n```", "|"), ("|```\n```", "|"),
    ("> ```\n> a|\nb", "> a|\nb"),
  ]

  @Test(arguments: codeBlocksCases)
  func codeBlocks(before: String, after: String) {
    #expect(Self.toggle(before, .codeBlock) == after)
  }

  static let activeStylesCases: [(String, Set<MessageStyle>)] = [
    ("*a|b*", [MessageStyle.strong]), ("*|ab*", [.strong]), ("*ab|*", [.strong]), ("|*ab*", []),
    ("*ab*|", []), ("*|*", [.strong]), ("_*|*_", [.strong, .emphasis]), ("a*|*b", [.strong]),
    ("*_a|_*", [.strong, .emphasis]), ("*a _b| c_*", [.strong, .emphasis]),
    ("[*a* b]", []), ("[*a*]", [.strong]), ("*[a* *b]*", []), ("[*a*\n*b*]", [.strong]),
    ("[ *a* ]", [.strong]), ("`*a|*`", [.code]), ("> a|", [.quote]), ("[> a\nb]", []),
    ("[> a\n]b", [.quote]), ("```\na|", [.codeBlock]), ("|```\na", [.codeBlock]),
    ("> ```\n> a|", [.quote, .codeBlock]), ("", []), ("a ** | b", []),
  ]

  @Test(arguments: activeStylesCases)
  func activeStyles(text: String, styles: Set<MessageStyle>) {
    let (text, selection) = Self.read(text)
    #expect(StylingEditor(text, selection: selection).active == styles)
  }

  /// Directives that stand for themselves within a span would open another one once it is cleared:
  /// then it goes from the whole span, and where that would not do either, it stays.
  @Test(
    arguments: [
      ("~a b> [~c]d~e f~g", MessageStyle.strikethrough, "[a b> ~cd]e f~g"),
      ("*a b> c[ *d]e>* f*g", .strong, "[a b> c *de>] f*g"),
      ("~a> [~b]c~d~e", .strikethrough, "[a> ~bc]d~e"), ("*a [b] c*", .strong, "*a* [b] *c*"),
    ] as [(String, MessageStyle, String)])
  func clearedMeansCleared(text: String, style: MessageStyle, expected: String) throws {
    let (text, selection) = Self.read(text)
    let editor = StylingEditor(text, selection: selection)
    #expect(editor.active.contains(style))
    let edit = try #require(editor.toggling(style))
    let result = edit.applied(to: text)
    #expect(Self.write(result, edit.selection) == expected)
    #expect(!StylingEditor(result, selection: edit.selection).active.contains(style))
  }

  @Test func anEditKnowsItsWayBack() throws {
    let (text, selection) = Self.read("x *a _b_* [y é *c* d] z\nq")
    let edit = try #require(StylingEditor(text, selection: selection).toggling(.strong))
    let back = edit.inverse(of: text, selection: selection)
    #expect(edit.applied(to: text) != text)
    #expect(back.applied(to: edit.applied(to: text)) == text)
    #expect(back.selection == selection)
  }

  /// Whatever stands there: no letter is lost or added, the inverse gives the text back, a span style
  /// that was switched on over a selection is on, and nothing leaves the text.
  @Test func anyToggleOfAnyTextKeepsTheLetters() {
    let alphabet = Array("*_~`> \n\nabé👍🏽日  ")
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4000 {
      let length = Int.random(in: 0..<30, using: &random)
      let text = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let starts = text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
      let places = (0..<2).map { _ in starts.randomElement(using: &random) ?? 0 }.sorted()
      let selection = places[0]..<places[1]
      let editor = StylingEditor(text, selection: selection)
      for style in MessageStyle.allCases {
        guard let edit = editor.toggling(style) else { continue }
        let result = edit.applied(to: text)
        let note =
          "\(style) \(Self.write(text, selection).debugDescription) → \(result.debugDescription) (seed \(seed))"
        func letters(_ text: String) -> String { text.filter { !"*_~`> \n".contains($0) } }
        // The language after an opening fence goes with it.
        if style != .codeBlock { #expect(letters(result) == letters(text), "\(note)") }
        let back = edit.inverse(of: text, selection: selection)
        #expect(back.applied(to: result) == text, "\(note)")
        #expect(edit.selection.lowerBound >= 0 && edit.selection.upperBound <= result.utf8.count)
        let after = StylingEditor(result, selection: edit.selection)
        // Of several lines, those that cannot have the style stay as they are.
        let isOneLine = !text.utf8.dropFirst(selection.lowerBound).prefix(selection.count)
          .contains(UInt8(ascii: "\n"))
        if isOneLine, !selection.isEmpty, ![.quote, .codeBlock].contains(style) {
          #expect(after.active.contains(style) != editor.active.contains(style), "\(note)")
        }
      }
    }
  }
}
