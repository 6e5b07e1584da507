// SPDX-License-Identifier: MIT
import CGtk

/// For who draws the caret of a view instead of GTK.
extension TextView {
  private var view: UnsafeMutablePointer<GtkTextView> { pointer() }

  /// Where the caret is, in the coordinates of the buffer, if nothing but its place decides how it
  /// looks. So it is nil over a selection, in overwrite mode, at text with a tag, which may be slanted,
  /// and wherever text runs from right to left.
  public var plainCaret: Rectangle? {
    guard gtk_text_view_get_overwrite(view) == 0, let buffer = gtk_text_view_get_buffer(view),
      gtk_text_buffer_get_has_selection(buffer) == 0
    else { return nil }
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
    guard !hasTagBeside(place), beginsLeftToRight(place) else { return nil }
    var (strong, weak, exact) = (GdkRectangle(), GdkRectangle(), GdkRectangle())
    gtk_text_view_get_cursor_locations(view, &place, &strong, &weak)
    // Those two are rounded down, and drawn is what is rounded to the nearest.
    gtk_text_view_get_iter_location(view, &place, &exact)
    guard strong.x == weak.x, strong.y == weak.y, (0...1).contains(exact.x - strong.x),
      (0...1).contains(exact.y - strong.y)
    else { return nil }
    return Rectangle(x: Int(exact.x), y: Int(exact.y), width: 0, height: Int(exact.height))
  }

  private func hasTagBeside(_ place: GtkTextIter) -> Bool {
    var place = place
    func hasTag() -> Bool {
      guard let tags = gtk_text_iter_get_tags(&place) else { return false }
      g_slist_free(tags)
      return true
    }
    return hasTag() || (gtk_text_iter_backward_char(&place) != 0 && hasTag())
  }

  /// Whether the first letter of the paragraph at `place` makes it run from left to right (UAX #9, P2).
  private func beginsLeftToRight(_ place: GtkTextIter) -> Bool {
    var (start, end) = (place, place)
    gtk_text_iter_set_line_offset(&start, 0)
    gtk_text_iter_set_line_offset(&end, min(gtk_text_iter_get_line_offset(&end), 64))
    guard let slice = gtk_text_iter_get_slice(&start, &end) else { return false }
    defer { g_free(slice) }
    for scalar in String(cString: slice).unicodeScalars {
      switch scalar.value {
      // Hebrew, Arabic and their neighbours; and what says how text is to run.
      case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff,
        0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069:
        return false
      default: if scalar.properties.isLetter { return true }
      }
    }
    return false
  }

  /// A place in the coordinates of the buffer, in those of the view.
  public func inView(_ place: Rectangle) -> Rectangle {
    var (x, y): (gint, gint) = (0, 0)
    gtk_text_view_buffer_to_window_coords(
      view, GTK_TEXT_WINDOW_WIDGET, gint(clamping: place.x), gint(clamping: place.y), &x, &y)
    return Rectangle(x: Int(x), y: Int(y), width: place.width, height: place.height)
  }
}

extension TextBuffer {
  /// Whether views draw its caret.
  public var showsCaret: Bool {
    get { gtk_text_mark_get_visible(gtk_text_buffer_get_insert(pointer())) != 0 }
    set { gtk_text_mark_set_visible(gtk_text_buffer_get_insert(pointer()), newValue ? 1 : 0) }
  }

  /// Called after a change that the user has made as a whole, or what is grouped as one.
  @discardableResult
  public func onUserAction(_ body: @escaping () -> Void) -> SignalHandler {
    on("end-user-action", after: true) { _ in body() }
  }
}

/// The caret as GTK draws it in a view, in text that runs from left to right: drawn once, and kept.
@MainActor public final class CaretPicture {
  private let node: OpaquePointer
  /// Pixels.
  public let height: Int

  /// - Returns: Nil where nothing is drawn.
  public init?(of view: TextView) {
    guard let snapshot = gtk_snapshot_new() else { return nil }
    let layout = TextLayout(for: view, text: "X")
    withExtendedLifetime(layout) {
      gtk_snapshot_render_insertion_cursor(
        snapshot, gtk_widget_get_style_context(view.widget), 0, 0, layout.pointer(), 0,
        PANGO_DIRECTION_LTR)
    }
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    self.node = node
    var bounds = graphene_rect_t()
    gsk_render_node_get_bounds(node, &bounds)
    height = Int(bounds.size.height)
  }

  isolated deinit { gsk_render_node_unref(node) }

  /// Draws it with its top at (`x`, `y`).
  public func draw(in snapshot: Snapshot, x: Int, y: Int) {
    snapshot.translated(x: Double(x), y: Double(y)) {
      gtk_snapshot_append_node(snapshot.raw, node)
    }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isLetter: Bool {
    switch generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter: true
    default: false
    }
  }
}
