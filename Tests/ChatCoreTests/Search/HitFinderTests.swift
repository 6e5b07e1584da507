// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct HitFinderTests {
  private func marked(_ text: String, _ ranges: [Range<Int>]) -> String {
    var bytes = Array(text.utf8)
    for range in ranges.reversed() {
      bytes.insert(UInt8(ascii: "]"), at: range.upperBound)
      bytes.insert(UInt8(ascii: "["), at: range.lowerBound)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("bridge", "The Bridge, a bridge", "The [Bridge], a [bridge]"),
    ("bri*", "The Bridge", "The [Bridge]"),
    ("cafe", "Le café!", "Le [café]!"),
    ("cafe", "Le cafe\u{301}!", "Le [cafe\u{301}]!"),
    (#""the bridge""#, "the the bridge", "the [the bridge]"),
    ("tea cup", "a cup of tea", "a [cup] of [tea]"),
    ("京", "東京と京都", "東[京]と[京]都"),
    ("🎉", "party 🎉🎉", "party [🎉🎉]"),
    (":-)", "ok :-)", "ok [:-)]"),
    ("x", "no", "no"),
    ("from:bo", "bo", "bo"),
    ("nul", "a\u{1}nul\u{2}b", "a\u{1}[nul]\u{2}b"),
    ("a\" OR b", "a or b", "[a] [or b]"),
  ])
  func marks(_ question: String, _ text: String, _ expected: String) {
    let finder = HitFinder(MessageSearch(SearchQuery(question)))
    #expect(marked(text, finder.ranges(in: text)) == expected)
    // A finder serves many texts.
    #expect(marked(text, finder.ranges(in: text)) == expected)
  }

  @Test func insideOfWords() {
    let finder = HitFinder(MessageSearch(SearchQuery("GART"), reach: .insideWords))
    let text = "Kindergarten"
    #expect(marked(text, finder.ranges(in: text)) == "Kinder[gart]en")
  }

  @Test func aSnippetIsTheTextAroundTheFirstHit() {
    let finder = HitFinder(MessageSearch(SearchQuery("bridge")))
    let long =
      String(repeating: "word ", count: 100) + "\n the \t bridge "
      + String(
        repeating: "more ", count: 100)
    let snippet = SearchSnippet(long, finder)
    #expect(snippet.text.hasPrefix("…"))
    #expect(snippet.text.hasSuffix("…"))
    #expect(snippet.text.hasPrefix("…word word"))
    #expect(snippet.text.count == 162)
    #expect(marked(snippet.text, snippet.hits).contains(" the [bridge] more"))
    let short = SearchSnippet("a\nbridge", finder)
    #expect(marked(short.text, short.hits) == "a [bridge]")
    #expect(SearchSnippet("", finder).text == "")
    let styled = SearchSnippet("> It _says_ *the bridge* and `a map`", finder)
    #expect(marked(styled.text, styled.hits) == "It says the [bridge] and a map")
  }
}
