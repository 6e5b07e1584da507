// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class GraphemeCaretTests: XCTestCase {
  /// One cluster each.
  private static let clusters = [
    "👨‍👩‍👧", "🇩🇪", "e\u{301}\u{323}", "👍🏽", "👩🏽‍💻", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "❤️", "👨🏻‍❤️‍💋‍👨🏿", "🏳️‍🌈", "한", "🏴󠁧󠁢󠁷󠁬󠁳󠁿",
  ]

  @MainActor private static func open(_ text: String) -> (TextView, GraphemeCaret, Window) {
    let view = TextView()
    let window = Window()
    window.child = view
    view.buffer.text = text
    window.present()
    Spin.frames(1, of: window)
    return (view, GraphemeCaret(view), window)
  }

  func testLeftRightBackspaceAndDeleteTakeWholeClusters() throws {
    try withGtk {
      for cluster in Self.clusters {
        let (view, caret, window) = Self.open("a\(cluster)b")
        let buffer = view.buffer
        let length = cluster.unicodeScalars.count
        buffer.caret = 1
        view.moveCaret(by: 1)
        XCTAssertEqual(buffer.caret, 1 + length, "Right over \(cluster)")
        view.moveCaret(by: -1)
        XCTAssertEqual(buffer.caret, 1, "Left over \(cluster)")
        view.deleteForward()
        XCTAssertEqual(buffer.text, "ab", "Delete of \(cluster)")
        buffer.text = "a\(cluster)b"
        buffer.caret = 1 + length
        view.backspace()
        XCTAssertEqual(buffer.text, "ab", "Backspace of \(cluster)")
        buffer.undo()
        XCTAssertEqual(buffer.text, "a\(cluster)b", "one step of undo")
        withExtendedLifetime(caret) {}
        window.destroy()
      }
    }
  }

  func testACaretThatIsPutIntoAClusterLeavesIt() throws {
    try withGtk {
      for cluster in Self.clusters where cluster.unicodeScalars.count > 1 {
        let (view, caret, window) = Self.open("a\(cluster)b")
        let length = cluster.unicodeScalars.count
        for place in 1...length {
          view.buffer.caret = place
          XCTAssertEqual(view.buffer.caret, place == 1 ? 1 : 1 + length, "\(cluster) at \(place)")
          view.buffer.selection = (0, place)
          XCTAssertEqual(view.buffer.selection.caret, place == 1 ? 1 : 1 + length)
          XCTAssertEqual(view.buffer.selection.anchor, 0)
        }
        withExtendedLifetime(caret) {}
        window.destroy()
      }
    }
  }

  /// The two halves of a flag come together when what is between them goes.
  func testACaretThatAClusterClosesAroundLeavesIt() throws {
    try withGtk {
      let (view, caret, window) = Self.open("\u{1f1e9}x\u{1f1ea}!")
      view.buffer.caret = 2
      view.backspace()
      XCTAssertEqual(view.buffer.text, "🇩🇪!")
      XCTAssertEqual(view.buffer.caret, 2)
      withExtendedLifetime(caret) {}
      window.destroy()
    }
  }

  /// Scripts in which the caret goes within what Unicode counts as one character keep their ways.
  func testOtherScriptsKeepTheirWays() throws {
    try withGtk {
      let (view, caret, window) = Self.open("क्षि")
      view.buffer.caret = 2
      XCTAssertEqual(view.buffer.caret, 2)
      view.buffer.caret = 4
      view.backspace()
      XCTAssertEqual(view.buffer.text, "क्ष", "Backspace takes what was typed last")
      withExtendedLifetime(caret) {}
      window.destroy()
    }
  }
}
