// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct SafeTextTests {
  /// Case 054-T09.
  @Test(arguments: [
    ("abc\u{202E}def", "\u{2068}abc\u{202E}def\u{202C}\u{2069}"),
    ("abc", "\u{2068}abc\u{2069}"),
    ("", "\u{2068}\u{2069}"),
    ("a\u{2067}b", "\u{2068}a\u{2067}b\u{2069}\u{2069}"),
    // What would end our isolate is left out, also when it hides behind an embedding.
    ("a\u{2069}b", "\u{2068}ab\u{2069}"),
    ("\u{202E}a\u{2069}b", "\u{2068}\u{202E}ab\u{202C}\u{2069}"),
    // Well-formed text stays as it is.
    ("\u{2067}\u{5D0}\u{2069} b", "\u{2068}\u{2067}\u{5D0}\u{2069} b\u{2069}"),
    ("\u{202A}a\u{202C}", "\u{2068}\u{202A}a\u{202C}\u{2069}"),
    ("\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{2068}\u{5E9}\u{5DC}\u{5D5}\u{5DD}\u{2069}"),
    // An isolate that closes ends what was open inside.
    ("\u{2066}\u{202E}a\u{2069}b", "\u{2068}\u{2066}\u{202E}a\u{2069}b\u{2069}"),
    // Every paragraph by itself.
    ("a\u{202E}b\nc", "\u{2068}a\u{202E}b\u{202C}\u{2069}\n\u{2068}c\u{2069}"),
    ("a\n\nb", "\u{2068}a\u{2069}\n\n\u{2068}b\u{2069}"),
  ])
  func foreignTextIsIsolated(text: String, expected: String) {
    #expect(SafeText.isolated(text).unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("ana", "ana\u{200F}"), ("ana", "Ana"), ("ana", "a\u{200B}na"), ("ana", "an\u{430}"),
    ("ana", " a na"), ("ana", "\u{FF41}na"), ("caf\u{E9}", "cafe\u{301}"), ("ana", "ana\u{202E}"),
  ])
  func imitationsHaveTheSameKey(one: String, other: String) {
    #expect(SafeText.nickKey(one) == SafeText.nickKey(other))
  }

  @Test(arguments: [("ana", "anna"), ("bo", "b0"), ("\u{5D0}", "\u{5D1}"), ("ana", "an\u{E1}")])
  func differentNamesHaveDifferentKeys(one: String, other: String) {
    #expect(SafeText.nickKey(one) != SafeText.nickKey(other))
  }

  @Test(arguments: [
    ("Ana\nB", "Ana B"), ("  x ", "x"), ("\u{202E}ana", "ana"), ("a\u{7}b", "a b"),
    ("R&D <3", "R&D <3"), ("\u{5D0}\u{5D1}", "\u{5D0}\u{5D1}"), ("", ""),
  ])
  func namesAreOneLine(name: String, expected: String) {
    #expect(SafeText.line(name) == expected)
  }

  @Test func namesAreNotEndless() {
    #expect(SafeText.line(String(repeating: "a", count: 1_000_000)).count == 201)
    #expect(
      SafeText.line(String(repeating: "\u{301}", count: 1_000_000)).unicodeScalars.count < 1_700)
  }

  @Test(arguments: [
    ("a\u{1}b\u{9F}c", "abc"), ("a\r\nb\u{2028}c\u{2029}d\u{85}e", "a\nb\nc\nd\ne"),
    ("tab\t \u{1F600}", "tab\t \u{1F600}"), ("&quot;x&quot", "&quot;x&quot"),
    ("I <3 you", "I <3 you"),
    ("<b>hi</b>", "<b>hi</b>"), ("\u{202E}x", "\u{202E}x"), ("plain\nlines", "plain\nlines"),
  ])
  func bodiesAreShownAsTheyAre(body: String, expected: String) {
    #expect(SafeText.body(body) == expected)
  }

  /// Cases 046-T01, 047-T02 and 058-T13.
  @Test(arguments: [
    ("R&D <3", "R&amp;D &lt;3"), ("&quot;x&quot", "&amp;quot;x&amp;quot"),
    ("<test>test & ]]>", "&lt;test&gt;test &amp; ]]&gt;"),
    (
      "<a href='https://evil.example'>bank</a>",
      "&lt;a href=&#39;https://evil.example&#39;&gt;bank&lt;/a&gt;"
    ),
  ])
  func markupIsEscapedOnce(text: String, expected: String) {
    #expect(MarkupText(escaping: text).string == expected)
  }
}

@Suite struct FileNameTests {
  /// Case 053-T08.
  @Test func aDisguisedExtensionIsSeen() {
    #expect(FileName.shown("File\u{202E}gpj.exe") == "File\u{FFFD}gpj.exe")
    #expect(FileName.saved("File\u{202E}gpj.exe") == "Filegpj.exe")
    #expect(FileName.shown("a\nb.txt") == "a\u{FFFD}b.txt")
  }

  /// Case 069-X09.
  @Test(arguments: [
    ("..%2F..%2F.config%2Fautostart%2Fx.desktop", "x.desktop"), ("%2e%2e", "file"),
    ("a/b.png", "b.png"), (".bashrc", "bashrc"), ("x\u{0}.png", "x.png"), ("", "file"),
    ("..\\..\\x.dll", "x.dll"), ("a/", "file"), ("%00", "file"), ("%252e%252e", "%2e%2e"),
    (" a.txt ", "a.txt"), ("...", "file"), ("100%.txt", "100%.txt"), ("%ff.txt", "\u{FFFD}.txt"),
  ])
  func savedNamesStayInTheirFolder(name: String, expected: String) {
    #expect(FileName.saved(name, isPercentEncoded: true) == expected)
  }

  @Test func namesThatAreNotEncodedAreNotDecoded() {
    #expect(FileName.saved("50%20off.txt") == "50%20off.txt")
  }

  @Test func longNamesKeepTheirExtension() {
    let name = FileName.saved(String(repeating: "\u{E9}", count: 300) + ".jpg")
    #expect(name.utf8.count <= 255)
    #expect(name.utf8.count > 250)
    #expect(name.hasSuffix("\u{E9}.jpg"))
    #expect(FileName.saved("." + String(repeating: "x", count: 400)).utf8.count == 255)
  }

  @Test func nothingIsOverwritten() {
    var taken: Set<String> = []
    var names: [String] = []
    for _ in 0..<3 {
      let name = FileName.saved("a.txt") { taken.contains($0) }
      taken.insert(name)
      names.append(name)
    }
    #expect(names == ["a.txt", "a (1).txt", "a (2).txt"])
    let long = String(repeating: "x", count: 255)
    let second = FileName.saved(long) { $0 == long }
    #expect(second.utf8.count == 255)
    #expect(second.hasSuffix(" (1)"))
  }
}
