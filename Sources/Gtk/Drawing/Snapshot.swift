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
  /// What is clipped by a curve goes through a mask, pixel by pixel, which takes cairo several times
  /// as long as the path of a border that meets in the middle. Of that each line counts: the ones
  /// between the corners are filled as a rectangle.
  public func fill(_ rectangle: Rectangle, radius: Double, _ color: Color) {
    let radius = min(radius, Double(min(rectangle.width, rectangle.height)) / 2)
    let strip = Int(radius.rounded(.up))
    guard strip > 0 else { return fill(rectangle, color) }
    let round = graphene_size_t(width: Float(radius), height: Float(radius))
    let sharp = graphene_size_t()
    guard rectangle.height > 2 * strip else {
      return fill(rectangle, top: round, bottom: round, color)
    }
    var (top, middle, bottom) = (rectangle, rectangle, rectangle)
    (top.height, bottom.height) = (strip, strip)
    (middle.y, middle.height) = (rectangle.y + strip, rectangle.height - 2 * strip)
    bottom.y = rectangle.y + rectangle.height - strip
    fill(top, top: round, bottom: sharp, color)
    fill(middle, color)
    fill(bottom, top: sharp, bottom: round, color)
  }

  /// Fills a rectangle by a border as thick as it takes to leave nothing inside, its corners too.
  private func fill(
    _ rectangle: Rectangle, top: graphene_size_t, bottom: graphene_size_t, _ color: Color
  ) {
    var outline = GskRoundedRect()
    var bounds = rectangle.graphene
    var (top, bottom) = (top, bottom)
    _ = gsk_rounded_rect_init(&outline, &bounds, &top, &top, &bottom, &bottom)
    let thickness = max(
      Float(min(rectangle.width, rectangle.height)) / 2, top.width, bottom.width)
    append(outline, Double(thickness), color)
  }

  /// Draws a border of `width` pixels inside the rectangle.
  public func stroke(_ rectangle: Rectangle, radius: Double, width: Double, _ color: Color) {
    var outline = GskRoundedRect()
    var bounds = rectangle.graphene
    gsk_rounded_rect_init_from_rect(&outline, &bounds, Float(radius))
    append(outline, width, color)
  }

  private func append(_ outline: GskRoundedRect, _ width: Double, _ color: Color) {
    var outline = outline
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
