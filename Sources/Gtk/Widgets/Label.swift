// SPDX-License-Identifier: MIT
import CGtk

/// Text that is shown. Never markup: what comes from outside is set with ``text``, and styles are
/// set with ``setAttributes(_:)``.
public final class Label: Widget {
  public init(_ text: String = "") {
    super.init(adopting: UnsafeMutableRawPointer(gtk_label_new(nil)))
    self.text = text
  }

  private var label: OpaquePointer { pointer() }

  public var text: String {
    get { gtk_label_get_text(label).map { String(cString: $0) } ?? "" }
    set { gtk_label_set_text(label, newValue) }
  }

  /// Breaks lines by word, within words where they are longer than the line.
  ///
  /// `minimumCharacters` is the width below which it never asks to go. Set it on every label that
  /// wraps: it cuts the cost of the first layout to a quarter (GTK otherwise measures a wrap at
  /// every grapheme).
  public func wrap(minimumCharacters: Int = 8, maximumCharacters: Int = -1) {
    gtk_label_set_wrap(label, 1)
    gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_width_chars(label, gint(clamping: minimumCharacters))
    gtk_label_set_max_width_chars(label, gint(clamping: maximumCharacters))
  }

  /// Puts each of several lines in the middle.
  public func centerLines() { gtk_label_set_justify(label, GTK_JUSTIFY_CENTER) }

  /// Asks for the width of its text unwrapped, up to the maximum, instead of a pleasing block.
  public func naturalWrapsByWord(_ on: Bool) {
    gtk_label_set_natural_wrap_mode(label, on ? GTK_NATURAL_WRAP_NONE : GTK_NATURAL_WRAP_INHERIT)
  }

  /// Where a text that is too long is cut.
  public enum Ellipsis {
    case end, middle
  }

  /// Cuts with an ellipsis instead of asking for more width.
  public func ellipsize(_ place: Ellipsis = .end) {
    gtk_label_set_ellipsize(label, place == .end ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE)
  }

  /// Never asks for more width than so many characters have on average.
  public func limitWidth(characters: Int) {
    gtk_label_set_max_width_chars(label, gint(clamping: characters))
  }

  public func setLines(_ lines: Int) { gtk_label_set_lines(label, gint(clamping: lines)) }

  /// Where the text stands in the room it has: 0 at the start, 1 at the end.
  public var alignment: Double {
    get { Double(gtk_label_get_xalign(label)) }
    set { gtk_label_set_xalign(label, Float(newValue)) }
  }

  public var verticalAlignment: Double {
    get { Double(gtk_label_get_yalign(label)) }
    set { gtk_label_set_yalign(label, Float(newValue)) }
  }

  public var isSelectable: Bool {
    get { gtk_label_get_selectable(label) != 0 }
    set { gtk_label_set_selectable(label, newValue ? 1 : 0) }
  }

  public func setAttributes(_ attributes: TextAttributes?) {
    gtk_label_set_attributes(label, attributes?.list)
  }
}
