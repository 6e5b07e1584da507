// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class MessageFormattingTests: XCTestCase {
  @MainActor private final class Scene {
    let view = TextView()
    let formatting: MessageFormatting
    var buffer: TextBuffer { view.buffer }

    init(_ text: String, select range: Range<Int>? = nil) {
      view.buffer.text = text
      if let range { view.buffer.selection = (range.lowerBound, range.upperBound) }
      formatting = MessageFormatting(view)
    }
  }

  func testTogglingTwiceGivesBackTheTextExactly() throws {
    try withGtk {
      for text in [
        "hello", "a *b* c", "*a b c*", "`x *y* z`", "> q\n> r", "```swift\ncode\n```", "é 👍🏽 日本",
        "*a* _b_ ~c~\n\nd", ">no space",
      ] {
        let count = text.unicodeScalars.count
        for range in [0..<count, 0..<0, count..<count, 1..<count, 2..<min(4, count)] {
          for style in MessageStyle.allCases {
            let scene = Scene(text, select: range)
            scene.formatting.toggle(style)
            let once = scene.buffer.text
            scene.formatting.toggle(style)
            XCTAssertEqual(scene.buffer.text, text, "\(style) over \(range)")
            XCTAssertEqual(scene.buffer.selectedRange, range, "\(style) in \(text)")
            scene.formatting.toggle(style)
            XCTAssertEqual(scene.buffer.text, once, "and a third time")
          }
        }
      }
    }
  }

  func testEachToggleIsOneStepOfUndo() throws {
    try withGtk {
      let scene = Scene("")
      for letter in "one two" { scene.buffer.insertAtCaret(String(letter)) }
      scene.buffer.selection = (0, 7)
      scene.formatting.toggle(.strong)
      scene.formatting.toggle(.emphasis)
      XCTAssertEqual(scene.buffer.text, "*_one two_*")
      scene.buffer.undo()
      XCTAssertEqual(scene.buffer.text, "*one two*")
      scene.buffer.undo()
      XCTAssertEqual(scene.buffer.text, "one two")
      scene.buffer.redo()
      XCTAssertEqual(scene.buffer.text, "*one two*")
    }
  }

  func testTypingGoesOnBetweenTheDirectivesAndThenBehindThem() throws {
    try withGtk {
      let scene = Scene("so ", select: 3..<3)
      scene.formatting.toggle(.strong)
      XCTAssertEqual(scene.formatting.active, [.strong])
      for letter in "big" { scene.buffer.insertAtCaret(String(letter)) }
      XCTAssertEqual(scene.buffer.text, "so *big*")
      scene.formatting.toggle(.strong)
      XCTAssertEqual(scene.formatting.active, [])
      scene.buffer.insertAtCaret(" it is")
      XCTAssertEqual(scene.buffer.text, "so *big* it is")
    }
  }

  func testTheActiveStylesFollowTheCaret() throws {
    try withGtk {
      let scene = Scene("a *b _c_* d\n> q\n```\nx")
      var told: [Set<MessageStyle>] = []
      scene.formatting.onActiveChanged = { told.append($0) }
      for (place, active) in [
        (0, []), (3, [MessageStyle.strong]), (6, [.strong, .emphasis]), (10, []), (14, [.quote]),
        (20, [.codeBlock]), (0, []),
      ] as [(Int, Set<MessageStyle>)] {
        scene.buffer.caret = place
        Spin.pending()
        XCTAssertEqual(scene.formatting.active, active, "at \(place)")
      }
      XCTAssertEqual(told.count, 6, "told of changes only")
      scene.buffer.selection = (2, 9)
      Spin.pending()
      XCTAssertEqual(scene.formatting.active, [.strong])
    }
  }

  func testItFollowsTheViewToAnotherBuffer() throws {
    try withGtk {
      let scene = Scene("a")
      let first = scene.buffer
      let second = TextBuffer()
      second.text = "*b*"
      scene.view.buffer = second
      second.caret = 2
      Spin.pending()
      XCTAssertEqual(scene.formatting.active, [.strong])
      second.selection = (0, 3)
      scene.formatting.toggle(.strong)
      XCTAssertEqual(second.text, "b")
      XCTAssertEqual(first.text, "a")
      first.text = "*x*"
      XCTAssertFalse(first.has(first.tag("styling-strong"), at: 1), "the old one is let go")
    }
  }

  func testWhereNothingCanBeWrittenTheTextStays() throws {
    try withGtk {
      let scene = Scene("a * b", select: 2..<3)
      scene.formatting.toggle(.strong)
      XCTAssertEqual(scene.buffer.text, "a * b")
      XCTAssertFalse(scene.buffer.canUndo)
      scene.view.isEditable = false
      scene.formatting.toggle(.emphasis)
      XCTAssertEqual(scene.buffer.text, "a * b")
    }
  }

  func testEachStyleHasAKeyThatGtkCanReadAndNoOtherHas() throws {
    try withGtk {
      let keys = MessageStyle.allCases.map(\.shortcut)
      XCTAssertEqual(Set(keys).count, keys.count)
      let shortcuts = ShortcutController()
      for key in keys { XCTAssertTrue(shortcuts.add(key) { true }, key) }
      XCTAssertFalse(shortcuts.add("<Control>nonsense") { true })
    }
  }

  func testTheBarShowsAndSwitchesStyles() throws {
    try withGtk {
      let view = TextView()
      let bar = FormattingBar(for: view)
      XCTAssertEqual(
        bar.toolbar.items.map(\.id),
        ["strong", "emphasis", "strikethrough", "code", "quote", "codeBlock", "dismiss-keyboard"])
      XCTAssertTrue(bar.toolbar.items.allSatisfy { !$0.accessibilityLabel.isEmpty })
      bar.toolbar["strong"]?.action?()
      XCTAssertEqual(view.buffer.text, "**")
      XCTAssertEqual(bar.toolbar["strong"]?.isSelected, true)
      bar.toolbar["strong"]?.action?()
      XCTAssertEqual(view.buffer.text, "")
      XCTAssertEqual(bar.toolbar["strong"]?.isSelected, false)
    }
  }

  func testItLeavesNothingBehind() throws {
    try withGtk {
      assertLeavesNothing {
        let view = TextView()
        let bar = FormattingBar(for: view)
        view.buffer.text = "*a*"
        bar.formatting.toggle(.strong)
        view.buffer = TextBuffer()
      }
    }
  }
}
