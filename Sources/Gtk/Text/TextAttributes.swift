// SPDX-License-Identifier: MIT
import CGtk

/// Styles over ranges of a text, in UTF-8 bytes, for labels and layouts.
@MainActor public final class TextAttributes {
  let list: OpaquePointer

  public init() { list = pango_attr_list_new() }

  isolated deinit { pango_attr_list_unref(list) }

  /// One style.
  public enum Style {
    case bold, italic, underline, strikethrough, monospace
    case weight(Int)
    /// Times the size of the font.
    case scale(Double)
    case foreground(Color)
    case background(Color)
    /// 0 … 1 of the foreground.
    case opacity(Double)
    case tabularFigures
    /// Bytes that are laid out but not shown.
    case hidden
  }

  /// Adds `style` over `range`; the whole text when nil.
  public func add(_ style: Style, _ range: Range<Int>? = nil) {
    for attribute in Self.attributes(style) {
      guard let attribute else { continue }
      attribute.pointee.start_index = guint(clamping: range?.lowerBound ?? 0)
      attribute.pointee.end_index = range.map { guint(clamping: $0.upperBound) } ?? guint.max
      pango_attr_list_insert(list, attribute)
    }
  }

  private static func attributes(
    _ style: Style
  ) -> [UnsafeMutablePointer<PangoAttribute>?] {
    switch style {
    case .bold: [pango_attr_weight_new(PANGO_WEIGHT_BOLD)]
    case .italic: [pango_attr_style_new(PANGO_STYLE_ITALIC)]
    case .underline: [pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)]
    case .strikethrough: [pango_attr_strikethrough_new(1)]
    case .monospace: [pango_attr_family_new("monospace")]
    case .weight(let weight):
      [pango_attr_weight_new(PangoWeight(rawValue: UInt32(clamping: weight)))]
    case .scale(let factor): [pango_attr_scale_new(factor)]
    case .foreground(let color):
      [
        pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)),
        color.alpha < 1 ? pango_attr_foreground_alpha_new(max(1, part(color.alpha))) : nil,
      ]
    case .background(let color):
      [
        pango_attr_background_new(part(color.red), part(color.green), part(color.blue)),
        color.alpha < 1 ? pango_attr_background_alpha_new(max(1, part(color.alpha))) : nil,
      ]
    case .opacity(let opacity): [pango_attr_foreground_alpha_new(max(1, part(opacity)))]
    case .tabularFigures: [pango_attr_font_features_new("tnum=1")]
    case .hidden: [pango_attr_foreground_alpha_new(1)]
    }
  }

  private static func part(_ value: Double) -> UInt16 {
    UInt16(clamping: Int((min(max(value, 0), 1) * 65535).rounded()))
  }
}
