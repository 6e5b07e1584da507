// SPDX-License-Identifier: MIT
@testable import ChatWidgets
import Gtk
import GtkTestSupport
import XCTest

final class SplitViewTests: XCTestCase {
  func testBothAreShownWhereThereIsRoom() throws {
    try withGtk {
      let (split, side, main, window) = Self.open(width: 900)
      defer { window.destroy() }
      XCTAssertFalse(split.isCollapsed)
      XCTAssertTrue(side.isMapped && main.isMapped)
      XCTAssertEqual(side.width, 300)
      split.sidebarWidth = 5_000
      Spin.frames(2, of: window)
      XCTAssertEqual(side.width, 420, "the side bar has a largest width")
    }
  }

  func testOneAtATimeWhereThereIsNot() throws {
    try withGtk {
      let (split, side, main, window) = Self.open(width: 360)
      defer { window.destroy() }
      XCTAssertTrue(split.isCollapsed)
      XCTAssertTrue(main.isMapped)
      XCTAssertFalse(side.isMapped)
      split.showsContent = false
      Spin.frames(2, of: window)
      XCTAssertTrue(side.isMapped)
      XCTAssertFalse(main.isMapped)
      XCTAssertEqual(side.width, split.widget.width)
    }
  }

  func testWithoutASideBarTheContentHasAllTheRoom() throws {
    try withGtk {
      let (split, side, main, window) = Self.open(width: 900)
      defer { window.destroy() }
      split.hasSidebar = false
      Spin.frames(2, of: window)
      XCTAssertFalse(side.isMapped)
      XCTAssertEqual(main.width, split.widget.width)
    }
  }

  func testTheSideBarIsAtTheStartOfTheText() throws {
    try withGtk {
      let (split, side, main, window) = Self.open(width: 900)
      defer { window.destroy() }
      split.widget.isRightToLeft = true
      Spin.frames(2, of: window)
      XCTAssertEqual(main.bounds(in: split.widget)?.x, 0)
      XCTAssertEqual(side.bounds(in: split.widget)?.x, split.widget.width - 300)
    }
  }

  func testASwipeGoesBack() throws {
    try withGtk {
      let (split, _, _, window) = Self.open(width: 360)
      defer { window.destroy() }
      var backs = 0
      split.onSwipeBack = { backs += 1 }
      let state = split.state
      state.swiped(-900, 0)
      state.swiped(300, 0)
      state.swiped(900, 800)
      XCTAssertEqual(backs, 0, "the other way, slowly, or while scrolling")
      state.swiped(900, 100)
      XCTAssertEqual(backs, 1)
      split.widget.isRightToLeft = true
      state.swiped(900, 100)
      XCTAssertEqual(backs, 1)
      state.swiped(-900, 100)
      XCTAssertEqual(backs, 2)
      split.showsContent = false
      state.swiped(-900, 100)
      XCTAssertEqual(backs, 2, "there is nothing to go back from")
    }
  }

  @MainActor private static func open(
    width: Int
  ) -> (split: SplitView, side: Widget, main: Widget, window: Window) {
    let (side, main) = (Box(.vertical), Box(.vertical))
    let split = SplitView(sidebar: side, content: main)
    let window = Window()
    window.defaultSize = (width, 400)
    window.child = split.widget
    window.present()
    Spin.frames(2, of: window)
    return (split, side, main, window)
  }
}
