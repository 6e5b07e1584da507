// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class KeyboardToolbarFocusTests: XCTestCase {
  typealias Bar = KeyboardToolbarTests

  /// A text, the bar, and a button behind it.
  @MainActor private final class Scene {
    let text = TextView()
    let after = Button(label: "After")
    let window = Window()
    let toolbar: KeyboardToolbar

    init(_ ids: [String]) {
      toolbar = KeyboardToolbar(items: ids.map { Bar.item($0) })
      text.acceptsTab = false
      let column = Box(.vertical)
      column.append(text.keyboardToolbar(toolbar))
      column.append(after)
      window.child = column
      window.defaultSize = (500, 300)
      window.present()
      Spin.frames(2, of: window)
      text.grabFocus()
    }

    var focused: String? { window.focus?.name }
    func move(_ direction: FocusDirection) { window.moveFocus(direction) }
  }

  func testTheBarIsOneStopOfTab() throws {
    try withGtk {
      let scene = Scene(["a", "b", "c"])
      scene.move(.forward)
      XCTAssertEqual(scene.focused, "a")
      scene.move(.forward)
      XCTAssertEqual(scene.window.focus, scene.after)
      scene.move(.backward)
      XCTAssertEqual(scene.focused, "a")
      scene.move(.backward)
      XCTAssertEqual(scene.window.focus, scene.text)
      scene.window.destroy()
    }
  }

  func testArrowsGoAlongTheBarAndStayInIt() throws {
    try withGtk {
      let scene = Scene(["a", "b", "c"])
      scene.toolbar["b"]?.isEnabled = false
      scene.move(.forward)
      scene.move(.right)
      XCTAssertEqual(scene.focused, "c", "over the one that cannot be pressed")
      scene.move(.right)
      XCTAssertEqual(scene.focused, "c")
      scene.move(.left)
      scene.move(.left)
      XCTAssertEqual(scene.focused, "a")
      scene.window.destroy()
    }
  }

  func testTabComesBackToTheItemThatWasLeft() throws {
    try withGtk {
      let scene = Scene(["a", "b", "c"])
      scene.move(.forward)
      scene.move(.right)
      scene.move(.forward)
      scene.move(.backward)
      XCTAssertEqual(scene.focused, "b")
      scene.window.destroy()
    }
  }

  func testArrowsFollowTheDirectionOfTheText() throws {
    try withGtk {
      Direction.default = .rightToLeft
      defer { Direction.default = .leftToRight }
      let scene = Scene(["a", "b", "c"])
      scene.move(.forward)
      scene.move(.left)
      XCTAssertEqual(scene.focused, "b")
      scene.window.destroy()
    }
  }

  func testTheFocusStaysWithItsItemWhenItemsChange() throws {
    try withGtk {
      let scene = Scene(["a", "b", "c"])
      scene.move(.forward)
      scene.move(.right)
      scene.toolbar.items = ["c", "b", "x"].map { Bar.item($0) }
      XCTAssertEqual(scene.focused, "b")
      scene.toolbar["b"]?.isFixed = .trailing
      XCTAssertEqual(scene.focused, "b")
      scene.window.destroy()
    }
  }

  func testAClickLeavesTheFocusInTheField() throws {
    try withGtk {
      let scene = Scene(["a"])
      XCTAssertFalse(try Bar.view("a", in: scene.toolbar).focusesOnClick)
      scene.window.destroy()
    }
  }

  func testAFocusedItemScrollsIntoView() throws {
    try withGtk {
      let scene = Scene((0..<30).map { "item\($0)" })
      scene.move(.forward)
      for _ in 0..<25 { scene.move(.right) }
      // GTK moves there with an animation.
      XCTAssertTrue(
        try Spin.until(limit: .seconds(5)) {
          let bounds = try Bar.bounds("item25", in: scene.toolbar)
          return bounds.x >= 0 && bounds.x + bounds.width <= scene.toolbar.widget.width
        })
      scene.window.destroy()
    }
  }
}
