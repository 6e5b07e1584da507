// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// What stands over the list: menus, the choice of a day, the warning before a link.
final class MessageListPopoverTests: XCTestCase {
  /// 051-T06: what may mislead is asked about, the rest is opened at once.
  func testOnlyLinksThatMayMisleadAreAskedAbout() throws {
    try withGtk {
      for (text, asks) in [
        ("https://eb\u{430}y.com", true), ("https://\u{430}\u{440}\u{440}\u{4CF}\u{435}.com", true),
        ("https://t\u{FC}rkiye.com", false), ("https://ebay.com", false),
      ] {
        let fixture = MessageListFixture([Samples.message(1, text)])
        defer { fixture.close() }
        var opened: [String] = []
        fixture.list.onLink = { opened.append($0.target) }
        let link = try XCTUnwrap(text.links().first)
        fixture.state.onLink?(link, Rectangle(x: 10, y: 10, width: 1, height: 1))
        Spin.frames(2, of: fixture.window)
        XCTAssertEqual(opened.isEmpty, asks, text)
        if asks {
          let focus = try XCTUnwrap(fixture.window.focus)
          XCTAssertTrue(fixture.state.isFocusInPopover, "nothing is opened by mistake")
          XCTAssertTrue(focus.activate())
          Spin.pending()
          XCTAssertEqual(opened, [], "the first answer is no")
        }
        fixture.list.show(nil)
      }
    }
  }

  /// No X server can be told of a finger, so the gesture says what it would say of one.
  func testAFingerThatStaysOpensTheMenuOfItsMessage() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...30))
      defer { fixture.close() }
      let message = try XCTUnwrap(fixture.visible.dropFirst().first)
      let y = try XCTUnwrap(fixture.top(of: message)) + 10
      var answered: Message?
      fixture.list.actions.reply = { answered = $0 }
      fixture.list.pointer.longPress.emit("pressed", [.double(60), .double(y)])
      XCTAssertTrue(Spin.until { fixture.state.isFocusInPopover })
      XCTAssertTrue(fixture.list.view.activateAction("message.reply"))
      XCTAssertEqual(answered?.id, message)
      fixture.list.show(nil)
      Spin.pending()
    }
  }

  /// The arrows stay in the menu, though it is a child of the list.
  func testKeysOfAMenuStayInTheMenu() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...30))
      defer { fixture.close() }
      fixture.list.focus()
      let before = fixture.state.focusedMessage
      XCTAssertNotNil(before)
      XCTAssertTrue(fixture.state.perform(.menu))
      XCTAssertTrue(Spin.until { fixture.state.isFocusInPopover })
      // It is as high as its items are, once their style is known.
      Spin.frames(3, of: fixture.window)
      let menu = try XCTUnwrap(fixture.list.view.children.last)
      XCTAssertEqual(menu.height, menu.measure(.vertical, for: menu.width).natural)
      for direction in [FocusDirection.down, .down, .up, .forward] {
        fixture.window.moveFocus(direction)
        XCTAssertTrue(fixture.state.isFocusInPopover, "\(direction)")
      }
      fixture.list.show(fixture.source)
      Spin.pending()
    }
  }

  /// By the keyboard a link is reached through the menu: the one that a message has, or the first.
  func testLinksAreOpenedFromTheMenu() throws {
    try withGtk {
      let text = "https://example.org/a_b and https://eb\u{430}y.com"
      let fixture = MessageListFixture([Samples.message(1, "Hello"), Samples.message(2, text)])
      defer { fixture.close() }
      var opened: [String] = []
      fixture.list.onLink = { opened.append($0.target) }
      fixture.list.focus()
      XCTAssertTrue(fixture.state.perform(.menu))
      XCTAssertTrue(fixture.list.view.activateAction("message.open-link-0"))
      XCTAssertEqual(opened, ["https://example.org/a_b"])
      // What may mislead is asked about here, too.
      XCTAssertTrue(fixture.list.view.activateAction("message.open-link-1"))
      Spin.frames(2, of: fixture.window)
      XCTAssertEqual(opened.count, 1)
      XCTAssertTrue(fixture.state.isFocusInPopover)
      // There are no more.
      XCTAssertTrue(fixture.list.view.activateAction("message.open-link-2"))
      XCTAssertEqual(opened.count, 1)
      fixture.list.show(nil)
    }
  }

  /// Another conversation is shown while a menu is open: the menu goes, and gives the keyboard back.
  func testAMenuThatIsTakenAwayGivesTheKeyboardBack() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...30))
      defer { fixture.close() }
      let keyboard = try Keyboard(fixture.window)
      fixture.list.focus()
      XCTAssertTrue(fixture.state.perform(.menu))
      XCTAssertTrue(Spin.until { fixture.state.isFocusInPopover })
      fixture.list.show(fixture.source)
      fixture.settle()
      fixture.list.focus()
      XCTAssertEqual(fixture.state.focusedMessage, Samples.id(30))
      keyboard.press("Up")
      XCTAssertEqual(fixture.state.focusedMessage, Samples.id(29))
    }
  }

  func testADayOfTheCalendarIsChosen() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...30))
      defer { fixture.close() }
      let dates = DatePopover(parent: fixture.list.widget)
      var chosen: [Int64] = []
      var asked: [Gtk.Calendar.Month] = []
      dates.onChoose = { chosen.append($0) }
      dates.days = {
        asked.append($0)
        return [3, 14]
      }
      dates.open(at: 1_700_000_000)  // 2023-11-14
      Spin.until { !asked.isEmpty }
      XCTAssertEqual(asked, [Gtk.Calendar.Month(year: 2023, month: 11)])
      XCTAssertEqual(chosen, [])
      XCTAssertEqual(asked[0].dayStarts.count, 31, "thirty days and the next month")
      // Another month is only looked at; a day of it is where to go.
      let calendar = try XCTUnwrap(dates.calendar)
      calendar.select(1_702_600_000)  // 2023-12-15
      XCTAssertTrue(Spin.until { asked.count == 2 })
      XCTAssertEqual(chosen, [])
      calendar.select(1_702_800_000)  // 2023-12-17
      XCTAssertEqual(chosen, [Gtk.Calendar.Month(year: 2023, month: 12).dayStarts[16]])
      dates.close()
      Spin.pending()
    }
  }

  func testMonthsHaveTheirDays() {
    MainActor.assumeIsolated {
      for (year, month, days) in [(2024, 2, 29), (2023, 2, 28), (2023, 12, 31), (1970, 1, 31)] {
        let starts = Gtk.Calendar.Month(year: year, month: month).dayStarts
        XCTAssertEqual(starts.count, days + 1)
        XCTAssertEqual(starts, starts.sorted())
      }
      XCTAssertEqual(Gtk.Calendar.Month(year: 2024, month: 13).dayStarts, [])
      XCTAssertEqual(Gtk.Calendar.Month(year: -4, month: 1).dayStarts, [])
    }
  }
}
