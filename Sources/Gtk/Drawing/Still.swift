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
  /// - Parameters:
  ///   - scale: Device pixels in one pixel of the application.
  ///   - flat: A part that `body` fills with one colour, best the one in which other things change.
  ///     It is filled then, and nothing is copied there: cairo copies from what it has recorded by way
  ///     of a picture that it makes for each frame, which takes as long as ten fills.
  public func draw(
    in snapshot: Snapshot, for key: Key, scale: Int, flat: (area: Rectangle, color: Color)? = nil,
    _ body: (Snapshot) -> Void
  ) {
    if shown?.key != key {
      forget()
      shown = Pixels.node(scale: scale, flat: flat, body).map { (key, $0) }
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
  static func node(
    scale: Int, flat: (area: Rectangle, color: Color)? = nil, _ body: (Snapshot) -> Void
  ) -> OpaquePointer? {
    guard let inner = gtk_snapshot_new() else { return nil }
    body(Snapshot(raw: inner))
    guard let node = gtk_snapshot_free_to_node(inner) else { return nil }
    let bounds = Rectangle(around: node)
    let factor = Double(max(scale, 1))
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, gint(clamping: bounds.width * max(scale, 1)),
      gint(clamping: bounds.height * max(scale, 1)))
    defer { cairo_surface_destroy(surface) }
    cairo_surface_set_device_scale(surface, factor, factor)
    let (left, top) = (Double(bounds.x), Double(bounds.y))
    let pixels = cairo_create(surface)
    cairo_translate(pixels, -left, -top)
    gsk_render_node_draw(node, pixels)
    let isDrawn = cairo_status(pixels) == CAIRO_STATUS_SUCCESS
    cairo_destroy(pixels)
    guard isDrawn else { return node }
    gsk_render_node_unref(node)
    func copy(_ part: Rectangle) -> OpaquePointer? {
      var part = part.graphene
      // Not as a texture: GTK 4.8 converts its pixels for each frame, those that fit already as well.
      guard let copy = gsk_cairo_node_new(&part) else { return nil }
      let cairo = gsk_cairo_node_get_draw_context(copy)
      cairo_set_source_surface(cairo, surface, left, top)
      cairo_paint(cairo)
      cairo_destroy(cairo)
      return copy
    }
    guard let flat, let hole = bounds.intersection(flat.area) else { return copy(bounds) }
    var (color, filled) = (flat.color.gdk, hole.graphene)
    var parts = bounds.parts(around: hole).compactMap(copy)
    if let fill = gsk_color_node_new(&color, &filled) { parts.append(fill) }
    defer { parts.forEach { gsk_render_node_unref($0) } }
    var nodes: [OpaquePointer?] = parts
    return gsk_container_node_new(&nodes, guint(nodes.count))
  }
}

extension Rectangle {
  /// The whole pixels that `node` touches.
  fileprivate init(around node: OpaquePointer) {
    var (exact, whole) = (graphene_rect_t(), graphene_rect_t())
    gsk_render_node_get_bounds(node, &exact)
    graphene_rect_round_extents(&exact, &whole)
    self.init(
      x: Int(whole.origin.x), y: Int(whole.origin.y), width: Int(whole.size.width),
      height: Int(whole.size.height))
  }
}
