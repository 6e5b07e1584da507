// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct SearchQueryTests {
  private static func query(_ change: (inout SearchQuery) -> Void) -> SearchQuery {
    var query = SearchQuery()
    change(&query)
    return query
  }

  private static func terms(_ texts: String...) -> SearchQuery {
    query { $0.terms = texts.map { SearchQuery.Term($0) } }
  }

  @Test(arguments: [
    ("", SearchQuery()),
    ("  \t\n ", SearchQuery()),
    ("tea", terms("tea")),
    ("green  tea", terms("green", "tea")),
    (#""green tea" cup"#, terms("green tea", "cup")),
    ("“green tea”", terms("green tea")),
    ("„grüner Tee“", terms("grüner Tee")),
    (#"tea "in the"#, terms("tea", "in the")),
    (#"a"b c"d"#, terms("a", "b c", "d")),
    (#""""#, SearchQuery()),
    ("mart*", query { $0.terms = [.init("mart", isPrefix: true)] }),
    ("*", SearchQuery()),
    (#""mart*""#, terms("mart*")),
    ("from:bo", query { $0.senders = ["bo"] }),
    (#"FROM:"Bo Smith" tea"#, query { ($0.senders, $0.terms) = (["Bo Smith"], [.init("tea")]) }),
    ("from:bo from:me", query { $0.senders = ["bo", "me"] }),
    ("from:", terms("from:")),
    ("in:den", query { $0.conversations = ["den"] }),
    ("has:link", query { $0.hasLink = true }),
    ("has:Link", query { $0.hasLink = true }),
    ("has:wings", terms("has:wings")),
    ("after:2024", query { $0.since = SearchDate("2024-01-01") }),
    ("after:2024 after:2023", query { $0.since = SearchDate("2024") }),
    ("before:2024-02-29", query { $0.before = SearchDate("2024-02-29") }),
    ("before:2024-05 before:2025", query { $0.before = SearchDate("2024-05-01") }),
    ("before:noon", terms("before:noon")),
    ("before:2023-02-29", terms("before:2023-02-29")),
    ("http://x.example", terms("http://x.example")),
    ("NEAR(a b) AND body:x OR -y ^z", terms("NEAR(a", "b)", "AND", "body:x", "OR", "-y", "^z")),
  ])
  func whatIsTypedMeans(_ text: String, _ query: SearchQuery) {
    #expect(SearchQuery(text) == query)
  }

  /// Only a word that the caret may still stand in stands for what begins with it.
  @Test(arguments: [
    ("ma", true), ("green ma", true), ("ma ", false), (#""ma"#, false), (#""ma""#, false),
    ("ma from:b", false), ("from:b ma", true), ("ma has:link", false),
  ])
  func theLastWordMayGoOn(_ text: String, _ isOpen: Bool) {
    #expect(SearchQuery(text, isTyping: true).terms.last?.isPrefix == isOpen)
    #expect(SearchQuery(text).terms.last?.isPrefix == false)
  }

  @Test func aPastedBookIsNoQuery() {
    let text = String(repeating: "word ", count: 10_000)
    #expect(SearchQuery(text).terms.count == 32)
  }

  @Test(arguments: [
    "24", "2024-1", "2024-13", "2024-00", "2024-04-31", "2024-05-1", "2024-05-01-01", "0000",
    "-2024", "2024-", "２０２４", "2024-05-0x", "1900-02-29", "",
  ])
  func noDate(_ text: String) { #expect(SearchDate(text) == nil) }

  @Test func aDayBeginsAtItsMidnight() throws {
    for text in ["2024", "2024-02", "2024-02-29", "2000-02-29", "1971-01-01", "2023-03-26"] {
      let date = try #require(SearchDate(text))
      let day = Day(date.beginning).date
      #expect(day == (date.year, date.month, date.day))
      #expect(Day(date.beginning.adding(seconds: -1)).number == Day(date.beginning).number - 1)
    }
  }
}
