// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension BubbleState {
  func paint(_ snapshot: Snapshot) {
    guard let content, let geometry else { return }
    let base = widget.namedColor("theme_base_color")
    let colors = BubbleColors(content, style, foreground: widget.foreground, base: base)
    let radius = min(Double(metrics.radius), Double(geometry.bubble.height) / 2)
    if let fill = colors.fill { snapshot.fill(geometry.bubble, radius: radius, fill) }
    if let border = colors.border {
      snapshot.stroke(geometry.bubble, radius: radius, width: 1, border)
    }
    drawFlash(geometry, radius, snapshot)
    if let quote, let place = geometry.quote {
      quote.draw(
        snapshot, in: place, colors, isRightToLeft: content.shape.isRightToLeft)
    }
    if let name { draw(name, at: geometry.name, colors.name, snapshot) }
    if let text {
      drawSelection(text, geometry, colors, snapshot)
      draw(text, at: geometry.text, colors.text, snapshot)
      drawHits(text, geometry, snapshot)
    }
    drawMeta(content, geometry, colors, snapshot)
    drawAvatar(content, geometry, snapshot)
    reactions?.draw(
      snapshot, in: geometry.chips, style, foreground: widget.foreground,
      ground: base ?? colors.ground)
  }

  private func drawMeta(
    _ content: BubbleContent, _ geometry: BubbleGeometry, _ colors: BubbleColors,
    _ snapshot: Snapshot
  ) {
    guard let meta else { return }
    let size = meta.size
    var place = geometry.meta
    if let mark = content.mark {
      let width = width(of: mark)
      let box = Rectangle(
        x: content.shape.isRightToLeft ? place.x : place.x + place.width - width,
        y: place.y + (size.height - metrics.mark) / 2, width: width, height: metrics.mark)
      mark.draw(snapshot, in: box, colors.meta, on: colors.ground)
      if content.shape.isRightToLeft { place.x += width + metrics.markGap }
    }
    draw(meta, at: place, colors.meta, snapshot)
  }

  private func drawAvatar(
    _ content: BubbleContent, _ geometry: BubbleGeometry, _ snapshot: Snapshot
  ) {
    guard let box = geometry.avatar, let avatar = content.avatar, let initials else { return }
    if let picture = avatar.picture { return snapshot.draw(picture, asDiscIn: box) }
    let fill = ConsistentColor.color(for: avatar.key)
    snapshot.fill(box, radius: Double(box.width) / 2, Color(fill))
    let size = initials.size
    let place = Rectangle(
      x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2,
      width: size.width, height: size.height)
    draw(initials, at: place, Color(fill.glyph), snapshot)
  }

  private func drawSelection(
    _ text: TextLayout, _ geometry: BubbleGeometry, _ colors: BubbleColors, _ snapshot: Snapshot
  ) {
    guard let selection, !selection.isEmpty else { return }
    for part in text.rectangles(of: selection) {
      snapshot.fill(
        Rectangle(
          x: geometry.text.x + part.x, y: geometry.text.y + part.y, width: part.width,
          height: part.height), colors.selection)
    }
  }

  /// Over the text, so that its own colour stands on the mark's.
  private func drawHits(_ text: TextLayout, _ geometry: BubbleGeometry, _ snapshot: Snapshot) {
    guard style.finder != nil, content?.isDimmed == false else { return }
    for part in findHits().flatMap(text.rectangles) {
      let place = Rectangle(
        x: geometry.text.x + part.x, y: geometry.text.y + part.y, width: part.width,
        height: part.height)
      snapshot.clipped(to: place, radius: Self.hitRadius) {
        snapshot.fill(place, HitColors.ground)
        draw(text, at: geometry.text, HitColors.text, snapshot)
      }
    }
  }

  private static let hitRadius = 3.0

  private func drawFlash(_ geometry: BubbleGeometry, _ radius: Double, _ snapshot: Snapshot) {
    guard flash > 0 else { return }
    let ring = Double(metrics.gapInGroup)
    let color = style.accentText(on: widget.foreground).opacity(flash)
    let outer = Rectangle(
      x: geometry.bubble.x - metrics.gapInGroup, y: geometry.bubble.y - metrics.gapInGroup,
      width: geometry.bubble.width + 2 * metrics.gapInGroup,
      height: geometry.bubble.height + 2 * metrics.gapInGroup)
    snapshot.stroke(outer, radius: radius + ring, width: ring, color)
  }

  private func draw(
    _ layout: TextLayout, at place: Rectangle, _ color: Color, _ snapshot: Snapshot
  ) {
    snapshot.translated(x: Double(place.x), y: Double(place.y)) { snapshot.draw(layout, color) }
  }
}
