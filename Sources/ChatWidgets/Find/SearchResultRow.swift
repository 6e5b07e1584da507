// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// A message that was found: where it stands and when it was written, and above all its words.
final class SearchResultRow: WidgetState {
  struct Content: Equatable {
    var title = ""
    var time = ""
    /// With a colon behind it; empty where it is clear who wrote.
    var sender = ""
    var snippet = SearchSnippet.empty
  }

  var content = Content() {
    didSet { if content != oldValue { contentChanged() } }
  }

  private enum Metrics {
    static let margin = 8
    static let padding = 10
    static let radius = 10.0
    static let gap = 10
    static let lineGap = 3
  }

  private var layouts: (title: TextLayout, time: TextLayout, text: TextLayout)?

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    SizeRequest(minimum: 0, natural: 0)
  }

  override func styleChanged() { contentChanged() }
  override func systemSettingsChanged() { contentChanged() }

  private func contentChanged() {
    layouts = nil
    if hasWidget { widget.queueDraw() }
  }

  private func layOut() -> (title: TextLayout, time: TextLayout, text: TextLayout) {
    if let layouts { return layouts }
    func layout(_ text: String, _ attributes: TextAttributes) -> TextLayout {
      let layout = TextLayout(for: widget, text: text)
      layout.setAttributes(attributes)
      layout.ellipsize()
      return layout
    }
    let name = TextAttributes()
    name.add(.weight(600))
    let small = TextAttributes()
    small.add(.scale(BubbleMetrics.smallScale))
    small.add(.tabularFigures)
    let words = TextAttributes()
    words.add(.scale(0.92))
    let start = content.sender.utf8.count
    for hit in content.snippet.hits {
      let range = start + hit.lowerBound..<start + hit.upperBound
      words.add(.background(HitColors.ground), range)
      words.add(.foreground(HitColors.text), range)
      words.add(.weight(600), range)
    }
    let made = (
      title: layout(content.title, name), time: layout(content.time, small),
      text: layout(content.sender + content.snippet.text, words)
    )
    layouts = made
    return made
  }

  override func snapshot(_ snapshot: Snapshot) {
    let (width, height) = (widget.width, widget.height)
    let isMirrored = widget.isRightToLeft
    func draw(_ layout: TextLayout, x: Int, y: Int, width room: Int, _ color: Color) {
      let own = layout.fit(in: room)
      let x = isMirrored ? width - x - own : x
      snapshot.translated(x: Double(x), y: Double(y)) { snapshot.draw(layout, color) }
    }
    let foreground = widget.foreground
    let dimmed = foreground.opacity(BubbleMetrics.dimmed)
    if widget.hasStyle("selected") {
      let ground = Rectangle(
        x: Metrics.margin, y: 2, width: width - 2 * Metrics.margin, height: height - 4)
      snapshot.fill(ground, radius: Metrics.radius, foreground.opacity(0.1))
    }
    let (title, time, text) = layOut()
    let start = Metrics.margin + Metrics.padding
    let room = max(0, width - 2 * start)
    let titleHeight = title.size.height
    let top = (height - titleHeight - text.size.height - Metrics.lineGap) / 2
    let timeWidth = time.size.width
    draw(
      time, x: start + room - timeWidth, y: top + title.baseline - time.baseline,
      width: timeWidth, dimmed)
    draw(
      title, x: start, y: top, width: max(0, room - timeWidth - Metrics.gap), foreground)
    draw(text, x: start, y: top + titleHeight + Metrics.lineGap, width: room, foreground)
  }
}

/// How hits are marked: dark on yellow, as with a felt pen, on every ground and in every theme.
enum HitColors {
  static let ground = Color(red: 0.976, green: 0.831, blue: 0.361)
  static let text = Color(red: 0.12, green: 0.1, blue: 0.02)
}
