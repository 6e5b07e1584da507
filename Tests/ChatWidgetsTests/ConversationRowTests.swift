// SPDX-License-Identifier: MIT
import ChatCore
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

  func testARowTellsHowItsConversationIsKept() throws {
    try withGtk {
      let list = ConversationList()
      var summary = ConversationSummary(
        id: ConversationID(rawValue: 1), account: AccountID(rawValue: 1), kind: .direct,
        address: "bo@example.net", title: "Bo")
      XCTAssertEqual(list.content(of: summary).marks, [])
      XCTAssertEqual(list.spoken(summary), "Bo")
      summary.isPinned = true
      XCTAssertEqual(list.content(of: summary).marks, [.pinned])
      summary.mutedUntil = Timestamp(microseconds: .max)
      XCTAssertEqual(list.content(of: summary).marks, [.pinned, .muted])
      XCTAssertEqual(list.spoken(summary), "Bo, pinned, muted")
      summary.mutedUntil = Timestamp(microseconds: 0)
      XCTAssertEqual(list.content(of: summary).marks, [.pinned], "it is over")
    }
  }

  /// On a phone, in a language of long words.
  func testTheCountOfSelectedMessagesIsNotCut() throws {
    try withGtk {
      let bar = SelectionBar()
      let window = Window()
      defer { window.destroy() }
      window.defaultSize = (320, 100)
      let column = Box(.vertical)
      column.append(bar.widget)
      window.child = column
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
