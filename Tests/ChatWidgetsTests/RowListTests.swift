// SPDX-License-Identifier: MIT
import ChatWidgets
import Gtk
import GtkTestSupport
import XCTest

final class RowListTests: XCTestCase {
  func testWidgetsAreMadeOnlyForWhatIsSeen() throws {
    try withGtk {
      let source = Numbers(8_000)
      let (list, window) = Self.open(source)
      defer { window.destroy() }
      XCTAssertLessThanOrEqual(list.liveRows, 20, "a window of 480 pixels shows ten rows of 48")
      list.selection = 7_999
      Spin.frames(2, of: window)
      XCTAssertLessThanOrEqual(list.liveRows, 25)
      XCTAssertTrue(source.texts.contains("7999"), "the selected row is in view")
    }
  }

  func testTheSelectionMovesByKeysAndStopsAtTheEnds() throws {
    try withGtk {
      let source = Numbers(30)
      let (list, window) = Self.open(source)
      defer { window.destroy() }
      var chosen: [Int] = []
      list.onSelect = { chosen.append($0) }
      list.focus()
      let keyboard = try Keyboard(window)
      keyboard.press("Down", "Down", "Up", "End", "Down", "Home", "Next")
      XCTAssertEqual(chosen.prefix(5), [0, 1, 0, 29, 0])
      XCTAssertEqual(chosen.count, 6, "Down at the end chooses nothing")
      XCTAssertGreaterThan(list.selection ?? 0, 5)
    }
  }

  func testAReloadKeepsTheSelectionGivenAndDropsOneThatHasGone() throws {
    try withGtk {
      let source = Numbers(5)
      let (list, window) = Self.open(source)
      defer { window.destroy() }
      list.selection = 4
      source.count = 3
      list.reload(selection: 4)
      XCTAssertNil(list.selection)
      list.reload(selection: 2)
      XCTAssertEqual(list.selection, 2)
      source.count = 0
      list.reload(selection: nil)
      Spin.frames(2, of: window)
    }
  }

  @MainActor private static func open(_ source: Numbers) -> (RowList, Window) {
    let list = RowList(source, rowHeight: 48, name: "Numbers")
    let window = Window()
    window.defaultSize = (300, 480)
    window.child = list.widget
    window.present()
    Spin.frames(2, of: window)
    return (list, window)
  }
}

@MainActor private final class Numbers: RowListSource {
  var count: Int
  private var labels: [Label] = []
  init(_ count: Int) { self.count = count }

  var texts: [String] { labels.map(\.text) }

  func makeRow() -> Widget {
    let label = Label()
    labels.append(label)
    return label
  }

  func fill(_ row: Widget, at index: Int) {
    labels.first { $0 == row }?.text = "\(index)"
  }
}
