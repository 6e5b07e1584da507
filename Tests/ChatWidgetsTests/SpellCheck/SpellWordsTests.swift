// SPDX-License-Identifier: MIT
import Testing

@testable import ChatWidgets

@Suite struct SpellWordsTests {
  static let cases: [(String, [String])] = [
    ("Hello, wrld!", ["Hello", "wrld"]),
    ("I'm here; don\u{2019}t go", ["I'm", "here", "don't", "go"]),
    ("well-known", ["well", "known"]), ("'quoted' (so)", ["quoted", "so"]),
    ("caf\u{e9} e\u{301}t\u{e9}", ["caf\u{e9}", "e\u{301}t\u{e9}"]),
    ("*bold* _itlic_ ~gone~", ["bold", "itlic", "gone"]),
    // Links, addresses, names of files, rooms and people.
    ("see https://exmple.org/wrld now", ["see", "now"]), ("at example.org, ok", ["at", "ok"]),
    ("mail ana@exmple.org or xmpp:bo@exmple.net", ["mail", "or"]),
    ("in /usr/lcal and ~/dcs and a/b", ["in", "and", "and"]), ("#chnnel :smle: $HME x_y k=v", []),
    ("(https://exmple.org)", []),
    // No words of a language.
    ("NASA isEqual x86 2nd GTK4 v1.2", []), ("a I", []), ("", []), ("\u{1f600} ... 123", []),
    (String(repeating: "a", count: 100), []),
    (
      "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} you",
      ["\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}", "you"]
    ),
  ]

  @Test(arguments: cases)
  func words(text: String, expected: [String]) {
    #expect(SpellWords.words(in: text).map(\.text) == expected)
  }

  @Test func rangesCountScalars() {
    let text = "\u{1f44d}\u{1f3fd} e\u{301}tre wrld"
    let scalars = Array(text.unicodeScalars)
    let words = SpellWords.words(in: text)
    #expect(words.count == 2)
    for word in words {
      #expect(String(String.UnicodeScalarView(scalars[word.range])) == word.text)
    }
  }

  @Test func scriptsOfWordsAndLanguages() {
    #expect(SpellScript(of: "na\u{ef}ve") == .latin)
    #expect(SpellScript(of: "\u{43f}\u{440}") == .cyrillic)
    #expect(SpellScript(of: "\u{65e5}\u{672c}") == .other)
    #expect(SpellScript(language: "en_US") == .latin)
    #expect(SpellScript(language: "uk") == .cyrillic)
  }

  @Test func candidatesAreTheUsersLanguagesFirst() {
    let installed = ["de_AT", "de_DE", "en_GB", "en_US", "es_ES", "fr_FR", "it_IT"]
    #expect(
      SpellLanguage.candidates(installed: installed, preferred: ["es_MX", "es", "en_US", "en"])
        == ["es_ES", "en_US", "de_AT", "fr_FR"])
    #expect(SpellLanguage.candidates(installed: installed, preferred: ["de_DE"]).first == "de_DE")
    #expect(SpellLanguage.candidates(installed: ["en_US"], preferred: ["de"]) == ["en_US"])
    #expect(SpellLanguage.candidates(installed: [], preferred: ["de"]).isEmpty)
  }

  @Test func theLanguageThatKnowsMostIsTaken() {
    #expect(SpellLanguage.best([("en", 3), ("es", 8)], of: 9) == "es")
    #expect(SpellLanguage.best([("en", 8), ("es", 8)], of: 9) == "en", "the one wanted more")
    #expect(SpellLanguage.best([("en", 1), ("es", 2)], of: 9) == nil, "neither")
    #expect(SpellLanguage.best([("en", 0), ("es", 3)], of: 3) == nil, "too few words")
    #expect(SpellLanguage.best([], of: 9) == nil)
  }
}
