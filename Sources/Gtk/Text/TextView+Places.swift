// SPDX-License-Identifier: MIT
import CGtk

/// What of the text is where on the screen.
extension TextView {
  private var view: UnsafeMutablePointer<GtkTextView> { pointer() }

  /// The paragraphs that are at least in part on the screen; all of them before the first layout.
  public var visibleParagraphs: ClosedRange<Int> {
    var visible = GdkRectangle()
    gtk_text_view_get_visible_rect(view, &visible)
    let last = max(0, buffer.paragraphCount - 1)
    guard visible.height > 0 else { return 0...last }
    func paragraph(at y: gint) -> Int {
      var place = GtkTextIter()
      gtk_text_view_get_line_at_y(view, &place, y, nil)
      return Int(gtk_text_iter_get_line(&place))
    }
    let first = paragraph(at: visible.y)
    return first...max(first, min(last, paragraph(at: visible.y + visible.height)))
  }

  /// The characters of the lines that are at least in part on the screen; all of them before the first
  /// layout. Of lines that run both ways there may be a few missing at its ends.
  public var visibleRange: Range<Int> {
    var visible = GdkRectangle()
    gtk_text_view_get_visible_rect(view, &visible)
    guard visible.height > 0 else { return 0..<buffer.length }
    func offset(x: gint, y: gint) -> Int {
      var place = GtkTextIter()
      gtk_text_view_get_iter_at_location(view, &place, x, y)
      return Int(gtk_text_iter_get_offset(&place))
    }
    // A line that runs from right to left begins at its right.
    let (left, right) = (visible.x, visible.x + visible.width)
    let (top, bottom) = (visible.y, visible.y + visible.height)
    let start = min(offset(x: left, y: top), offset(x: right, y: top))
    let end = max(offset(x: left, y: bottom), offset(x: right, y: bottom))
    return min(start, end)..<max(start, end)
  }

  /// The offset of the character at a place in the view's own coordinates; nil beside the text.
  public func offset(x: Double, y: Double) -> Int? {
    var (left, top): (gint, gint) = (0, 0)
    gtk_text_view_window_to_buffer_coords(
      view, GTK_TEXT_WINDOW_WIDGET, gint(clamping: Int(x)), gint(clamping: Int(y)), &left, &top)
    var place = GtkTextIter()
    guard gtk_text_view_get_iter_at_location(view, &place, left, top) != 0 else { return nil }
    return Int(gtk_text_iter_get_offset(&place))
  }

  /// Called when the text scrolls up or down, and when what the view scrolls in changes.
  @discardableResult
  public func onScrolled(_ body: @escaping () -> Void) -> SignalHandler {
    let view = raw
    var scrolling: (adjustment: Adjustment, handler: SignalHandler)?
    func follow() {
      scrolling?.handler.disconnect()
      guard
        let raw = gtk_scrollable_get_vadjustment(OpaquePointer(view))
      else { return scrolling = nil }
      let adjustment = Adjustment(borrowing: UnsafeMutableRawPointer(raw))
      scrolling = (adjustment, adjustment.onValueChanged(body))
    }
    follow()
    return on("notify::vadjustment") { _ in
      follow()
      body()
    }
  }

  /// Adds a menu to the one that the view opens; nil takes it away. What is changed in it later is
  /// shown, even while it is open.
  public func setExtraMenu(_ menu: Menu?) {
    gtk_text_view_set_extra_menu(view, menu?.pointer())
  }
}

extension TextBuffer {
  /// Where `tag` is within `range`.
  public func ranges(of tag: TextTag, in range: Range<Int>) -> [Range<Int>] {
    var place = iterator(range.lowerBound)
    var ranges: [Range<Int>] = []
    while Int(gtk_text_iter_get_offset(&place)) < range.upperBound {
      if gtk_text_iter_has_tag(&place, tag.pointer()) == 0 {
        guard gtk_text_iter_forward_to_tag_toggle(&place, tag.pointer()) != 0 else { break }
        continue
      }
      let start = Int(gtk_text_iter_get_offset(&place))
      let isFound = gtk_text_iter_forward_to_tag_toggle(&place, tag.pointer()) != 0
      let end = isFound ? Int(gtk_text_iter_get_offset(&place)) : range.upperBound
      ranges.append(start..<min(end, range.upperBound))
      if !isFound { break }
    }
    return ranges
  }
}
