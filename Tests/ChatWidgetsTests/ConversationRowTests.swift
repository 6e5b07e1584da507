// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class ConversationRowTests: XCTestCase {
  func testACountStandsBelowTheTime() throws {
    try withGtk {
      for (title, text) in [(21, 15), (21, 18), (19, 20), (24, 30), (40, 36)] {
        let lines = ConversationRow.Lines(in: 64, title: title, text: text)
        XCTAssertGreaterThan(lines.badge, lines.title + title, "\(title), \(text)")
        XCTAssertGreaterThan(lines.text, lines.title + title, "\(title), \(text)")
      }
      let alone = ConversationRow.Lines(in: 64, title: 20, text: nil)
      XCTAssertEqual(alone.title, 22)
    }
  }

  /// On a phone, in a language of long words.
  func testTheCountOfSelectedMessagesIsNotCut() throws {
    try withGtk {
      let bar = SelectionBar()
      let window = Window()
      defer { window.destroy() }
      window.defaultSize = (320, 100)
      window.child = bar.widget
      bar.update(selected: 1)
      bar.count.text = "1 one"
      window.present()
      Spin.frames(2, of: window)
      let line = bar.count.height
      bar.count.text = "138 messages are selected"
      Spin.frames(2, of: window)
      XCTAssertGreaterThan(bar.count.height, line)
      XCTAssertLessThanOrEqual(window.width, 320)
    }
  }
}
