// SPDX-License-Identifier: MIT
import Gtk

/// A style as it comes out in one theme and at one size of the font: concrete colours and pixels.
nonisolated struct KeyboardToolbarAppearance: Equatable {
  /// What the theme brings.
  struct Theme: Equatable {
    var foreground: Color
    /// The window's background.
    var window: Color
    var borders: Color
    var accent: Color
    /// Pixels of the user's font over those of the default font.
    var scale: Double
  }

  let style: KeyboardToolbarStyle
  let theme: Theme

  /// WCAG 2.1, 1.4.11: the least contrast of what tells a control or its state.
  private static let leastContrast = 3.0
  /// Between a glyph and the edge of its capsule.
  private static let capsulePadding = 8.0

  func pixels(_ length: Double) -> Int {
    guard length.isFinite else { return 0 }
    return Int(min(max(0, length * theme.scale), 10_000).rounded())
  }

  // MARK: Colours

  /// The sheet as it is laid over the window.
  var sheet: Color {
    switch style.background {
    case .glass: glass
    case .tintedGlass(let color): color.opacity(0.16).over(opaqueGlass).opacity(0.9)
    case .color(let color): color
    }
  }

  /// Lighter than the window in both light and dark: glass catches light.
  private var glass: Color {
    isDark ? theme.foreground.opacity(0.09) : Color.white.opacity(0.82)
  }

  private var opaqueGlass: Color { glass.over(theme.window) }
  private var isDark: Bool { theme.window.blackOrWhite == .white }

  /// The sheet as it is seen.
  var surface: Color { sheet.over(theme.window) }

  /// The colour of what has none of its own.
  var ink: Color {
    if case .color = style.background { return surface.blackOrWhite }
    return theme.foreground
  }

  var border: Color {
    if case .color = style.background { return ink.opacity(0.3) }
    return theme.borders
  }

  var divider: Color { style.dividerColor ?? (isColored ? ink.opacity(0.3) : theme.borders) }

  private var isColored: Bool {
    if case .color = style.background { return true }
    return false
  }

  /// The style's colour, lightened or darkened until it stands out from the bar.
  private var selection: Color {
    (style.selectionColor ?? theme.accent).readable(on: surface, ratio: Self.leastContrast)
  }

  private var isFilled: Bool { style.selectionOpacity >= 0.5 }
  var capsule: Color { selection.opacity(min(max(style.selectionOpacity, 0), 1)) }

  /// The glyph of an item: its own colour or the bar's; on a capsule, one that is seen there.
  func glyph(_ color: Color?, isSelected: Bool) -> Color {
    guard isSelected else { return color ?? ink }
    let ground = capsule.over(surface)
    let wished = color ?? (isFilled ? ground.blackOrWhite : selection)
    return wished.readable(on: ground, ratio: Self.leastContrast)
  }

  // MARK: CSS

  /// The rules of the bar and its dividers.
  var css: String {
    """
    .keyboard-toolbar-sheet {
      background-color: \(sheet.css); border-radius: 9999px;
      box-shadow: inset 0 0 0 1px \(border.css);
    }
    .keyboard-toolbar-fade.start:dir(ltr), .keyboard-toolbar-fade.end:dir(rtl) {
      background-image: linear-gradient(to right, \(surface.css), \(surface.opacity(0).css));
    }
    .keyboard-toolbar-fade.end:dir(ltr), .keyboard-toolbar-fade.start:dir(rtl) {
      background-image: linear-gradient(to left, \(surface.css), \(surface.opacity(0).css));
    }
    .keyboard-toolbar-divider { background-color: \(divider.css); }
    """
  }

  /// The rules of an item with `color`.
  func css(itemColor color: Color?) -> String {
    let size = pixels(style.itemSize + 2 * Self.capsulePadding)
    let side = pixels(Self.capsulePadding)
    let gap = Double(pixels(style.itemSpacing)) / 2
    return """
      .item { padding: 0 \(CSS.number(gap))px; }
      .capsule {
        min-width: \(size - 2 * side)px; min-height: \(size)px; padding: 0 \(side)px;
        border-radius: 9999px; color: \(glyph(color, isSelected: false).css);
        font-size: \(CSS.number(style.font.scale))em; font-weight: \(weight);
        transition: background-color 150ms ease-out, color 150ms ease-out;
      }
      .item:hover > .capsule { background-color: \(ink.opacity(0.08).css); }
      .item:active > .capsule { background-color: \(ink.opacity(0.18).css); }
      .capsule.selected, .item:hover > .capsule.selected {
        background-color: \(capsule.css); color: \(glyph(color, isSelected: true).css);
      }
      .item:focus-visible > .capsule {
        outline: 2px solid \(focusRing.css); outline-offset: -2px;
      }
      .item:disabled > .capsule { opacity: 0.5; }
      """
  }

  private var focusRing: Color {
    theme.accent.readable(on: surface, ratio: Self.leastContrast)
  }

  /// CSS takes whole weights of 1 … 1000.
  private var weight: Int { min(max(style.font.weight, 1), 1000) }
}

/// Values as CSS writes them.
nonisolated enum CSS {
  /// With a decimal point in every language and no exponent; what is no number is 0.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let hundredths = Int((min(max(value, -10_000), 10_000) * 100).rounded())
    let (whole, rest) = (abs(hundredths) / 100, abs(hundredths) % 100)
    return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
