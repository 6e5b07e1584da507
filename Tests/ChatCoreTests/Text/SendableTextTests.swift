// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct SendableTextTests {
  @Test(arguments: [
    "", " ", "\n\n", "\t \r\n", "\u{A0}\u{2003}\u{3000}", "\u{200B}", "\u{FEFF}",
    "\u{202E}\u{202C}", "\u{2066}\u{2069}", "\u{FE0F}", "\u{200D}", "\u{AD}", "\u{3164}",
    "\u{115F}", "\u{2800}",
    "\u{E0020}", "\u{0}", "\u{1}\u{1B}", " \u{200B}\n\u{2060}", "\u{2028}\u{2029}\u{85}",
    "\u{180E}", "\u{FFFE}", "\u{34F}",
  ])
  func whatCannotBeSeenIsNothing(text: String) {
    #expect(SendableText(text) == nil)
  }

  @Test(arguments: [
    ("a", "a"), (" a ", "a"), ("\n\na\nb\n\n", "a\nb"), ("\u{3000}\u{65E5}\u{A0}", "\u{65E5}"),
    ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"),
    ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"), ("a\r\nb\rc", "a\nb\nc"),
    ("\u{200F}123", "\u{200F}123"),
    ("  \u{301} ", "  \u{301}".trimmed), (".", "."), ("\u{E000}", "\u{E000}"),
    ("\u{300}", "\u{300}"),
  ])
  func theRestIsTrimmed(text: String, expected: String) {
    #expect(SendableText(text)?.string == expected)
  }

  /// Case 058-T13.
  @Test func forbiddenCharactersGo() {
    let text = "a\u{0}b\u{2}c\td\ne\rf\u{1B}g\u{FFFE}h"
    #expect(text.cleanedForXML == "abc\td\ne\nfgh")
  }

  @Test func aSpaceWithAnAccentIsSeen() {
    #expect(" \u{301}".trimmed == " \u{301}")
  }
}

@Suite struct GraphemeTests {
  @Test func aCutFallsBetweenCharacters() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let text = "ab" + family + "c"
    for bytes in 2..<(2 + family.utf8.count) {
      #expect(text.prefix(utf8Bytes: bytes) == "ab")
    }
    #expect(text.prefix(utf8Bytes: 2 + family.utf8.count) == "ab" + family)
    #expect(text.prefix(utf8Bytes: 99) == text)
    #expect(text.prefix(utf8Bytes: 0) == "")
  }

  @Test func aCharacterThatIsTooLongIsCutBetweenScalars() {
    let zalgo = "a" + String(repeating: "\u{301}", count: 100)
    #expect(zalgo.prefix(utf8Bytes: 10).utf8.count == 9)
  }
}
