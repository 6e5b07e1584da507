// SPDX-License-Identifier: MIT
public import Gtk

/// How a ``KeyboardToolbar`` looks. Sizes are pixels at the default font and grow with the user's.
public nonisolated struct KeyboardToolbarStyle: Hashable, Sendable {
  /// What lies under the items.
  public enum Background: Hashable, Sendable {
    /// A translucent sheet of the window's light with a hairline border.
    case glass
    /// Glass with a breath of a colour in it.
    case tintedGlass(Color)
    /// The colour itself; items without a colour of their own become black or white on it.
    case color(Color)
  }

  /// The letters of items that are text.
  public struct Font: Hashable, Sendable {
    /// Times the size of the user's font.
    public var scale: Double
    /// 100 (thin) … 900 (black), as in CSS.
    public var weight: Int

    public init(scale: Double = 1, weight: Int = 400) {
      self.scale = scale
      self.weight = weight
    }

    public static let body = Font()
    public static let bodyMedium = Font(weight: 500)
  }

  /// Room around the bar. There is none above: the content stands there.
  public struct Margins: Hashable, Sendable {
    public var sides: Double
    public var bottom: Double

    public init(sides: Double = 8, bottom: Double = 8) {
      self.sides = sides
      self.bottom = bottom
    }
  }

  public var background: Background = .glass
  public var height: Double = 48
  /// The side of an icon or image.
  public var itemSize: Double = 20
  /// Between the capsules of neighbours, at least.
  public var itemSpacing: Double = 8
  public var font: Font = .bodyMedium
  /// The capsule of a selected item; nil is the theme's accent.
  public var selectionColor: Color?
  /// How much of ``selectionColor`` the capsule has, 0 … 1. Below a half the glyph takes the
  /// colour, else it is black or white.
  public var selectionOpacity = 0.2
  public var margins = Margins()
  /// Whether items that fit are spread over the width; else they gather at the start.
  public var distributesItems = true
  /// Nil is the colour of the theme's borders.
  public var dividerColor: Color?
  /// 0 draws none.
  public var dividerWidth: Double = 1
  /// Whether there is a divider between any two items, not only next to the fixed ones.
  public var dividerBetweenItems = false

  public init() {}

  /// Glass, in the theme's colours.
  public static let standard = KeyboardToolbarStyle()

  /// White on black in any theme: 21 : 1, and a selected item stands out as a white capsule.
  public static let contrast = KeyboardToolbarStyle()
    .withBackground(.color(.black))
    .withSelectionColor(.white)
    .withSelectionOpacity(1)
    .withDividerColor(Color(red: 1, green: 1, blue: 1, alpha: 0.5))
}

// Builders: the same style with one thing changed.
nonisolated extension KeyboardToolbarStyle {
  public func withBackground(_ background: Background) -> Self { with(\.background, background) }
  public func withHeight(_ height: Double) -> Self { with(\.height, height) }
  public func withItemSize(_ size: Double) -> Self { with(\.itemSize, size) }
  public func withItemSpacing(_ spacing: Double) -> Self { with(\.itemSpacing, spacing) }
  public func withFont(_ font: Font) -> Self { with(\.font, font) }
  public func withSelectionColor(_ color: Color?) -> Self { with(\.selectionColor, color) }
  public func withSelectionOpacity(_ opacity: Double) -> Self { with(\.selectionOpacity, opacity) }
  public func withMargins(_ margins: Margins) -> Self { with(\.margins, margins) }
  public func withDistributesItems(_ on: Bool) -> Self { with(\.distributesItems, on) }
  public func withDividerColor(_ color: Color?) -> Self { with(\.dividerColor, color) }
  public func withDividerWidth(_ width: Double) -> Self { with(\.dividerWidth, width) }
  public func withDividerBetweenItems(_ on: Bool) -> Self { with(\.dividerBetweenItems, on) }

  private func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var style = self
    style[keyPath: property] = value
    return style
  }
}
