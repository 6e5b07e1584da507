// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class InputBarScrollTests: XCTestCase {
  /// GTK takes 200 ms to scroll to the caret and takes no new range meanwhile: a line that comes then
  /// However it came to be there: the last line is not left outside of what is shown.
  func testACaretThatIsLeftBelowIsBroughtBack() throws {
    try withGtk {
      let fixture = InputBarFixture()
      defer { fixture.close() }
      let view = fixture.bar.textView
      view.type(String(repeating: "line\n", count: 7))
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { Self.isCaretInView(fixture) })
      fixture.bar.field.state.adjustment.value -= Double(view.caretRectangle.height)
      XCTAssertFalse(Self.isCaretInView(fixture))
      XCTAssertTrue(Spin.until(limit: .seconds(5)) { Self.isCaretInView(fixture) })
    }
  }

  /// is one line further than it scrolls to.
  func testALineThatComesDuringAScrollIsFollowed() throws {
    try withGtk {
      let settings = try XCTUnwrap(Settings.default)
      let before = settings.animates
      defer { settings.animates = before }
      settings.animates = true
      for pause in 0..<16 {
        let fixture = InputBarFixture()
        defer { fixture.close() }
        let view = fixture.bar.textView
        view.type(String(repeating: "line\n", count: 7))
        XCTAssertTrue(Spin.until(limit: .seconds(5)) { Self.isCaretInView(fixture) })
        for _ in 0..<3 {
          view.type("\n")
          Spin.frames(pause, of: fixture.window)
        }
        view.type("\n")
        XCTAssertTrue(
          Spin.until(limit: .seconds(5)) { Self.isCaretInView(fixture) },
          "\(view.caretRectangle) in \(fixture.fieldHeight) after \(pause) frames")
      }
    }
  }

  @MainActor private static func isCaretInView(_ fixture: InputBarFixture) -> Bool {
    let caret = fixture.bar.textView.caretRectangle
    return caret.y >= 0 && caret.y + caret.height <= fixture.fieldHeight
  }
}
