// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// Case 024-C24.
@Suite struct BaseDirectionTests {
  @Test(arguments: [
    ("\u{5E9}\u{5DC}\u{5D5}\u{5DD} hello", BaseDirection.rightToLeft),
    ("hello \u{5E9}", .leftToRight), ("123 \u{645}\u{631}\u{62D}\u{628}\u{627}", .rightToLeft),
    ("\u{200F}123", .rightToLeft), ("?!", .neutral), ("", .neutral), ("\u{1F600} 12", .neutral),
    ("\u{200E}\u{5D0}", .leftToRight), ("\u{4F60}\u{597D}", .leftToRight),
    ("\u{661}\u{662} abc", .leftToRight), ("\u{2067}\u{5D0}\u{2069} abc", .leftToRight),
    ("12\n\u{5D0}", .neutral), ("\u{10D00}", .rightToLeft), ("@ana \u{5D0}", .leftToRight),
    ("\u{5B0}\u{301} a", .leftToRight),
  ])
  func firstStrongCharacter(text: String, direction: BaseDirection) {
    #expect(BaseDirection(of: text) == direction)
  }

  @Test func eachParagraphForItself() {
    let text = "\u{5D0} one\ntwo \u{5D0}"
    let directions = text.split(separator: "\n").map { BaseDirection(of: $0) }
    #expect(directions == [.rightToLeft, .leftToRight])
  }
}

@Suite struct EmojiTests {
  @Test(arguments: [
    ("\u{1F600}", 1), ("\u{1F600}\u{1F600} \u{1F600}", 3), ("\u{2764}\u{FE0F}", 1),
    ("\u{1F469}\u{200D}\u{1F680}", 1), ("\u{1F1EA}\u{1F1F8}", 1), ("1\u{FE0F}\u{20E3}", 1),
    ("\u{1F44D}\u{1F3FD}", 1),
    ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 1),
  ])
  func emojiAlone(text: String, count: Int) {
    #expect(text.emojiCount(atMost: 5) == count)
  }

  @Test(arguments: [
    "", " ", "1", "#", "*", "\u{A9}", "a\u{1F600}", "\u{1F600}!", "\u{2764}\u{FE0E}", "\u{2764}",
    "\u{1F1EA}", "12", "\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}",
  ])
  func somethingElse(text: String) {
    #expect(text.emojiCount(atMost: 5) == nil)
  }
}

/// Case 057-T12.
@Suite struct TextPreviewTests {
  @Test func oneEndlessLine() {
    let preview = TextPreview(String(repeating: "a", count: 1_000_000))
    #expect(preview.text.count == 2_000)
    #expect(preview.isCut)
  }

  @Test func endlessLines() {
    let preview = TextPreview(String(repeating: "x\n", count: 20_000))
    #expect(preview.text.split(separator: "\n").count == 40)
    #expect(preview.text.last == "x")
    #expect(preview.isCut)
  }

  @Test func noEmojiIsCut() {
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let beginning = String(repeating: "a", count: 1_999) + family
    let preview = TextPreview(beginning + "b")
    #expect(preview.text == beginning)
    #expect(preview.isCut)
    #expect(!TextPreview(beginning).isCut)
  }

  @Test func fortyLinesAreWhole() {
    let text = String(repeating: "x\n", count: 40)
    #expect(TextPreview(text).text == text)
    #expect(!TextPreview(text).isCut)
  }

  @Test func aThousandAccentsAreNotOneCharacter() {
    let preview = TextPreview("a" + String(repeating: "\u{301}", count: 1_000_000))
    #expect(preview.isCut)
    #expect(preview.text.unicodeScalars.count <= 16_000)
    #expect(!preview.text.isEmpty)
  }

  @Test(arguments: ["", "a", "a\nb"])
  func shortTextsAreWhole(text: String) {
    #expect(TextPreview(text).text == text)
    #expect(!TextPreview(text).isCut)
  }
}
