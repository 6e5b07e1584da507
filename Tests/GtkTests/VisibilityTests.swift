// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

final class VisibilityTests: XCTestCase {
  func testWhatWasFilledWhileItWasHiddenHasRoomWhenItShows() throws {
    try withGtk {
      let column = Box(.vertical)
      let strip = Box(.vertical)
      let below = Box(.vertical)
      below.expandsVertically = true
      for child in [strip, below] { column.append(child) }
      let window = Window()
      defer { window.destroy() }
      window.defaultSize = (200, 200)
      window.child = column
      window.present()
      Spin.frames(2, of: window)
      strip.isVisible = false
      Spin.frames(2, of: window)
      strip.append(Label("Words"))
      strip.isVisible = true
      Spin.frames(2, of: window)
      XCTAssertGreaterThan(strip.height, 0)
      XCTAssertEqual(below.bounds(in: column)?.y, strip.height)
    }
  }
}
