// SPDX-License-Identifier: MIT
import CGtk

/// An editable text of several lines.
public final class TextView: Widget {
  public init(buffer: TextBuffer? = nil) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_text_view_new()))
    if let buffer { self.buffer = buffer }
  }

  private var view: UnsafeMutablePointer<GtkTextView> { pointer() }

  public var buffer: TextBuffer {
    get { TextBuffer(borrowing: UnsafeMutableRawPointer(gtk_text_view_get_buffer(view))) }
    set { gtk_text_view_set_buffer(view, newValue.pointer()) }
  }

  /// Breaks lines by word, within words where they are longer than the line.
  public func wrapByWordOrCharacter() { gtk_text_view_set_wrap_mode(view, GTK_WRAP_WORD_CHAR) }

  /// Whether Tab is typed (true) or moves the focus (false).
  public var acceptsTab: Bool {
    get { gtk_text_view_get_accepts_tab(view) != 0 }
    set { gtk_text_view_set_accepts_tab(view, newValue ? 1 : 0) }
  }

  public var isEditable: Bool {
    get { gtk_text_view_get_editable(view) != 0 }
    set { gtk_text_view_set_editable(view, newValue ? 1 : 0) }
  }

  public func setInnerMargins(start: Int, end: Int, top: Int, bottom: Int) {
    gtk_text_view_set_left_margin(view, gint(clamping: start))
    gtk_text_view_set_right_margin(view, gint(clamping: end))
    gtk_text_view_set_top_margin(view, gint(clamping: top))
    gtk_text_view_set_bottom_margin(view, gint(clamping: bottom))
  }

  /// Offers a key event to the input method; true when it was taken (a conversion goes on).
  public func inputMethodTakes(_ event: KeyEvent) -> Bool {
    guard let raw = event.raw else { return false }
    return gtk_text_view_im_context_filter_keypress(view, raw) != 0
  }

  /// Drops what the input method has half composed.
  public func resetInputMethod() { gtk_text_view_reset_im_context(view) }

  /// Types text as a key would: over the selection, with the caret in view afterwards.
  public func type(_ text: String) {
    buffer.insertAtCaret(text)
    resetCaretBlink()
    scrollToCaret()
  }

  /// Restarts the blinking of the caret, as after a key.
  public func resetCaretBlink() { gtk_text_view_reset_cursor_blink(view) }

  /// Scrolls by the least amount that shows the caret.
  public func scrollToCaret() {
    guard let buffer = gtk_text_view_get_buffer(view) else { return }
    gtk_text_view_scroll_mark_onscreen(view, gtk_text_buffer_get_insert(buffer))
  }

  /// The rectangle of the character at `offset` in the view's buffer coordinates.
  public func rectangle(at offset: Int) -> Rectangle {
    var iterator = buffer.iterator(offset)
    var rectangle = GdkRectangle()
    gtk_text_view_get_iter_location(view, &iterator, &rectangle)
    return Rectangle(
      x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width),
      height: Int(rectangle.height))
  }

  /// The place in the text nearest to a point in the view's own coordinates.
  public func offset(x: Int, y: Int) -> Int {
    var (bufferX, bufferY): (gint, gint) = (0, 0)
    gtk_text_view_window_to_buffer_coords(
      view, GTK_TEXT_WINDOW_WIDGET, gint(clamping: x), gint(clamping: y), &bufferX, &bufferY)
    var place = GtkTextIter()
    var trailing: gint = 0
    gtk_text_view_get_iter_at_position(view, &place, &trailing, bufferX, bufferY)
    gtk_text_iter_forward_chars(&place, trailing)
    return Int(gtk_text_iter_get_offset(&place))
  }

  /// Where the caret is, in the view's own coordinates: what input methods are told.
  public var caretRectangle: Rectangle {
    var caret = GdkRectangle()
    gtk_text_view_get_cursor_locations(view, nil, &caret, nil)
    var (x, y): (gint, gint) = (0, 0)
    gtk_text_view_buffer_to_window_coords(
      view, GTK_TEXT_WINDOW_WIDGET, caret.x, caret.y, &x, &y)
    return Rectangle(x: Int(x), y: Int(y), width: Int(caret.width), height: Int(caret.height))
  }
}
