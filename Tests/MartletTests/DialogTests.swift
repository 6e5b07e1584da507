// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk
import GtkTestSupport
import XCTest

@testable import Martlet

/// Dialogs have room on a phone, whatever the language makes of their words.
final class DialogTests: XCTestCase {
  func testButtonsThatDoNotFitStandBelowEachOther() throws {
    try withGtk {
      let dialog = Dialog("", over: nil, width: 340)
      let labels = ["Cancel", "Only Sign Out", "Remove"]
      for label in labels { _ = dialog.addButton(label) {} }
      dialog.fit()
      XCTAssertEqual(dialog.buttons.orientation, .horizontal)
      let long = Dialog("", over: nil, width: 340)
      for label in labels { _ = long.addButton(label + " and then something") {} }
      long.fit()
      XCTAssertEqual(long.buttons.orientation, .vertical)
      XCTAssertLessThanOrEqual(long.buttons.measure(.horizontal).natural, 340)
    }
  }

  func testWhatComesLaterHasRoomInItsOwnFont() throws {
    try withGtk {
      let dialog = Dialog("", over: nil, width: 300)
      defer { dialog.window.destroy() }
      dialog.content.append(Label.paragraph("A line"))
      dialog.present(keeping: dialog)
      Spin.frames(3, of: dialog.window)
      for _ in 0..<4 {
        dialog.content.append(
          Label.paragraph("Words that take some lines in large letters", styles: "title-1"))
      }
      dialog.fit()
      Spin.frames(4, of: dialog.window)
      XCTAssertEqual(dialog.contentHeight, dialog.content.measure(.vertical, for: 300).natural)
      XCTAssertGreaterThan(dialog.contentHeight, 200)
    }
  }

  func testTheWordsOfACheckButtonWrap() throws {
    try withGtk {
      let button = CheckButton(label: "Keep the conversations on this device, all of them")
      let request = button.measure(.horizontal)
      XCTAssertLessThan(request.minimum, 200)
      XCTAssertGreaterThan(request.natural, 250)
      XCTAssertGreaterThan(
        button.measure(.vertical, for: request.minimum).minimum,
        button.measure(.vertical, for: request.natural).minimum)
    }
  }
}
