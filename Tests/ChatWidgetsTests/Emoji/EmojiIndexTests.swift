// SPDX-License-Identifier: MIT
import Gtk
import Testing

@testable import ChatWidgets

@MainActor struct EmojiIndexTests {
  @Test func namesInTheUsersLanguageAreFoundToo() {
    let english = EmojiCatalog.Entry(scalars: [0x1f525], name: "fire", keywords: ["flame"])
    let spanish = EmojiCatalog.Entry(scalars: [0x1f525], name: "fuego", keywords: ["llama"])
    let index = EmojiIndex([english], localized: [spanish])
    #expect(index.search("fue", limit: 3).map { $0.text() } == ["🔥"])
    #expect(index.search("fla", limit: 3).map { $0.text() } == ["🔥"])
    #expect(index.search("f", limit: 3).count == 1)
  }

  @Test(
    arguments: [
      ([0x1f44d, 0], SkinTone.none, "👍"), ([0x1f44d, 0], .dark, "👍🏿"), ([0x2764], .medium, "❤️"),
      ([0x261d, 0], .none, "☝️"), ([0x261d, 0], .medium, "☝🏽"),
      ([0x1f468, 0, 0x200d, 0x1f9b3], .light, "👨🏻‍🦳"),
      ([0x1f575, 0, 0x200d, 0x2642, 0xfe0f], .none, "🕵️‍♂️"), ([0x1f1eb, 0x1f1f7], .dark, "🇫🇷"),
      ([0xd800, 0x41], .none, "A"),
    ] as [([UInt32], SkinTone, String)])
  func tones(scalars: [UInt32], tone: SkinTone, text: String) {
    let emoji = Emoji(.init(scalars: scalars, name: "x", keywords: []))
    #expect(emoji?.text(tone) == text)
  }

  @Test func tonesGoRound() {
    #expect(SkinTone.none.advanced(by: -1) == .dark)
    #expect(SkinTone.dark.advanced(by: 1) == .none)
  }
}

struct ShortcodeQueryTests {
  @Test(
    arguments: [
      (":smi", "smi", 4, false), ("hello :smile", "smile", 6, false), (":smile:", "smile", 7, true),
      ("(:+1", "+1", 3, false), ("👍:heart_eyes", "heart_eyes", 11, false), ("*:fi", "fi", 3, false),
      ("\u{3000}:火事", "火事", 3, false), ("a :-1", "-1", 3, false), (": :ok", "ok", 3, false),
    ] as [(String, String, Int, Bool)])
  func asked(text: String, name: String, length: Int, isClosed: Bool) {
    let query = ShortcodeQuery(before: text)
    #expect(query?.name == name)
    #expect(query?.length == length)
    #expect(query?.isClosed == isClosed)
  }

  @Test(arguments: [
    "", ":", "::", ":s", ":D", "10:30", "https:", "https://exam", "std::sort", "note:this", "a: b",
    ":smi le", ":30", ":) x", "x:smile:", ": smile:", ":" + String(repeating: "a", count: 100),
  ])
  func notAsked(text: String) { #expect(ShortcodeQuery(before: text) == nil) }
}
