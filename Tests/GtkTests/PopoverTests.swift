// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

final class PopoverTests: XCTestCase {
  /// A popover that goes while it is open must not take the keyboard with it.
  func testKeysComeAfterAnOpenPopoverHasGone() throws {
    try withGtk {
      LogRecorder.install()
      _ = LogRecorder.takeProblems()
      for way in Way.allCases {
        try way.run()
        let window = Self.open(Box(.vertical))
        defer { window.destroy() }
        let keyboard = try Keyboard(window)
        var presses = 0
        let keys = KeyController(.capture)
        keys.onPressed { _ in
          presses += 1
          return false
        }
        window.addController(keys)
        keyboard.press("a")
        XCTAssertEqual(presses, 1, "\(way)")
        XCTAssertEqual(LogRecorder.takeProblems(), [], "\(way)")
      }
    }
  }

  private enum Way: CaseIterable {
    case byItself, withItsButton, withTheWindow

    @MainActor func run() throws {
      let button = MenuButton(icon: "open-menu-symbolic", name: "Menu")
      let column = Box(.vertical)
      column.append(button)
      let window = PopoverTests.open(column)
      switch self {
      case .byItself:
        let popover = Popover(child: Button(label: "Press"))
        var isClosed = false
        popover.onClosed { isClosed = true }
        popover.setParent(column)
        popover.popUp()
        Spin.frames(2, of: window)
        popover.unparent()
        XCTAssertTrue(isClosed)
      case .withItsButton, .withTheWindow:
        // GTK makes the popover.
        let menu = Menu()
        menu.add("Item", action: "win.close")
        button.setMenu(menu)
        button.popUp()
        Spin.frames(2, of: window)
        if self == .withItsButton { window.child = nil }
      }
      window.destroy()
      Spin.pending()
    }
  }

  @MainActor private static func open(_ child: Widget) -> Window {
    let window = Window()
    window.defaultSize = (300, 300)
    window.child = child
    window.present()
    Spin.frames(2, of: window)
    return window
  }
}
