// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import Testing

@testable import ChatWidgets

struct KeyboardToolbarAppearanceTests {
  typealias Theme = KeyboardToolbarAppearance.Theme

  static let blue = Color(red: 0.21, green: 0.52, blue: 0.89)
  static let light = Theme(
    foreground: Color(red: 0.18, green: 0.2, blue: 0.21),
    window: Color(red: 0.96, green: 0.96, blue: 0.95),
    borders: Color(red: 0.8, green: 0.78, blue: 0.76), accent: blue, scale: 1)
  static let dark = Theme(
    foreground: Color(red: 0.93, green: 0.93, blue: 0.93),
    window: Color(red: 0.21, green: 0.21, blue: 0.21),
    borders: Color(red: 0.11, green: 0.11, blue: 0.11),
    accent: Color(red: 0.08, green: 0.33, blue: 0.62), scale: 1)

  /// Colours that are hard somewhere: too light, too dark, in the middle.
  static let hardColors = [
    "#ffff00", "#000080", "#808080", "#ffffff", "#000000", "#3584e4", "#1a5fb4", "#f6f5f4",
  ].compactMap { Color(css: $0) }

  @Test(arguments: [light, dark])
  func glyphsAreSeenOnAnyBackgroundWithAnySelection(theme: Theme) {
    let backgrounds: [KeyboardToolbarStyle.Background] =
      [.glass] + Self.hardColors.flatMap { [.color($0), .tintedGlass($0)] }
    for background in backgrounds {
      for selection in [nil] + Self.hardColors.map({ Optional($0) }) {
        for opacity in [0.2, 1] {
          let style = KeyboardToolbarStyle.standard.withBackground(background)
            .withSelectionColor(selection).withSelectionOpacity(opacity)
          let appearance = KeyboardToolbarAppearance(style: style, theme: theme)
          #expect(appearance.ink.contrast(with: appearance.surface) >= 4.5, "\(background)")
          let ground = appearance.capsule.over(appearance.surface)
          let glyph = appearance.glyph(nil, isSelected: true)
          #expect(
            glyph.contrast(with: ground) >= 3, "\(background) \(String(describing: selection))")
        }
      }
    }
  }

  @Test func anItemKeepsItsOwnColour() {
    let appearance = KeyboardToolbarAppearance(style: .standard, theme: Self.light)
    let red = Color(red: 0.88, green: 0.1, blue: 0.14)
    #expect(appearance.glyph(red, isSelected: false) == red)
    #expect(appearance.css(itemColor: red).contains("color: \(red.css)"))
  }

  @Test func aFilledCapsuleHasTheSelectionColour() {
    let style = KeyboardToolbarStyle.standard.withSelectionOpacity(1).withSelectionColor(Self.blue)
    let appearance = KeyboardToolbarAppearance(style: style, theme: Self.light)
    #expect(appearance.capsule == Self.blue)
    #expect([.black, .white].contains(appearance.glyph(nil, isSelected: true)))
  }

  @Test func dividersTakeTheirColourFromTheStyleElseTheTheme() {
    let themed = KeyboardToolbarAppearance(style: .standard, theme: Self.light)
    #expect(themed.divider == Self.light.borders)
    let own = KeyboardToolbarAppearance(
      style: .standard.withDividerColor(Self.blue), theme: Self.light)
    #expect(own.divider == Self.blue)
  }

  @Test func sizesGrowWithTheFont() {
    var theme = Self.light
    theme.scale = 1.5
    let appearance = KeyboardToolbarAppearance(style: .standard, theme: theme)
    #expect(appearance.pixels(48) == 72)
    #expect(KeyboardToolbarAppearance(style: .standard, theme: Self.light).pixels(48) == 48)
  }

  /// What is no size must not reach GTK, which would complain or abort.
  @Test(arguments: [Double.nan, .infinity, -.infinity, -5, 1e300])
  func sizesThatMakeNoSenseAreCut(size: Double) {
    let appearance = KeyboardToolbarAppearance(
      style: .standard.withItemSize(size).withItemSpacing(size).withFont(.init(scale: size)),
      theme: Self.light)
    #expect((0...10_000).contains(appearance.pixels(size)))
    #expect(!appearance.css(itemColor: nil).contains("nan"))
    #expect(!appearance.css(itemColor: nil).contains("inf"))
  }

  @Test(arguments: [(0, "0.00"), (1, "1.00"), (0.5, "0.50"), (-1.25, "-1.25"), (2.004, "2.00")])
  func numbersAreWrittenAsCSSReadsThem(value: Double, text: String) {
    #expect(CSS.number(value) == text)
  }
}
