// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// One message on the screen: name, picture, bubble, text, time and marks, drawn by itself.
///
/// Text is laid out with Pango directly: a label would cost a widget more and measure each text
/// several times, and selection could not go on from one message into the next.
final class BubbleState: RowState {
  private(set) var content: BubbleContent?
  private var style: ListStyle?
  private var metrics = BubbleMetrics(lineHeight: 20)

  private var text: TextLayout?
  private var meta: TextLayout?
  private var name: TextLayout?
  private var initials: TextLayout?
  private var parts = BubbleGeometry.Parts()
  private(set) var geometry: BubbleGeometry?
  private var width = -1

  // MARK: Content

  override func show(_ row: TimelineRow, _ style: ListStyle) {
    guard case .message(let message, let group) = row else { return }
    show(BubbleContent(message, group, style), style)
  }

  func show(_ content: BubbleContent, _ style: ListStyle) {
    var content = content
    content.shape.isRightToLeft = widget.isRightToLeft
    self.style = style
    guard content != self.content else {
      widget.queueDraw()
      return
    }
    self.content = content
    widget.setAccessibleLabel(content.spoken)
    widget.setAccessibleDescription(content.spokenDetails)
    layOutAgain()
  }

  override func layOutAgain() {
    (text, meta, name, initials) = (nil, nil, nil, nil)
    width = -1
    geometry = nil
    content?.shape.isRightToLeft = widget.isRightToLeft
    widget.queueDraw()
  }

  // MARK: Size

  override func height(for width: Int) -> Int {
    layOut(width)
    return geometry?.height ?? 1
  }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    if isListRow { return SizeRequest(minimum: 0, natural: 0) }
    if orientation == .horizontal {
      return SizeRequest(minimum: 2 * metrics.freeSide, natural: metrics.maximumWidth)
    }
    let height = height(for: size > 0 ? size : metrics.maximumWidth)
    return SizeRequest(minimum: height, natural: height)
  }

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func allocate(width: Int, height: Int, baseline: Int) { layOut(width) }

  private func layOut(_ width: Int) {
    guard let content, width != self.width || geometry == nil else { return }
    self.width = width
    let text = text ?? makeLayouts(content)
    let limit = BubbleGeometry.textWidth(row: width, content.shape, metrics)
    text.wrap(at: limit)
    var lines = text.lines
    let textWidth = lines.map(\.rectangle.width).max() ?? 0
    if lines.contains(where: { $0.rectangle.x > 0 }) {
      // Lines from right to left stand at the end of the width; make that the end of the text.
      text.wrap(at: textWidth)
      lines = text.lines
    }
    parts.textWidth = textWidth
    parts.textHeight = text.size.height
    parts.lastLineWidth = lines.last?.rectangle.width ?? 0
    parts.lastBaseline = lines.last?.baseline ?? 0
    parts.lastLineEndsAtStart =
      lines.last.map { $0.isRightToLeft != content.shape.isRightToLeft } ?? false
    name?.wrap(at: limit)
    geometry = BubbleGeometry(width: width, parts, content.shape, metrics)
  }

  private func makeLayouts(_ content: BubbleContent) -> TextLayout {
    let text = TextLayout(for: widget, text: content.text)
    let probe = TextLayout(for: widget, text: "X")
    metrics = BubbleMetrics(lineHeight: probe.size.height)
    parts = BubbleGeometry.Parts()
    if content.shape.isBare {
      let attributes = TextAttributes()
      attributes.add(.scale(2.6))
      text.setAttributes(attributes)
    }
    self.text = text
    if !content.meta.isEmpty || content.mark != nil {
      let meta = small(content.meta, .tabularFigures)
      self.meta = meta
      let size = meta.size
      parts.metaWidth = size.width
      if let mark = content.mark {
        parts.metaWidth += metrics.markGap + Int((Double(metrics.mark) * mark.aspect).rounded(.up))
      }
      parts.metaHeight = max(size.height, metrics.mark)
      parts.metaBaseline = meta.baseline
    }
    if let shown = content.name {
      let name = small(shown, .weight(600))
      name.ellipsize()
      self.name = name
      parts.nameHeight = name.size.height
    }
    if let avatar = content.avatar { initials = small(avatar.initials, .weight(600)) }
    return text
  }

  private func small(_ text: String, _ style: TextAttributes.Style) -> TextLayout {
    let layout = TextLayout(for: widget, text: text)
    let attributes = TextAttributes()
    attributes.add(.scale(BubbleMetrics.smallScale))
    attributes.add(style)
    layout.setAttributes(attributes)
    return layout
  }

  // MARK: Drawing

  override func snapshot(_ snapshot: Snapshot) {
    layOut(widget.width)
    guard let content, let geometry, let style else { return }
    let colors = BubbleColors(content, style, foreground: widget.foreground)
    if let fill = colors.fill {
      snapshot.fill(geometry.bubble, radius: radius(of: geometry.bubble), fill)
    }
    if let border = colors.border {
      snapshot.stroke(geometry.bubble, radius: radius(of: geometry.bubble), width: 1, border)
    }
    if let name { draw(name, at: geometry.name, colors.name, snapshot) }
    if let text { draw(text, at: geometry.text, colors.text, snapshot) }
    drawMeta(content, geometry, colors, snapshot)
    if let box = geometry.avatar, let avatar = content.avatar, let initials {
      let fill = ConsistentColor.color(for: avatar.key)
      snapshot.fill(box, radius: Double(box.width) / 2, Color(fill))
      let size = initials.size
      let place = Rectangle(
        x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2,
        width: size.width, height: size.height)
      draw(initials, at: place, Color(fill.glyph), snapshot)
    }
    snapshotChildren(snapshot)
  }

  private func drawMeta(
    _ content: BubbleContent, _ geometry: BubbleGeometry, _ colors: BubbleColors,
    _ snapshot: Snapshot
  ) {
    guard let meta else { return }
    let size = meta.size
    var place = geometry.meta
    if let mark = content.mark {
      let width = Int((Double(metrics.mark) * mark.aspect).rounded(.up))
      let box = Rectangle(
        x: content.shape.isRightToLeft ? place.x : place.x + place.width - width,
        y: place.y + (size.height - metrics.mark) / 2, width: width, height: metrics.mark)
      mark.draw(snapshot, in: box, colors.meta, on: colors.ground)
      if content.shape.isRightToLeft { place.x += width + metrics.markGap }
    }
    draw(meta, at: place, colors.meta, snapshot)
  }

  private func draw(
    _ layout: TextLayout, at place: Rectangle, _ color: Color, _ snapshot: Snapshot
  ) {
    snapshot.translated(x: Double(place.x), y: Double(place.y)) { snapshot.draw(layout, color) }
  }

  private func radius(of bubble: Rectangle) -> Double {
    min(Double(metrics.radius), Double(bubble.height) / 2)
  }
}
