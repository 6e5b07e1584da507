// SPDX-License-Identifier: MIT
import CGtk

/// The lines that a text view shows, as it breaks them: not the paragraphs of its buffer.
extension TextView {
  /// The first lines on the screen.
  public struct Lines: Equatable {
    /// The pixels each of them is high, rounded.
    public var heights: [Int]
    /// Whether these are all lines that the text has.
    public var isAll: Bool
    /// The pixels from the top of the first line to the bottom of the last.
    public var height: Int
  }

  /// Lays out as many paragraphs as it takes to know the first `limit` lines at the width that the
  /// view had at its last allocation. Exact to one pixel for each paragraph, and independent of how
  /// far GTK has come with its own layout, which it does bit by bit.
  public func firstLines(_ limit: Int) -> Lines {
    var lines = Lines(heights: [], isAll: true, height: 0)
    var line = buffer.iterator(0)
    // The paragraph that is being added up: its first line's top and its last line's bottom. The
    // tops of paragraphs not laid out yet are wrong, but by the same amount within one paragraph.
    var paragraphTop = 0
    var paragraphBottom = 0
    while lines.heights.count < limit {
      let (top, height) = verticalExtent(&line)
      if gtk_text_iter_starts_line(&line) != 0 {
        lines.height += paragraphBottom - paragraphTop
        paragraphTop = top
      }
      paragraphBottom = top + height
      lines.heights.append(height)
      guard moveToNextLine(&line) else {
        lines.height += paragraphBottom - paragraphTop
        return lines
      }
    }
    lines.height += paragraphBottom - paragraphTop
    lines.isAll = false
    return lines
  }

  private func verticalExtent(_ line: inout GtkTextIter) -> (top: Int, height: Int) {
    var rectangle = GdkRectangle()
    gtk_text_view_get_iter_location(pointer(), &line, &rectangle)
    return (Int(rectangle.y), Int(rectangle.height))
  }

  /// Moves the start of a line to the start of the next. GTK's result is false both at the end and
  /// when the next line is the empty one after a final line break.
  private func moveToNextLine(_ line: inout GtkTextIter) -> Bool {
    let before = line
    if gtk_text_view_forward_display_line(pointer(), &line) != 0 { return true }
    return gtk_text_iter_get_line(&line) > gtk_text_iter_get_line([before])
  }
}
