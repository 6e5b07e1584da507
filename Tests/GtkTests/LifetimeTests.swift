// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

final class LifetimeTests: XCTestCase {
  func testOpeningAndClosingEverythingFiftyTimesLeavesNothing() throws {
    try withGtk {
      assertLeavesNothing(times: 50) { Self.openAndClose() }
    }
  }

  @MainActor private static func openAndClose() {
    let window = Window()
    let column = Box(.vertical, spacing: 6)
    let button = Button(label: "Press")
    button.onClicked {}
    let text = TextView()
    text.buffer.onChanged {}
    let keys = KeyController(.capture)
    keys.onPressed { _ in false }
    text.addController(keys)
    let custom = CustomWidget(Square(), cssName: "square")
    let scrolled = ScrolledWindow(child: CustomWidget(Square(), cssName: "s", isScrollable: true))
    for child in [Label("text"), button, text, custom, scrolled, Separator(.horizontal)] {
      column.append(child)
    }
    window.child = column
    window.onCloseRequest { false }
    window.present()
    Spin.frames(1, of: window)
    window.destroy()
  }

  func testClosureIsFreedOnDisconnect() throws {
    try withGtk {
      let button = Button(label: "Press")
      let closures = LiveObjects.snapshot.closures
      let handler = button.onClicked {}
      XCTAssertEqual(LiveObjects.snapshot.closures, closures + 1)
      handler.disconnect()
      XCTAssertEqual(LiveObjects.snapshot.closures, closures)
    }
  }

  func testClosureIsFreedOnFinalize() throws {
    try withGtk {
      let closures = LiveObjects.snapshot.closures
      var button: Button? = Button(label: "Press")
      button?.onClicked {}
      XCTAssertEqual(LiveObjects.snapshot.closures, closures + 1)
      button = nil
      XCTAssertEqual(LiveObjects.snapshot.closures, closures)
    }
  }

  func testStateLivesExactlyAsLongAsItsWidget() throws {
    try withGtk {
      let states = LiveObjects.snapshot.states
      var handle: CustomWidget<Square>? = CustomWidget(Square(), cssName: "square")
      var box: Box? = Box(.vertical)
      if let handle { box?.append(handle) }
      weak let state = handle?.state
      handle = nil
      XCTAssertNotNil(state, "the widget is still in the box and owns its state")
      XCTAssertTrue(state?.hasWidget ?? false)
      box = nil
      XCTAssertNil(state)
      XCTAssertEqual(LiveObjects.snapshot.states, states)
    }
  }

  func testStateThatIsKeptKnowsThatItsWidgetHasGone() throws {
    try withGtk {
      let state = Square()
      var handle: CustomWidget<Square>? = CustomWidget(state, cssName: "square")
      XCTAssertEqual(handle?.measure(.horizontal).natural, 20)
      handle = nil
      XCTAssertFalse(state.hasWidget)
    }
  }

  func testSignalArgumentsAndResultsPassThrough() throws {
    try withGtk {
      let window = Window()
      var asked = 0
      window.onCloseRequest {
        asked += 1
        return asked == 1
      }
      window.present()
      window.close()
      XCTAssertTrue(window.isVisible, "the first request was refused")
      window.close()
      XCTAssertFalse(window.isVisible)
      XCTAssertEqual(asked, 2)
    }
  }
}

/// A widget of 20 × 20 pixels.
@MainActor private final class Square: WidgetState {
  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    SizeRequest(minimum: 20, natural: 20)
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshot.fill(Rectangle(x: 0, y: 0, width: 20, height: 20), Color(red: 1, green: 0, blue: 0))
  }
}
