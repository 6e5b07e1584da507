// SPDX-License-Identifier: MIT
import CGtk

/// The lines that a text view shows, as it breaks them: not the paragraphs of its buffer.
extension TextView {
  /// The first lines on the screen.
  public struct Lines: Equatable {
    public var count = 0
    /// Whether these are all lines that the text has.
    public var isAll = true
    /// The pixels from the top of the first line to the bottom of the last.
    public var height = 0
  }

  /// Lays out as many paragraphs as it takes to know the first `limit` lines at the width that the
  /// view had at its last allocation, however far GTK has come with laying the text out: it does so
  /// bit by bit, and knows the heights of paragraphs only then.
  ///
  /// The height is exact but for tags that change the height of a line.
  public func firstLines(_ limit: Int) -> Lines {
    var lines = Lines()
    var start = buffer.iterator(0)
    // GTK rounds the height of each paragraph.
    var paragraph = 0.0
    while lines.count < limit {
      var next = start
      let hasNext = moveToNextLine(&next)
      paragraph += height(from: &start, to: &next)
      lines.count += 1
      if !hasNext || gtk_text_iter_starts_line(&next) != 0 {
        lines.height += Int(paragraph.rounded())
        paragraph = 0
      }
      guard hasNext else { return lines }
      start = next
    }
    lines.height += Int(paragraph.rounded())
    lines.isAll = false
    return lines
  }

  /// Lays out every line that there is room for now. GTK does so when the text changes or scrolls; what
  /// comes into view by a new size it leaves for when it has nothing else to do, and paints it, and
  /// counts it in its height, only then.
  public func layOutVisibleLines() {
    // There is no call for it, but a text view does it whenever its adjustment tells of a new value.
    if let adjustment = gtk_scrollable_get_vadjustment(pointer()) {
      martlet_emit(UnsafeMutableRawPointer(adjustment), "value-changed")
    }
  }

  /// The height of one line: GTK only tells that of the character at its start, which a larger one
  /// further on may surpass.
  private func height(from start: inout GtkTextIter, to end: inout GtkTextIter) -> Double {
    let text = gtk_text_iter_get_slice(&start, &end)
    defer { g_free(text) }
    let line = text.map { String(cString: $0) } ?? ""
    return TextLayout(
      for: self, text: line.last?.isNewline ?? false ? String(line.dropLast()) : line
    )
    .exactHeight
  }

  /// Moves the start of a line to the start of the next. GTK's result is false both at the end and
  /// when the next line is the empty one after a final line break.
  private func moveToNextLine(_ line: inout GtkTextIter) -> Bool {
    let paragraph = gtk_text_iter_get_line(&line)
    if gtk_text_view_forward_display_line(pointer(), &line) != 0 { return true }
    return gtk_text_iter_get_line(&line) > paragraph
  }
}
