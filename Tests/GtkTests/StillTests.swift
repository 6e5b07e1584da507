// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

final class StillTests: XCTestCase {
  func testWhatStaysIsDrawnOnce() throws {
    try withGtk {
      let frame = CustomWidget(Frame(), cssName: "frame")
      let window = Window()
      defer { window.destroy() }
      window.child = frame
      window.present()
      Spin.frames(2, of: window)
      let first = frame.state.drawn
      XCTAssertGreaterThan(first, 0)
      let snapshots = frame.state.snapshots
      frame.queueDraw()
      Spin.frames(2, of: window)
      XCTAssertGreaterThan(frame.state.snapshots, snapshots)
      XCTAssertEqual(frame.state.drawn, first, "nothing has changed")
      frame.state.look += 1
      frame.queueDraw()
      Spin.frames(2, of: window)
      XCTAssertEqual(frame.state.drawn, first + 1, "another look")
    }
  }

  func testItLeavesNothingBehind() throws {
    try withGtk {
      assertLeavesNothing(times: 20) {
        let window = Window()
        let frame = Frame()
        frame.flat = Rectangle(x: 5, y: 5, width: 10, height: 10)
        window.child = CustomWidget(frame, cssName: "frame")
        window.present()
        Spin.frames(1, of: window)
        window.destroy()
      }
    }
  }
}

/// Draws a disc, and counts.
private final class Frame: WidgetState {
  var look = 0
  var flat: Rectangle?
  private(set) var snapshots = 0
  private(set) var drawn = 0
  private let still = Still<Int>()

  override func snapshot(_ snapshot: Snapshot) {
    snapshots += 1
    let color = Color(red: 1, green: 0, blue: 0)
    still.draw(in: snapshot, for: look, scale: 1, flat: flat.map { ($0, color) }) { snapshot in
      drawn += 1
      snapshot.fill(Rectangle(x: 0, y: 0, width: 20, height: 20), radius: 10, color)
    }
  }
}
