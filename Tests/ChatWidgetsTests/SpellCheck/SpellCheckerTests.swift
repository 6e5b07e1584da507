// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class SpellCheckerTests: XCTestCase {
  private static let english: Set<String> = [
    "hello", "world", "the", "quick", "fox", "and", "word", "good", "day", "code",
  ]
  private static let spanish: Set<String> = ["hola", "mundo", "buenos", "el", "zorro", "dias"]

  @MainActor private final class Scene {
    let view = TextView()
    let window = Window()
    let engine: FakeSpellEngine
    let checker: SpellChecker
    var buffer: TextBuffer { view.buffer }

    init(_ dictionaries: [String: Set<String>] = ["en_US": SpellCheckerTests.english]) {
      engine = FakeSpellEngine(dictionaries)
      window.child = ScrolledWindow(child: view)
      window.defaultSize = (300, 200)
      window.present()
      checker = SpellChecker(view, engine: engine)
      guard !dictionaries.isEmpty else { return }
      // The dictionaries are looked for when there is something to check.
      buffer.text = "1"
      Spin.until { self.checker.language != nil }
      buffer.text = ""
    }

    var underlined: [String] {
      let tag = buffer.tag(SpellChecker.tagName)
      return buffer.ranges(of: tag, in: 0..<buffer.length).map { buffer.text(in: $0) }
    }

    /// Waits for what comes after a pause in typing.
    func waits(for words: [String], line: UInt = #line) {
      let isRight = Spin.until(limit: .seconds(5)) { underlined == words }
      XCTAssertTrue(isRight, "\(underlined) is not \(words)", line: line)
    }

    func type(_ text: String) {
      for letter in text { view.type(String(letter)) }
    }

    /// Nothing more will come: what is scheduled has run.
    func settle() {
      var isOver = false
      MainLoop.after(.milliseconds(900)) { isOver = true }
      Spin.until { isOver }
    }
  }

  func testUnknownWordsAreUnderlined() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "hello wrld, the qick fox\nan\u{301}d good dey"
      scene.waits(for: ["wrld", "qick", "an\u{301}d", "dey"])
      scene.buffer.text = "hello world"
      scene.waits(for: [])
      scene.window.destroy()
    }
  }

  func testTheWordThatIsTypedIsLeftAloneUntilTheCaretLeavesIt() throws {
    try withGtk {
      let scene = Scene()
      scene.view.grabFocus()
      XCTAssertTrue(Spin.until { scene.view.hasFocus })
      scene.type("hello wrl")
      scene.settle()
      XCTAssertEqual(scene.underlined, [])
      scene.type("d ")
      scene.waits(for: ["wrld"])
      scene.type("dey")
      scene.settle()
      XCTAssertEqual(scene.underlined, ["wrld"])
      scene.buffer.caret = 0
      scene.waits(for: ["wrld", "dey"])
      scene.window.destroy()
    }
  }

  func testNothingIsCheckedInCodeLinksAndAddresses() throws {
    try withGtk {
      let scene = Scene()
      let formatting = MessageFormatting(scene.view)
      scene.buffer.text =
        "`wrld` https://wrld.example.org ana@wrld.example\n```\nwrld\n```\nwrld #wrld"
      scene.waits(for: ["wrld"])
      scene.settle()
      XCTAssertEqual(scene.underlined, ["wrld"])
      withExtendedLifetime(formatting) {}
      scene.window.destroy()
    }
  }

  func testOnlyParagraphsThatChangedAreLookedAt() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "hello wrld\nthe qick fox\ngood dey"
      scene.waits(for: ["wrld", "qick", "dey"])
      // A mark of another's work in the first paragraph: it would go if that were looked at again.
      let tag = scene.buffer.tag(SpellChecker.tagName)
      scene.buffer.apply(tag, to: 0..<5)
      scene.buffer.insert(" fx", at: scene.buffer.length)
      scene.waits(for: ["hello", "wrld", "qick", "dey", "fx"])
      scene.window.destroy()
    }
  }

  func testOnlyWhatIsOnTheScreenIsLookedAtUntilItIsScrolledTo() throws {
    try withGtk {
      let scene = Scene()
      let lines = (0..<400).map { _ in "hello wrld" }
      scene.buffer.text = lines.joined(separator: "\n")
      Spin.frames(3, of: scene.window)
      scene.buffer.caret = 0
      scene.view.scrollToCaret()
      Spin.until(limit: .seconds(5)) { !scene.underlined.isEmpty }
      scene.settle()
      let seen = scene.underlined.count
      XCTAssertLessThan(seen, 200, "not the whole text")
      scene.buffer.caret = scene.buffer.length
      scene.view.scrollToCaret()
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { scene.underlined.count > seen })
      scene.window.destroy()
    }
  }

  /// Each underline makes a paragraph slower to lay out.
  func testOfALongParagraphOnlyWhatIsOnTheScreenIsLookedAt() throws {
    try withGtk {
      let scene = Scene()
      scene.view.wrapByWordOrCharacter()
      scene.buffer.text = String(repeating: "hello wrld ", count: 800)
      Spin.frames(3, of: scene.window)
      scene.buffer.caret = 0
      scene.view.scrollToCaret()
      scene.settle()
      let seen = scene.underlined
      XCTAssertEqual(Set(seen), ["wrld"], "words are whole")
      let shown = scene.view.visibleRange.count / "hello wrld ".count
      XCTAssertTrue((shown - 1...shown + 1).contains(seen.count), "\(seen.count) of \(shown)")
      scene.buffer.caret = scene.buffer.length
      scene.view.scrollToCaret()
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { scene.underlined.count > seen.count })
      scene.type("qick fx ")
      XCTAssertTrue(
        Spin.until(limit: .seconds(5)) { scene.underlined.suffix(2) == ["qick", "fx"] })
      XCTAssertEqual(Set(scene.underlined), ["wrld", "qick", "fx"])
      scene.window.destroy()
    }
  }

  func testOfTextFromRightToLeftAllLinesOnTheScreenAreSeen() throws {
    try withGtk {
      let scene = Scene()
      defer { scene.window.destroy() }
      scene.view.wrapByWordOrCharacter()
      scene.buffer.text = String(repeating: "\u{5e9}\u{5dc}\u{5d5}\u{5dd} ", count: 60)
      Spin.frames(3, of: scene.window)
      XCTAssertEqual(scene.view.visibleRange, 0..<scene.buffer.length)
    }
  }

  func testEachWordIsLookedUpOnce() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "wrld wrld wrld"
      scene.waits(for: ["wrld", "wrld", "wrld"])
      scene.buffer.insert(" wrld", at: scene.buffer.length)
      scene.waits(for: ["wrld", "wrld", "wrld", "wrld"])
      var words: [String]?
      Task { words = await scene.engine.lookedUp }
      Spin.until { words != nil }
      XCTAssertEqual(words, ["wrld"])
      scene.window.destroy()
    }
  }

  func testWithoutADictionaryThereIsNothing() throws {
    try withGtk {
      let scene = Scene([:])
      scene.buffer.text = "hello wrld"
      scene.settle()
      XCTAssertNil(scene.checker.language)
      XCTAssertEqual(scene.underlined, [])
      XCTAssertNil(scene.checker.wrongWord(at: 8))
      scene.window.destroy()
    }
  }

  func testItCanBeTurnedOffAndOn() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "wrld"
      scene.waits(for: ["wrld"])
      scene.checker.isEnabled = false
      XCTAssertEqual(scene.underlined, [])
      scene.checker.isEnabled = true
      scene.waits(for: ["wrld"])
      scene.window.destroy()
    }
  }

  func testTheMenuOffersSuggestionsAndReplacesInOneStepOfUndo() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "hello wrld fox"
      scene.waits(for: ["wrld"])
      scene.checker.menu.prepare(at: 8)
      XCTAssertTrue(Spin.until { scene.checker.menu.labels.first == "word" })
      XCTAssertEqual(
        scene.checker.menu.labels, ["word", "world", "Add to Dictionary", "Ignore"])
      XCTAssertTrue(scene.view.activateAction("spelling.replace", text: "world"))
      XCTAssertEqual(scene.buffer.text, "hello world fox")
      scene.buffer.undo()
      XCTAssertEqual(scene.buffer.text, "hello wrld fox")
      scene.checker.menu.prepare(at: 2)
      XCTAssertEqual(scene.checker.menu.labels, [], "a word that is right")
      scene.window.destroy()
    }
  }

  func testAReplacementForAWordThatHasGoneChangesNothing() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "wrld fox"
      scene.waits(for: ["wrld"])
      scene.checker.menu.prepare(at: 1)
      scene.buffer.text = "fox"
      XCTAssertTrue(scene.view.activateAction("spelling.replace", text: "world"))
      XCTAssertEqual(scene.buffer.text, "fox")
      scene.window.destroy()
    }
  }

  func testAddAndIgnore() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "wrld dey wrld"
      scene.waits(for: ["wrld", "dey", "wrld"])
      scene.checker.menu.prepare(at: 1)
      XCTAssertTrue(scene.view.activateAction("spelling.add"))
      scene.waits(for: ["dey"])
      scene.checker.menu.prepare(at: 6)
      XCTAssertTrue(scene.view.activateAction("spelling.ignore"))
      scene.waits(for: [])
      var words: ([String], [String])?
      Task { words = (await scene.engine.added, await scene.engine.ignored) }
      Spin.until { words != nil }
      XCTAssertEqual(words?.0, ["wrld"])
      XCTAssertEqual(words?.1, ["dey"])
      scene.window.destroy()
    }
  }

  func testNothingIsAskedForAnEmptyField() throws {
    try withGtk {
      let (view, window) = (TextView(), Window())
      window.child = view
      window.present()
      let engine = FakeSpellEngine(["en_US": Self.english])
      let checker = SpellChecker(view, engine: engine)
      checker.open(recent: ["hello world"])
      var wasAsked: Bool?
      MainLoop.after(.milliseconds(400)) { Task { wasAsked = await engine.wasAsked } }
      Spin.until { wasAsked != nil }
      XCTAssertEqual(wasAsked, false)
      view.type("h")
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { checker.language == "en_US" })
      window.destroy()
    }
  }

  func testTheLanguageIsGuessedFromWhatWasSaid() throws {
    try withGtk {
      let scene = Scene(["en_US": Self.english, "es_ES": Self.spanish])
      scene.checker.open(recent: ["hola mundo", "buenos dias el zorro"])
      scene.buffer.text = "1"
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { scene.checker.language == "es_ES" })
      scene.buffer.text = "hola wrld mundo"
      scene.waits(for: ["wrld"])
      scene.checker.open(recent: ["hello world the quick fox"])
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { scene.checker.language == "en_US" })
      scene.window.destroy()
    }
  }

  func testTheLanguageIsGuessedFromWhatIsWritten() throws {
    try withGtk {
      let scene = Scene(["en_US": Self.english, "es_ES": Self.spanish])
      XCTAssertEqual(scene.checker.language, "en_US")
      scene.buffer.text = "hola mundo buenos dias el zorro"
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { scene.checker.language == "es_ES" })
      scene.waits(for: [])
      scene.window.destroy()
    }
  }

  func testAChosenLanguageStays() throws {
    try withGtk {
      let scene = Scene(["en_US": Self.english, "es_ES": Self.spanish])
      var chosen: [String?] = []
      scene.checker.onChoice = { chosen.append($0) }
      XCTAssertTrue(scene.view.activateAction("spelling.language", text: "en_US"))
      scene.buffer.text = "hola mundo buenos dias el zorro"
      scene.waits(for: ["hola", "mundo", "buenos", "dias", "el", "zorro"])
      scene.settle()
      XCTAssertEqual(scene.checker.language, "en_US")
      XCTAssertEqual(chosen, ["en_US"])
      scene.checker.open(choice: "xx", recent: [])
      Spin.pending()
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { scene.checker.language != nil }, "gone")
      scene.window.destroy()
    }
  }

  func testItFollowsTheViewToAnotherBuffer() throws {
    try withGtk {
      let scene = Scene()
      scene.buffer.text = "wrld"
      scene.waits(for: ["wrld"])
      let other = TextBuffer()
      other.text = "dey"
      scene.view.buffer = other
      scene.waits(for: ["dey"])
      scene.window.destroy()
    }
  }

  func testItLeavesNothingBehind() throws {
    try withGtk {
      assertLeavesNothing(times: 4) {
        let scene = Scene()
        scene.buffer.text = "wrld"
        scene.waits(for: ["wrld"])
        scene.checker.menu.prepare(at: 1)
        Spin.until { scene.checker.menu.labels.first == "word" }
        scene.window.destroy()
      }
    }
  }

  /// The dictionaries of this machine.
  func testEnchant() throws {
    try withGtk {
      let engine = EnchantEngine()
      var answer: (unknown: Set<String>, suggestions: [String], after: Set<String>)?
      var languages: [String]?
      Task {
        languages = await engine.languages()
        let unknown = await engine.unknown(["hello", "wrld", "don't", "a\0b", ""], in: "en_US")
        let suggestions = await engine.suggestions(for: "wrld", in: "en_US")
        await engine.ignore("wrld", in: "en_US")
        answer = (unknown, suggestions, await engine.unknown(["wrld"], in: "en_US"))
      }
      Spin.until { answer != nil }
      guard languages?.contains("en_US") == true else {
        throw XCTSkip("no English dictionary: needs hunspell-en-us")
      }
      XCTAssertEqual(answer?.unknown, ["wrld"])
      XCTAssertTrue(answer?.suggestions.contains("world") ?? false)
      XCTAssertEqual(answer?.after, [], "ignored")
      var nowhere: Set<String>?
      Task { nowhere = await engine.unknown(["wrld"], in: "xx_XX") }
      Spin.until { nowhere != nil }
      XCTAssertEqual(nowhere, [], "a language without a dictionary")
    }
  }
}
