// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// The emoji that come with GTK.
final class EmojiCatalogTests: XCTestCase {
  func testWhatIsNamedIsFound() throws {
    try withGtk {
      let index = EmojiIndex.system()
      for (name, emoji) in [
        ("smile", "😄"), ("slightly_smiling_face", "🙂"), ("grinning_face", "😀"), ("heart", "❤️"),
        ("joy", "😂"), ("+1", "👍"),
        ("tada", "🎉"), ("fire", "🔥"), ("thumbs_up", "👍"), ("thumbsup", "👍"), ("Fire", "🔥"),
        ("rofl", "🤣"), ("wave", "👋"), ("flag_france", "🇫🇷"), ("de", "🇩🇪"),
      ] { XCTAssertEqual(index.named(name)?.text(), emoji, name) }
      XCTAssertNil(index.named("smil"))
    }
  }

  func testAPartOfANameFindsTheBestFirst() throws {
    try withGtk {
      let index = EmojiIndex.system()
      XCTAssertEqual(index.search("fir", limit: 6).first?.text(), "🔥")
      XCTAssertTrue(index.search("heart_ey", limit: 6).contains { $0.text() == "😍" })
      XCTAssertEqual(index.search("smil", limit: 4).count, 4)
      XCTAssertTrue(index.search("zzzz", limit: 4).isEmpty)
      XCTAssertTrue(index.search("", limit: 4).isEmpty)
      let hands = index.search("hand", limit: 500)
      XCTAssertGreaterThan(hands.count, 10)
      XCTAssertEqual(Set(hands.map(\.scalars)).count, hands.count, "each once")
    }
  }

  func testEachEmojiIsOneCharacterInEachTone() throws {
    try withGtk {
      let entries = EmojiCatalog.english()
      XCTAssertGreaterThan(entries.count, 1500)
      for entry in entries {
        guard let emoji = Emoji(entry) else { continue }
        for tone in SkinTone.allCases {
          XCTAssertEqual(emoji.text(tone).count, 1, "\(entry.name) \(emoji.text(tone))")
        }
      }
    }
  }

  func testLanguages() throws {
    try withGtk {
      XCTAssertTrue(EmojiCatalog.localized("../../etc").isEmpty)
      XCTAssertTrue(EmojiCatalog.localized("xx").isEmpty)
      let spanish = EmojiCatalog.localized("es")
      if spanish.isEmpty { throw XCTSkip("GTK has no Spanish names of emoji here") }
      XCTAssertEqual(EmojiIndex([], localized: spanish).named("fuego")?.text(), "🔥")
    }
  }
}
