// SPDX-License-Identifier: MIT
import ChatWidgets
import Gtk
import Testing

@MainActor struct KeyboardToolbarStyleTests {
  private static let red = Color(red: 1, green: 0, blue: 0)

  @Test func theStandardHasTheNumbersOfTheDesign() {
    let style = KeyboardToolbarStyle.standard
    #expect(style.background == .glass)
    #expect(style.height == 48)
    #expect(style.itemSize == 20)
    #expect(style.itemSpacing == 8)
    #expect(style.font == .bodyMedium)
    #expect(style.font.weight == 500 && style.font.scale == 1)
    #expect(style.selectionColor == nil)
    #expect(style.margins == .init(sides: 8, bottom: 8))
    #expect(style.distributesItems)
    #expect(style.dividerColor == nil)
    #expect(style.dividerWidth == 1)
    #expect(!style.dividerBetweenItems)
  }

  @Test func everyBuilderChangesItsPropertyAndNoOther() {
    let red = Self.red
    let standard = KeyboardToolbarStyle.standard
    let cases: [(KeyboardToolbarStyle, (inout KeyboardToolbarStyle) -> Void)] = [
      (standard.withBackground(.color(red)), { $0.background = .color(red) }),
      (standard.withBackground(.tintedGlass(red)), { $0.background = .tintedGlass(red) }),
      (standard.withHeight(60), { $0.height = 60 }),
      (standard.withItemSize(32), { $0.itemSize = 32 }),
      (standard.withItemSpacing(2), { $0.itemSpacing = 2 }),
      (standard.withFont(.body), { $0.font = .body }),
      (standard.withSelectionColor(red), { $0.selectionColor = red }),
      (standard.withSelectionOpacity(1), { $0.selectionOpacity = 1 }),
      (
        standard.withMargins(.init(sides: 1, bottom: 2)),
        { $0.margins = .init(sides: 1, bottom: 2) }
      ),
      (standard.withDistributesItems(false), { $0.distributesItems = false }),
      (standard.withDividerColor(red), { $0.dividerColor = red }),
      (standard.withDividerWidth(3), { $0.dividerWidth = 3 }),
      (standard.withDividerBetweenItems(true), { $0.dividerBetweenItems = true }),
    ]
    for (built, change) in cases {
      var expected = standard
      change(&expected)
      #expect(built == expected)
      #expect(built != standard)
    }
  }

  @Test func dismissKeyboardStandsAtTheTrailingEnd() {
    let item = KeyboardToolbarItem.dismissKeyboard
    #expect(item.isFixed == .trailing)
    #expect(item.dismissesKeyboard)
    #expect(!item.accessibilityLabel.isEmpty)
  }

  @Test func whatIsSelectedIsAToggle() {
    var item = KeyboardToolbarItem(.text("B"), accessibilityLabel: "Bold")
    #expect(!item.isToggle)
    item.isSelected = true
    #expect(item.isToggle)
    item.isSelected = false
    #expect(item.isToggle && !item.isSelected)
  }
}
