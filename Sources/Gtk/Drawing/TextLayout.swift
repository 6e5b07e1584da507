// SPDX-License-Identifier: MIT
import CGtk

/// A PangoLayout: text laid out in the font of a widget. Places in the text are UTF-8 bytes.
public final class TextLayout: Object {
  public init(for widget: Widget, text: String = "") {
    super.init(
      adopting: UnsafeMutableRawPointer(gtk_widget_create_pango_layout(widget.widget, nil)))
    self.text = text
  }

  private var layout: OpaquePointer { pointer() }

  public var text: String {
    get { pango_layout_get_text(layout).map { String(cString: $0) } ?? "" }
    set {
      pango_layout_set_text(layout, newValue, gint(clamping: newValue.utf8.count))
      unbrokenWidth = nil
    }
  }

  public func setAttributes(_ attributes: TextAttributes?) {
    pango_layout_set_attributes(layout, attributes?.list)
    unbrokenWidth = nil
  }

  /// Breaks lines at `width` pixels, within words where they are longer; nil never breaks.
  public func wrap(at width: Int?) {
    pango_layout_set_width(layout, width.map { gint(clamping: $0 * Int(PANGO_SCALE)) } ?? -1)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
  }

  /// Cuts with an ellipsis what is longer than the width set by ``wrap(at:)``.
  public func ellipsize() { pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END) }

  /// How wide the text is where nothing breaks or cuts it; nil until it is asked for.
  private var unbrokenWidth: Int?

  /// Makes it as wide as its text, at most `room` pixels, so that it can stand at either side of the
  /// room whichever way the text is read.
  ///
  /// - Returns: The width.
  public func fit(in room: Int) -> Int {
    if unbrokenWidth == nil {
      wrap(at: nil)
      unbrokenWidth = size.width
    }
    let width = max(min(unbrokenWidth ?? room, room), 0)
    wrap(at: width)
    return width
  }

  /// Where lines stand in the width set by ``wrap(at:)``.
  public enum Alignment {
    /// Each paragraph at the side where its own language begins, as in a text view.
    case start
    case center
  }

  public func align(_ alignment: Alignment) {
    // Pango turns the side around for a paragraph that runs against the interface
    // (`pango_layout_set_alignment`).
    let isMirrored =
      pango_context_get_base_dir(pango_layout_get_context(layout)) == PANGO_DIRECTION_RTL
    let start = isMirrored ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
    pango_layout_set_alignment(layout, alignment == .center ? PANGO_ALIGN_CENTER : start)
  }

  /// Pixels between two lines beyond the font's own.
  public func setLineSpacing(_ pixels: Int) {
    pango_layout_set_spacing(layout, gint(clamping: pixels * Int(PANGO_SCALE)))
  }

  // MARK: Size

  /// Its logical size in pixels.
  public var size: (width: Int, height: Int) {
    var width: gint = 0
    var height: gint = 0
    pango_layout_get_pixel_size(layout, &width, &height)
    return (Int(width), Int(height))
  }

  /// Its logical height in pixels, not rounded.
  public var exactHeight: Double {
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, nil, &logical)
    return Double(logical.height) / Double(PANGO_SCALE)
  }

  public var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

  /// Pixels from the top to the baseline of the first line.
  public var baseline: Int { Int(pango_layout_get_baseline(layout)) / Int(PANGO_SCALE) }

  /// One line as it was broken.
  public struct Line {
    /// The logical rectangle in pixels.
    public var rectangle: Rectangle
    /// Pixels from the top of the layout to the baseline.
    public var baseline: Int
    /// The bytes it shows; a line break at its end is not among them.
    public var range: Range<Int>
    public var isRightToLeft: Bool
  }

  /// Its lines, first to last.
  public var lines: [Line] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var lines: [Line] = []
    repeat {
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      guard let line = pango_layout_iter_get_line_readonly(iterator)?.pointee else { continue }
      lines.append(
        Line(
          rectangle: Rectangle(pango: logical),
          baseline: Int(pango_layout_iter_get_baseline(iterator)) / Int(PANGO_SCALE),
          range: Int(line.start_index)..<Int(line.start_index + line.length),
          isRightToLeft: PangoDirection(rawValue: line.resolved_dir) == PANGO_DIRECTION_RTL))
    } while pango_layout_iter_next_line(iterator) != 0
    return lines
  }

  // MARK: Places

  /// The byte at a point in pixels, rounded to the nearer side of the character there, and whether
  /// the point is on text at all.
  public func index(x: Int, y: Int) -> (byte: Int, isInside: Bool) {
    var index: gint = 0
    var trailing: gint = 0
    let scale = Int(PANGO_SCALE)
    let inside = pango_layout_xy_to_index(
      layout, gint(clamping: x * scale), gint(clamping: y * scale), &index, &trailing)
    guard trailing > 0, let text = pango_layout_get_text(layout) else {
      return (Int(index), inside != 0)
    }
    // `trailing` counts the scalars of the grapheme that was hit.
    let end = g_utf8_offset_to_pointer(text + Int(index), glong(trailing))
    return (end.map { UnsafePointer($0) - text } ?? Int(index), inside != 0)
  }

  /// The rectangle of the character that begins at `byte`, or of a caret at the end of the text.
  public func rectangle(at byte: Int) -> Rectangle {
    var position = PangoRectangle()
    pango_layout_index_to_pos(layout, gint(clamping: byte), &position)
    return Rectangle(pango: position)
  }

  /// What a selection of `range` covers: a rectangle or more for each line, as high as the line.
  public func rectangles(of range: Range<Int>) -> [Rectangle] {
    guard !range.isEmpty, let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var rectangles: [Rectangle] = []
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      let start = Int(line.pointee.start_index)
      let part = range.clamped(to: start..<(start + Int(line.pointee.length)))
      guard !part.isEmpty else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      var edges: UnsafeMutablePointer<gint>?
      var count: gint = 0
      pango_layout_line_get_x_ranges(
        line, gint(clamping: part.lowerBound), gint(clamping: part.upperBound), &edges, &count)
      defer { g_free(edges) }
      // The ranges count from the left edge of the layout.
      for pair in 0..<Int(count) {
        guard let left = edges?[2 * pair], let right = edges?[2 * pair + 1] else { continue }
        rectangles.append(
          Rectangle(
            pango: PangoRectangle(
              x: left, y: logical.y, width: right - left, height: logical.height)))
      }
    } while pango_layout_iter_next_line(iterator) != 0
    return rectangles
  }

  /// The bytes of the word around `byte`; empty where there is none.
  public func word(at byte: Int) -> Range<Int> {
    var count: gint = 0
    guard let text = pango_layout_get_text(layout),
      let attributes = pango_layout_get_log_attrs_readonly(layout, &count)
    else { return byte..<byte }
    var offset = Int(g_utf8_pointer_to_offset(text, text + byte))
    offset = min(max(offset, 0), Int(count) - 1)
    var start = offset
    while start > 0, attributes[start].is_word_start == 0, attributes[start].is_word_end == 0 {
      start -= 1
    }
    var end = offset + 1
    while end < Int(count) - 1, attributes[end].is_word_end == 0, attributes[end].is_word_start == 0
    {
      end += 1
    }
    guard attributes[start].is_word_start != 0, end < Int(count) else { return byte..<byte }
    return bytes(text, start)..<bytes(text, end)
  }

  private func bytes(_ text: UnsafePointer<CChar>, _ offset: Int) -> Int {
    g_utf8_offset_to_pointer(text, glong(offset)).map { UnsafePointer($0) - text } ?? 0
  }
}

extension Rectangle {
  /// Rounded outwards to whole pixels.
  init(pango: PangoRectangle) {
    let scale = Int(PANGO_SCALE)
    // `width` is negative where text runs from right to left.
    let left = min(Int(pango.x), Int(pango.x) + Int(pango.width))
    let right = max(Int(pango.x), Int(pango.x) + Int(pango.width))
    let bottom = Int(pango.y) + Int(pango.height)
    func down(_ value: Int) -> Int { value >= 0 ? value / scale : -((scale - 1 - value) / scale) }
    func up(_ value: Int) -> Int { -down(-value) }
    self.init(
      x: down(left), y: down(Int(pango.y)), width: up(right) - down(left),
      height: up(bottom) - down(Int(pango.y)))
  }
}
