// SPDX-License-Identifier: MIT
import CGtk

/// A PangoLayout: text laid out in the font of a widget.
public final class TextLayout: Object {
  public init(for widget: Widget, text: String = "") {
    super.init(
      adopting: UnsafeMutableRawPointer(gtk_widget_create_pango_layout(widget.widget, text)))
  }

  private var layout: OpaquePointer { pointer() }

  public var text: String {
    get { pango_layout_get_text(layout).map { String(cString: $0) } ?? "" }
    set { pango_layout_set_text(layout, newValue, -1) }
  }

  /// Breaks lines at `width` pixels, within words where they are longer; nil never breaks.
  public func wrap(at width: Int?) {
    pango_layout_set_width(layout, width.map { gint(clamping: $0) * PANGO_SCALE } ?? -1)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
  }

  /// Its logical size in pixels.
  public var size: (width: Int, height: Int) {
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_pixel_size(layout, &width, &height)
    return (Int(width), Int(height))
  }

  public var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
}
