// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

final class KeyboardToolbarLayoutTests: XCTestCase {
  typealias Bar = KeyboardToolbarTests

  private static let ids = ["lead", "a", "b", "c", "d", "e", "trail"]

  @MainActor private static func toolbar(
    _ style: KeyboardToolbarStyle = .standard
  ) -> KeyboardToolbar {
    let items = ids.map { id in
      Bar.item(id, isFixed: id == "lead" ? .leading : id == "trail" ? .trailing : nil)
    }
    return KeyboardToolbar(items: items, style: style)
  }

  /// Pixels of `length` at the font of this machine.
  @MainActor private static func pixels(_ length: Double, _ toolbar: KeyboardToolbar) -> Int {
    Int((length * toolbar.widget.fontSize / Widget.defaultFontSize).rounded())
  }

  func testHeightMarginsAndCapsulesHaveTheirSizes() throws {
    try withGtk {
      let toolbar = Self.toolbar()
      let window = Bar.open(toolbar, width: 600)
      let sheet = try XCTUnwrap(toolbar.widget.firstChild?.bounds(in: toolbar.widget))
      let margin = Self.pixels(8, toolbar)
      XCTAssertEqual(sheet.x, margin)
      XCTAssertEqual(sheet.y, 0)
      XCTAssertEqual(sheet.height, Self.pixels(48, toolbar))
      XCTAssertEqual(sheet.width, toolbar.widget.width - 2 * margin)
      XCTAssertEqual(toolbar.widget.height, sheet.height + margin)
      let capsule = try Bar.bounds("a", in: toolbar)
      XCTAssertEqual(capsule.width, Self.pixels(36, toolbar), accuracy: 1)
      XCTAssertEqual(capsule.height, capsule.width)
      toolbar.style = .standard.withHeight(64).withItemSize(28)
        .withMargins(.init(sides: 20, bottom: 3))
      Spin.frames(2, of: window)
      let changed = try XCTUnwrap(toolbar.widget.firstChild?.bounds(in: toolbar.widget))
      XCTAssertEqual(changed.x, Self.pixels(20, toolbar))
      XCTAssertEqual(changed.height, Self.pixels(64, toolbar))
      XCTAssertEqual(toolbar.widget.height, changed.height + Self.pixels(3, toolbar))
      XCTAssertEqual(
        try Bar.bounds("a", in: toolbar).height, Self.pixels(44, toolbar), accuracy: 1)
      window.destroy()
    }
  }

  func testItemsThatFitAreSpreadOverTheWidth() throws {
    try withGtk {
      let toolbar = Self.toolbar()
      let window = Bar.open(toolbar, width: 700)
      let centres = try ["a", "b", "c", "d", "e"].map { id in
        let bounds = try Bar.bounds(id, in: toolbar)
        return bounds.x + bounds.width / 2
      }
      let gaps = zip(centres.dropFirst(), centres).map { $0 - $1 }
      for gap in gaps { XCTAssertEqual(gap, gaps[0], accuracy: 1, "even") }
      XCTAssertGreaterThan(gaps[0], Self.pixels(36 + 8, toolbar), "wider than needed")
      XCTAssertFalse(try Self.state(toolbar).scroller.overflows)
      window.destroy()
    }
  }

  func testGatheredItemsKeepTheSpacingFromTheStart() throws {
    try withGtk {
      for spacing in [4.0, 8, 20] {
        let toolbar = Self.toolbar(
          .standard.withDistributesItems(false).withItemSpacing(spacing))
        let window = Bar.open(toolbar, width: 700)
        let (a, b) = (try Bar.bounds("a", in: toolbar), try Bar.bounds("b", in: toolbar))
        XCTAssertEqual(b.x - a.x - a.width, Self.pixels(spacing, toolbar), accuracy: 1)
        XCTAssertLessThan(try Bar.bounds("e", in: toolbar).x, toolbar.widget.width * 3 / 4)
        window.destroy()
      }
    }
  }

  func testWhatDoesNotFitScrollsWhileTheFixedOnesStay() throws {
    try withGtk {
      let toolbar = Self.toolbar()
      let window = Bar.open(toolbar, width: 220)
      let state = try Self.state(toolbar)
      XCTAssertTrue(state.scroller.overflows)
      let width = toolbar.widget.width
      let fixed = try ["lead", "trail"].map { try Bar.bounds($0, in: toolbar) }
      for bounds in fixed {
        XCTAssertGreaterThanOrEqual(bounds.x, 0)
        XCTAssertLessThanOrEqual(bounds.x + bounds.width, width)
      }
      let before = try Bar.bounds("a", in: toolbar)
      state.scroller.adjustment.value = 40
      Spin.frames(2, of: window)
      XCTAssertEqual(try Bar.bounds("a", in: toolbar).x, before.x - 40)
      XCTAssertEqual(try ["lead", "trail"].map { try Bar.bounds($0, in: toolbar) }, fixed)
      window.destroy()
    }
  }

  func testTheBarNeverAsksForTheWidthOfItsMiddle() throws {
    try withGtk {
      let few = KeyboardToolbar(items: [Bar.item("a")])
      let many = KeyboardToolbar(items: (0..<60).map { Bar.item("\($0)") })
      XCTAssertLessThan(many.widget.measure(.horizontal).minimum, 120)
      XCTAssertGreaterThan(
        many.widget.measure(.horizontal).natural, few.widget.measure(.horizontal).natural * 10)
    }
  }

  func testRightToLeftIsMirrored() throws {
    try withGtk {
      Direction.default = .rightToLeft
      defer { Direction.default = .leftToRight }
      let toolbar = Self.toolbar()
      let window = Bar.open(toolbar, width: 700)
      XCTAssertEqual(try Bar.order(of: Self.ids, in: toolbar), Self.ids.reversed())
      window.destroy()
      let narrow = Self.toolbar()
      let small = Bar.open(narrow, width: 220)
      let adjustment = try Self.state(narrow).scroller.adjustment
      XCTAssertEqual(
        adjustment.value, adjustment.upper - adjustment.pageSize, accuracy: 1,
        "it begins with the first item, at the right")
      small.destroy()
    }
  }

  func testDividersStandNextToFixedItemsAndBetweenAllWhenAsked() throws {
    try withGtk {
      let toolbar = Self.toolbar()
      let window = Bar.open(toolbar, width: 700)
      XCTAssertEqual(Self.dividers(toolbar).count, 2)
      XCTAssertEqual(Self.dividers(toolbar).first?.width, max(1, Self.pixels(1, toolbar)))
      toolbar.style.dividerBetweenItems = true
      toolbar.style.dividerWidth = 4
      Spin.frames(2, of: window)
      XCTAssertEqual(Self.dividers(toolbar).count, 2 + 4)
      for divider in Self.dividers(toolbar) {
        XCTAssertEqual(divider.width, Self.pixels(4, toolbar))
      }
      toolbar.style.dividerWidth = 0
      Spin.frames(2, of: window)
      XCTAssertEqual(Self.dividers(toolbar).count, 0)
      toolbar.style = .standard
      toolbar.items = toolbar.items.filter { $0.isFixed == nil }
      Spin.frames(2, of: window)
      XCTAssertEqual(Self.dividers(toolbar).count, 0, "nothing is fixed")
      window.destroy()
    }
  }

  func testItGrowsWithTheFont() throws {
    try withGtk {
      let settings = try XCTUnwrap(Settings.default)
      let font = settings.fontName
      defer { settings.fontName = font }
      let toolbar = Self.toolbar()
      let window = Bar.open(toolbar, width: 700)
      for points in [8, 11, 22, 33] {
        settings.fontName = "Sans \(points)"
        Spin.frames(3, of: window)
        let sheet = try XCTUnwrap(toolbar.widget.firstChild)
        XCTAssertEqual(Double(sheet.height), 48 * Double(points) / 11, accuracy: 1)
      }
      window.destroy()
    }
  }

  @MainActor private static func state(_ toolbar: KeyboardToolbar) throws -> KeyboardToolbarState {
    try XCTUnwrap(toolbar.widget as? CustomWidget<KeyboardToolbarState>).state
  }

  @MainActor private static func dividers(_ toolbar: KeyboardToolbar) -> [Widget] {
    toolbar.widget.descendants.filter { $0.hasStyle("keyboard-toolbar-divider") && $0.isMapped }
      .filter { $0.width > 0 }
  }
}
