// SPDX-License-Identifier: MIT
import CGtk

/// Collects what a widget draws in one frame. Valid only within the call that got it.
public struct Snapshot {
  let raw: OpaquePointer

  public func fill(_ rectangle: Rectangle, _ color: Color) {
    var bounds = rectangle.graphene
    var color = color.gdk
    gtk_snapshot_append_color(raw, &color, &bounds)
  }

  /// Fills a rectangle whose corners are rounded by `radius` pixels.
  ///
  /// Only the two strips with the corners are clipped, along its shorter sides: cairo draws what is
  /// clipped by a curve through a mask, pixel by pixel, which takes several times as long.
  public func fill(_ rectangle: Rectangle, radius: Double, _ color: Color) {
    let strip = Int(radius.rounded(.up))
    guard strip > 0, max(rectangle.width, rectangle.height) > 2 * strip else {
      return clipped(to: rectangle, radius: radius) { fill(rectangle, color) }
    }
    let isWide = rectangle.width > rectangle.height
    let (first, middle, last) =
      isWide ? rectangle.columns(strip, strip) : rectangle.rows(strip, strip)
    let corners = graphene_size_t(width: Float(radius), height: Float(radius))
    let none = graphene_size_t()
    clipped(to: first, corners, isWide ? none : corners, none, isWide ? corners : none) {
      fill(first, color)
    }
    fill(middle, color)
    clipped(to: last, none, isWide ? corners : none, corners, isWide ? none : corners) {
      fill(last, color)
    }
  }

  /// Draws a border of `width` pixels inside the rectangle.
  public func stroke(_ rectangle: Rectangle, radius: Double, width: Double, _ color: Color) {
    var outline = GskRoundedRect()
    var bounds = rectangle.graphene
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
    let widths = [Float](repeating: Float(width), count: 4)
    let colors = [GdkRGBA](repeating: color.gdk, count: 4)
    gtk_snapshot_append_border(raw, &outline, widths, colors)
  }

  /// Draws lines through `points` with round ends and corners. `bounds` holds all of it.
  public func stroke(
    _ strokes: [[(x: Double, y: Double)]], width: Double, _ color: Color, in bounds: Rectangle
  ) {
    var bounds = bounds.graphene
    guard let cairo = gtk_snapshot_append_cairo(raw, &bounds) else { return }
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    for points in strokes {
      for (index, point) in points.enumerated() {
        if index == 0 {
          cairo_move_to(cairo, point.x, point.y)
        } else {
          cairo_line_to(cairo, point.x, point.y)
        }
      }
    }
    cairo_stroke(cairo)
  }

  /// Draws `body` cut at a rounded rectangle.
  public func clipped(to rectangle: Rectangle, radius: Double, _ body: () -> Void) {
    var outline = GskRoundedRect()
    var bounds = rectangle.graphene
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
    gtk_snapshot_push_rounded_clip(raw, &outline)
    body()
    gtk_snapshot_pop(raw)
  }

  /// The same with a radius for each corner.
  private func clipped(
    to rectangle: Rectangle, _ topLeft: graphene_size_t, _ topRight: graphene_size_t,
    _ bottomRight: graphene_size_t, _ bottomLeft: graphene_size_t, _ body: () -> Void
  ) {
    var outline = GskRoundedRect()
    var bounds = rectangle.graphene
    var corners = (topLeft, topRight, bottomRight, bottomLeft)
    _ = gsk_rounded_rect_init(
      &outline, &bounds, &corners.0, &corners.1, &corners.2, &corners.3)
    gtk_snapshot_push_rounded_clip(raw, &outline)
    body()
    gtk_snapshot_pop(raw)
  }

  public func translated(x: Double, y: Double, _ body: () -> Void) {
    gtk_snapshot_save(raw)
    var point = graphene_point_t(x: Float(x), y: Float(y))
    gtk_snapshot_translate(raw, &point)
    body()
    gtk_snapshot_restore(raw)
  }

  public func faded(_ opacity: Double, _ body: () -> Void) {
    gtk_snapshot_push_opacity(raw, opacity)
    body()
    gtk_snapshot_pop(raw)
  }

  /// Draws laid-out text with its top left corner at the origin.
  public func draw(_ layout: TextLayout, _ color: Color) {
    var color = color.gdk
    gtk_snapshot_append_layout(raw, layout.pointer(), &color)
  }
}

extension Rectangle {
  /// Cuts off a strip at the left and one at the right.
  fileprivate func columns(_ left: Int, _ right: Int) -> (Rectangle, Rectangle, Rectangle) {
    var (first, middle, last) = (self, self, self)
    (first.width, last.width) = (left, right)
    (middle.x, middle.width) = (x + left, width - left - right)
    last.x = x + width - right
    return (first, middle, last)
  }

  /// Cuts off a strip at the top and one at the bottom.
  fileprivate func rows(_ top: Int, _ bottom: Int) -> (Rectangle, Rectangle, Rectangle) {
    var (first, middle, last) = (self, self, self)
    (first.height, last.height) = (top, bottom)
    (middle.y, middle.height) = (y + top, height - top - bottom)
    last.y = y + height - bottom
    return (first, middle, last)
  }

  var graphene: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

extension Snapshot {
  /// Draws a line through `points` with round ends and corners.
  public func stroke(
    _ points: [(x: Double, y: Double)], width: Double, in bounds: Rectangle, _ color: Color
  ) {
    guard let first = points.first else { return }
    var area = bounds.graphene
    guard let cairo = gtk_snapshot_append_cairo(raw, &area) else { return }
    defer { cairo_destroy(cairo) }
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
    cairo_set_line_width(cairo, width)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_move_to(cairo, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(cairo, point.x, point.y) }
    cairo_stroke(cairo)
  }
}
