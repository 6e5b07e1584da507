// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk
import GtkTestSupport
import XCTest

@testable import Martlet

final class StatusPageTests: XCTestCase {
  /// Return does what is suggested; the text can be selected, but is not where one begins.
  func testTheFocusIsOnWhatIsSuggested() throws {
    try withGtk {
      let window = Window()
      defer { window.destroy() }
      window.child =
        StatusPage(
          icon: "dialog-warning-symbolic", title: "Title", text: "A sentence.",
          actions: [("First", "win.first"), ("Second", "win.second")]
        ).widget
      let actions = ActionGroup()
      actions.add(Action("first") {})
      actions.add(Action("second") {})
      window.child?.insertActionGroup(actions, prefix: "win")
      window.present()
      XCTAssertTrue(Spin.until { window.focus?.hasStyle("suggested-action") == true })
    }
  }
}
