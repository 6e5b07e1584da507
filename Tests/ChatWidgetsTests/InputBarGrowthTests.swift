// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class InputBarGrowthTests: XCTestCase {
  func testFieldIsAsTallAsItsLinesUpToFive() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let line = fixture.lineHeight
      for (text, lines) in [
        ("", 1), ("a", 1), ("a\n", 2), ("a\nb\nc", 3), ("1\n2\n3\n4\n5", 5),
        ("1\n2\n3\n4\n5\n6\n7\n8", 5), ("", 1),
      ] {
        fixture.bar.text = text
        fixture.settle()
        XCTAssertEqual(
          fixture.fieldHeight, lines * line + 16, accuracy: 1, "\(text.debugDescription)")
      }
    }
  }
}
