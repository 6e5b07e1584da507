// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// A row that is no message: a day, the unread line, a note, a gap in the history.
final class LineState: RowState {
  private enum Look {
    /// A capsule in the middle.
    case capsule
    /// A line across with the text in the middle, in the accent.
    case rule
    /// Dimmed text.
    case plain
  }

  private var text: TextLayout?
  private var shown = ""
  private var look = Look.plain
  private var style: ListStyle?
  private var metrics = BubbleMetrics(lineHeight: 20)
  private var box = Rectangle(x: 0, y: 0, width: 0, height: 0)
  private var width = -1
  private var total = 1

  override func show(_ row: TimelineRow, _ style: ListStyle) {
    let texts = style.texts
    self.style = style
    switch row {
    case .day(let day, _): (shown, look) = (texts.day(day), .capsule)
    case .unread: (shown, look) = (texts.unread, .rule)
    case .note(let message): (shown, look) = (message.body, .plain)
    case .gap: (shown, look) = (texts.gap, .plain)
    case .message: return
    }
    widget.setAccessibleLabel(shown)
    layOutAgain()
  }

  override func layOutAgain() {
    text = nil
    width = -1
    widget.queueDraw()
  }

  override func height(for width: Int) -> Int {
    layOut(width)
    return total
  }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    isListRow || orientation == .horizontal
      ? SizeRequest(minimum: 0, natural: 0)
      : SizeRequest(minimum: height(for: size), natural: height(for: size))
  }

  override func allocate(width: Int, height: Int, baseline: Int) { layOut(width) }

  private func layOut(_ width: Int) {
    guard width != self.width else { return }
    self.width = width
    let text = text ?? makeLayout()
    text.wrap(at: max(width - 2 * metrics.margin - 2 * metrics.paddingX, 1))
    // Wrapped once more at its own width, so that centred lines begin at the left edge.
    let natural = text.lines.map(\.rectangle.width).max() ?? 0
    text.wrap(at: natural)
    let size = text.size
    let inset = look == .capsule ? metrics.paddingY / 2 : metrics.gapInGroup
    box = Rectangle(
      x: (width - natural) / 2 - metrics.paddingX, y: metrics.gapBetweenGroups,
      width: natural + 2 * metrics.paddingX, height: size.height + 2 * inset)
    total = box.y + box.height
  }

  private func makeLayout() -> TextLayout {
    noteFont()
    metrics = BubbleMetrics(lineHeight: TextLayout(for: widget, text: "X").size.height)
    let text = TextLayout(for: widget, text: shown)
    let attributes = TextAttributes()
    attributes.add(.scale(BubbleMetrics.smallScale))
    if look != .plain { attributes.add(.weight(600)) }
    text.setAttributes(attributes)
    text.align(.center)
    self.text = text
    return text
  }

  override func snapshot(_ snapshot: Snapshot) {
    layOut(widget.width)
    guard let text, let style else { return }
    let foreground = widget.foreground
    var color = foreground.opacity(style.isHighContrast ? 1 : BubbleMetrics.dimmed)
    switch look {
    case .capsule:
      if style.isHighContrast {
        snapshot.stroke(box, radius: Double(box.height) / 2, width: 1, foreground)
      } else {
        snapshot.fill(box, radius: Double(box.height) / 2, foreground.opacity(0.08))
      }
    case .rule:
      color = style.accentText(on: foreground)
      let y = box.y + box.height / 2
      let line = color.opacity(style.isHighContrast ? 1 : 0.5)
      for (start, end) in [(metrics.margin, box.x), (box.x + box.width, width - metrics.margin)]
      where end > start {
        snapshot.fill(Rectangle(x: start, y: y, width: end - start, height: 1), line)
      }
    case .plain: break
    }
    let inset = (box.height - text.size.height) / 2
    snapshot.translated(x: Double(box.x + metrics.paddingX), y: Double(box.y + inset)) {
      snapshot.draw(text, color)
    }
  }
}
