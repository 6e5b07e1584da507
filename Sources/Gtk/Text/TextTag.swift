// SPDX-License-Identifier: MIT
import CGtk

/// A style over ranges of a text buffer. What is not set is left to the view and to other tags;
/// where two differ, the one that was made later wins.
public final class TextTag: Object {
  public init(_ name: String) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_text_tag_new(name)))
  }

  override init(borrowing raw: UnsafeMutableRawPointer) { super.init(borrowing: raw) }

  public func setBold() { set("weight", to: .int(Int(PANGO_WEIGHT_BOLD.rawValue))) }
  public func setItalic() { set("style", to: .int(Int(PANGO_STYLE_ITALIC.rawValue))) }
  public func setStruckThrough() { set("strikethrough", to: .bool(true)) }

  /// The family of the font, such as "monospace".
  public func setFamily(_ family: String) { set("family", to: .string(family)) }

  /// Nil leaves the colour as it is.
  public func setForeground(_ color: Color?) { set("foreground-rgba", color) }
  public func setBackground(_ color: Color?) { set("background-rgba", color) }

  /// The ground of whole paragraphs, over the width of the view.
  public func setParagraphBackground(_ color: Color?) { set("paragraph-background-rgba", color) }

  /// A wavy line below, as under a word that is spelled wrong.
  public func setErrorUnderline(_ color: Color?) {
    set("underline", to: .int(Int(PANGO_UNDERLINE_ERROR.rawValue)))
    set("underline-rgba", color)
  }

  private func set(_ property: String, _ color: Color?) {
    var value = GValue()
    g_value_init(&value, gdk_rgba_get_type())
    var gdk = color?.gdk ?? GdkRGBA()
    if color != nil { g_value_set_boxed(&value, &gdk) }
    g_object_set_property(pointer(), property, &value)
    g_value_unset(&value)
  }
}
