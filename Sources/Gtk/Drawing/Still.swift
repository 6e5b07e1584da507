// SPDX-License-Identifier: MIT
import CGtk

extension Snapshot {
  /// Draws `body` at once, and shows the pixels: all that is left to do for a frame is to copy them,
  /// where the frame changes what is there.
  ///
  /// For what is small, costly to draw and seldom changes.
  ///
  /// - Parameter scale: Device pixels in one pixel of the application.
  /// - Returns: Whether anything was drawn.
  @discardableResult
  public func still(scale: Int, _ body: (Snapshot) -> Void) -> Bool {
    guard let node = Pixels.node(scale: scale, body) else { return false }
    gtk_snapshot_append_node(raw, node)
    gsk_render_node_unref(node)
    return true
  }
}

/// A picture of what a widget draws each time in the same way, such as its frame, while other things
/// in it change: kept from one snapshot to the next.
@MainActor public final class Still<Key: Equatable> {
  private var shown: (key: Key, node: OpaquePointer)?

  public init() {}

  isolated deinit { forget() }

  /// Draws `body`, or what it drew the last time if that was for the same `key`.
  ///
  /// - Parameter scale: Device pixels in one pixel of the application.
  public func draw(
    in snapshot: Snapshot, for key: Key, scale: Int, _ body: (Snapshot) -> Void
  ) {
    if shown?.key != key {
      forget()
      shown = Pixels.node(scale: scale, body).map { (key, $0) }
    }
    if let shown { gtk_snapshot_append_node(snapshot.raw, shown.node) }
  }

  private func forget() {
    if let shown { gsk_render_node_unref(shown.node) }
    shown = nil
  }
}

private enum Pixels {
  /// The pixels of `body`, nil where it draws nothing; owned by who asks.
  static func node(scale: Int, _ body: (Snapshot) -> Void) -> OpaquePointer? {
    guard let inner = gtk_snapshot_new() else { return nil }
    body(Snapshot(raw: inner))
    guard let node = gtk_snapshot_free_to_node(inner) else { return nil }
    var exact = graphene_rect_t()
    gsk_render_node_get_bounds(node, &exact)
    var bounds = graphene_rect_t()
    graphene_rect_round_extents(&exact, &bounds)
    let factor = Double(max(scale, 1))
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, gint(clamping: Int(Double(bounds.size.width) * factor)),
      gint(clamping: Int(Double(bounds.size.height) * factor)))
    defer { cairo_surface_destroy(surface) }
    cairo_surface_set_device_scale(surface, factor, factor)
    let (left, top) = (Double(bounds.origin.x), Double(bounds.origin.y))
    let pixels = cairo_create(surface)
    cairo_translate(pixels, -left, -top)
    gsk_render_node_draw(node, pixels)
    let isDrawn = cairo_status(pixels) == CAIRO_STATUS_SUCCESS
    cairo_destroy(pixels)
    // Not as a texture: GTK 4.8 converts its pixels for each frame, those that fit already as well.
    guard isDrawn, let still = gsk_cairo_node_new(&bounds) else { return node }
    gsk_render_node_unref(node)
    let cairo = gsk_cairo_node_get_draw_context(still)
    cairo_set_source_surface(cairo, surface, left, top)
    cairo_paint(cairo)
    cairo_destroy(cairo)
    return still
  }
}
