// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// Selecting within a message and over many, copying, walking by key, and the menu.
final class MessageSelectionTests: XCTestCase {
  private static let ada = Sender.other(address: "ada@example.org", name: "Ada")

  private static func messages(_ count: Int) -> [Message] {
    (1...count).map {
      Samples.message($0, "word\($0) and more", sender: $0.isMultiple(of: 2) ? .me : ada)
    }
  }

  /// The point of a byte of a message's text, in the list.
  @MainActor private static func point(
    _ fixture: MessageListFixture, _ number: Int, byte: Int
  ) throws -> (x: Double, y: Double) {
    let bubble = try XCTUnwrap(fixture.state.bubble(Samples.id(number)))
    let (text, geometry) = (try XCTUnwrap(bubble.text), try XCTUnwrap(bubble.geometry))
    let top = try XCTUnwrap(fixture.top(of: Samples.id(number)))
    let character = text.rectangle(at: byte)
    return (
      Double(geometry.text.x + character.x), top + Double(geometry.text.y + character.height / 2)
    )
  }

  @MainActor private static func selected(
    _ fixture: MessageListFixture, withNames: Bool = false
  ) -> String? {
    var result: String??
    Task { result = .some(await fixture.state.selectedText(withNames: withNames)) }
    Spin.until { result != nil }
    return result ?? nil
  }

  // MARK: Pointer

  func testDraggingSelectsWithinAMessage() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(8))
      defer { fixture.close() }
      let (from, to) = (try Self.point(fixture, 5, byte: 6), try Self.point(fixture, 5, byte: 9))
      fixture.state.beginSelection(x: from.x, y: from.y, presses: 1, extends: false)
      fixture.state.extendSelection(x: to.x, y: to.y)
      XCTAssertEqual(Self.selected(fixture), "and")
      XCTAssertEqual(fixture.state.bubble(Samples.id(5))?.selection, 6..<9)
    }
  }

  func testDraggingSelectsOverManyMessagesEitherWay() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(8))
      defer { fixture.close() }
      for isUpwards in [false, true] {
        let ends = [try Self.point(fixture, 4, byte: 6), try Self.point(fixture, 6, byte: 5)]
        let (from, to) = isUpwards ? (ends[1], ends[0]) : (ends[0], ends[1])
        fixture.state.beginSelection(x: from.x, y: from.y, presses: 1, extends: false)
        fixture.state.extendSelection(x: to.x, y: to.y)
        XCTAssertEqual(Self.selected(fixture), "and more\nword5 and more\nword6")
        let named = try XCTUnwrap(Self.selected(fixture, withNames: true))
        let lines = named.split(separator: "\n")
        XCTAssertEqual(lines.count, 3)
        XCTAssertTrue(lines[0].hasSuffix("] You: and more"), named)
        XCTAssertTrue(lines[1].hasSuffix("] Ada: word5 and more"), named)
      }
    }
  }

  func testTwoPressesTakeAWordAndThreeTheMessage() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(8))
      defer { fixture.close() }
      let at = try Self.point(fixture, 5, byte: 7)
      fixture.state.beginSelection(x: at.x, y: at.y, presses: 2, extends: false)
      XCTAssertEqual(Self.selected(fixture), "and")
      fixture.state.beginSelection(x: at.x, y: at.y, presses: 3, extends: false)
      XCTAssertEqual(Self.selected(fixture), "word5 and more")
    }
  }

  func testSelectionOverWhatIsNotLoadedIsCopiedWhole() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(3_000))
      defer { fixture.close() }
      XCTAssertTrue(fixture.state.perform(.selectAll))
      let lines = try XCTUnwrap(Self.selected(fixture)).split(separator: "\n")
      XCTAssertEqual(lines.count, 3_000)
      XCTAssertEqual(lines.first, "word1 and more")
    }
  }

  func testSelectionModeTakesEverythingUpToATap() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(8))
      defer { fixture.close() }
      fixture.state.enterSelectionMode(Self.messages(8)[3])
      XCTAssertTrue(fixture.state.isInSelectionMode)
      let at = try Self.point(fixture, 6, byte: 2)
      fixture.state.extendSelection(x: at.x, y: at.y)
      XCTAssertEqual(Self.selected(fixture)?.split(separator: "\n").count, 3)
      XCTAssertTrue(fixture.state.perform(.unselect))
      XCTAssertFalse(fixture.state.isInSelectionMode)
      XCTAssertFalse(fixture.list.hasSelection)
    }
  }

  /// A click goes on selecting, the bar counts, copies and ends it.
  func testTheBarOfSelectionModeCountsCopiesAndEnds() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(3_000))
      defer { fixture.close() }
      let bar = fixture.list.selectionBar
      XCTAssertFalse(bar.widget.isVisible)
      fixture.state.enterSelectionMode(Self.messages(3_000)[2_995])
      XCTAssertTrue(bar.widget.isVisible)
      XCTAssertEqual(bar.count.text, "1 selected")
      XCTAssertTrue(
        Spin.until {
          guard let bar = bar.widget.bounds(in: fixture.list.widget),
            let list = fixture.list.scrolled.bounds(in: fixture.list.widget)
          else { return false }
          return bar.height > 30 && bar.y + bar.height <= list.y
        }, "the bar covers no message")
      let at = try Self.point(fixture, 2_998, byte: 2)
      fixture.state.beginSelection(x: at.x, y: at.y, presses: 1, extends: false)
      XCTAssertEqual(bar.count.text, "3 selected")
      // So do the keys, from the message with which it began.
      fixture.state.enterSelectionMode(Self.messages(3_000)[2_995])
      XCTAssertTrue(fixture.state.perform(.walk(forward: true, selecting: true)))
      XCTAssertEqual(bar.count.text, "2 selected")
      fixture.state.beginSelection(x: at.x, y: at.y, presses: 1, extends: false)
      bar.copy.click()
      XCTAssertFalse(bar.widget.isVisible)
      XCTAssertFalse(fixture.list.hasSelection)
      XCTAssertEqual(
        Self.clipboard(fixture, "word2996"),
        "word2996 and more\nword2997 and more\nword2998 and more")
      fixture.state.enterSelectionMode(Self.messages(3_000)[2_995])
      XCTAssertTrue(fixture.state.perform(.selectAll))
      XCTAssertEqual(bar.count.text, "3000 selected")
      bar.leave.click()
      XCTAssertFalse(bar.widget.isVisible)
      XCTAssertFalse(fixture.list.hasSelection)
      // Another conversation begins without.
      fixture.state.enterSelectionMode(Self.messages(3_000)[2_995])
      fixture.list.show(fixture.source)
      XCTAssertFalse(bar.widget.isVisible)
    }
  }

  func testWhatIsNotSaidIsNotCopied() throws {
    try withGtk {
      var messages = Self.messages(8)
      (messages[4].isRetracted, messages[4].body) = (true, "")
      messages[5].kind = .gap
      let fixture = MessageListFixture(messages)
      defer { fixture.close() }
      _ = fixture.state.perform(.selectAll)
      XCTAssertEqual(Self.selected(fixture)?.split(separator: "\n").count, 6)
    }
  }

  // MARK: Keys

  func testArrowsWalkThroughMessagesAndShiftSelectsThem() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(60))
      defer { fixture.close() }
      fixture.list.focus()
      XCTAssertEqual(fixture.state.focusedMessage, Samples.id(60))
      for number in (20...59).reversed() {
        XCTAssertTrue(fixture.state.perform(.walk(forward: false, selecting: false)))
        fixture.settle()
        XCTAssertEqual(fixture.state.focusedMessage, Samples.id(number))
        XCTAssertTrue(fixture.visible.contains(Samples.id(number)))
      }
      for _ in 0..<2 {
        XCTAssertTrue(fixture.state.perform(.walk(forward: true, selecting: true)))
        fixture.settle()
      }
      XCTAssertEqual(
        Self.selected(fixture), "word20 and more\nword21 and more\nword22 and more")
    }
  }

  func testTheFocusComesToTheNewestMessageThatIsSeenWhole() throws {
    try withGtk {
      let fixture = MessageListFixture(
        Self.messages(60), anchor: ScrollAnchor(message: Samples.id(20), offset: 7))
      defer { fixture.close() }
      fixture.list.focus()
      let focused = try XCTUnwrap(fixture.state.focusedMessage)
      let bottom =
        try XCTUnwrap(fixture.top(of: focused))
        + Double(
          try XCTUnwrap(fixture.height(of: focused)))
      XCTAssertLessThanOrEqual(bottom, fixture.state.viewport)
      XCTAssertGreaterThanOrEqual(focused, try XCTUnwrap(fixture.visible.dropLast(1).last))
    }
  }

  /// A selection that was left behind by walking on is not taken up again.
  func testShiftSelectsFromWhereTheFocusIs() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(60))
      defer { fixture.close() }
      fixture.list.focus()
      @MainActor func walk(_ count: Int, selecting: Bool) {
        for _ in 0..<count {
          XCTAssertTrue(fixture.state.perform(.walk(forward: false, selecting: selecting)))
          fixture.settle()
        }
      }
      walk(2, selecting: true)
      XCTAssertEqual(Self.selected(fixture)?.split(separator: "\n").count, 3)
      walk(10, selecting: false)
      walk(1, selecting: true)
      XCTAssertEqual(Self.selected(fixture), "word47 and more\nword48 and more")
    }
  }

  /// By the keys and the pointer themselves: from the field into the list, and copied.
  func testKeysSelectAndCopy() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(60))
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.list.focus()
      keyboard.press("shift+Up", "shift+Up", "ctrl+c")
      XCTAssertEqual(
        Self.clipboard(fixture, "word58"), "word58 and more\nword59 and more\nword60 and more")
      keyboard.press("ctrl+shift+c")
      let named = try XCTUnwrap(Self.clipboard(fixture, "["))
      XCTAssertTrue(named.contains("] You: word58 and more"), named)
      XCTAssertTrue(named.contains("] Ada: word59 and more"), named)
      keyboard.press("Escape")
      XCTAssertFalse(fixture.list.hasSelection)
    }
  }

  /// What is on the clipboard once it begins with `start`.
  @MainActor private static func clipboard(
    _ fixture: MessageListFixture, _ start: String
  ) -> String? {
    var text: String?
    Spin.until {
      Clipboard(of: fixture.list.view).readText { text = $0 }
      Spin.pending()
      return text?.hasPrefix(start) ?? false
    }
    return text
  }

  func testHomeAndEndReachTheEnds() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(5_000))
      defer { fixture.close() }
      _ = fixture.state.perform(.start)
      fixture.settle()
      XCTAssertEqual(fixture.visible.first, Samples.id(1))
      _ = fixture.state.perform(.page(forward: true))
      fixture.settle()
      XCTAssertGreaterThan(fixture.visible.first?.rawValue ?? 0, 4)
      _ = fixture.state.perform(.end)
      fixture.settle()
      XCTAssertEqual(fixture.now.toEnd, 0)
    }
  }

  func testCopyPutsTheFocusedMessageOnTheClipboard() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(8))
      defer { fixture.close() }
      fixture.list.focus()
      _ = fixture.state.perform(.copy(withNames: false))
      var text: String?
      XCTAssertTrue(
        Spin.until {
          Clipboard(of: fixture.list.view).readText { text = $0 }
          Spin.pending()
          return text == "word8 and more"
        })
    }
  }

  /// Each is one stop, with its words, then time and state.
  func testEachRowIsSpokenWhole() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(8))
      defer { fixture.close() }
      let content = try XCTUnwrap(fixture.state.bubble(Samples.id(8))?.content)
      XCTAssertEqual(content.spoken, "You said, word8 and more")
      XCTAssertTrue(content.spokenDetails.hasSuffix(", sent"))
    }
  }

  // MARK: Menu

  func testTheMenuKeyOpensTheMenuOfTheFocusedMessage() throws {
    try withGtk {
      let fixture = MessageListFixture(Self.messages(8))
      defer { fixture.close() }
      fixture.list.focus()
      var at: (x: Double, y: Double)?
      fixture.state.onMenu = { at = ($0, $1) }
      XCTAssertTrue(fixture.state.perform(.menu))
      let place = try XCTUnwrap(at)
      XCTAssertEqual(
        fixture.state.textPlace(x: place.x, y: place.y)?.message.id, Samples.id(8))
      let bubble = try XCTUnwrap(fixture.state.bubblePlace(Samples.id(8)))
      XCTAssertLessThan(bubble.width, fixture.state.widget.width / 2, "the row is much wider")
      XCTAssertEqual(place.x, Double(bubble.x))
      XCTAssertEqual(place.y, Double(bubble.y + bubble.height), accuracy: 2)
      XCTAssertEqual(ListKeys.command(.menu, []), .menu)
    }
  }
}
