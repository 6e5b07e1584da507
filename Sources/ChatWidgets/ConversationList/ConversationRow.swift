// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// One row of the list of conversations: the picture, the name and the time, the last words or the
/// draft, and how much was not read.
///
/// It draws itself: five labels a row would cost more than all else in the window.
final class ConversationRow: WidgetState {
  /// What a row shows.
  struct Content: Equatable {
    var title = ""
    var initials = ""
    /// What the colour of the picture comes from.
    var colorKey = ""
    /// Stands in place of the initials.
    var picture: Texture?
    var time = ""
    var text = ""
    var isDraft = false
    /// "Draft:" in the user's language.
    var draftMark = ""
    var unread = ""
    var isMuted = false
    var isPinned = false

    /// What stands beside the last words, from the end.
    var marks: [ConversationMark] {
      (isPinned ? [.pinned] : []) + (isMuted ? [.muted] : [])
    }

    var isTitleAlone: Bool { text.isEmpty && unread.isEmpty && !isDraft }
  }

  var content = Content() {
    didSet { if content != oldValue { contentChanged() } }
  }
  var tint = Color(Tint.standard) {
    didSet { if tint != oldValue, hasWidget { widget.queueDraw() } }
  }

  /// Pixels.
  static var pictureSide: Int { Metrics.avatar }

  /// Pixels at the design's font size.
  private enum Metrics {
    static let margin = 8
    static let padding = 8
    static let radius = 10.0
    static let avatar = 40
    static let gap = 10
    static let lineGap = 2
    static let badge = 20
    static let badgePadding = 6
    static let mark = 15
    static let markGap = 4
  }

  /// Where the lines of a row begin, in pixels from its top.
  struct Lines {
    let title: Int
    let text: Int
    let badge: Int

    /// - Parameters:
    ///   - title: the height of the name and the time.
    ///   - text: that of the last words; nil when the name stands alone, in the middle.
    init(in height: Int, title titleHeight: Int, text textHeight: Int?) {
      // The count has room below the time even where the script of the last words is a low one.
      let second = textHeight.map { max($0, Metrics.badge) + Metrics.lineGap } ?? 0
      title = (height - titleHeight - second) / 2
      let top = title + titleHeight + Metrics.lineGap
      text = top + (second - Metrics.lineGap - (textHeight ?? 0)) / 2
      badge = top + (second - Metrics.lineGap - Metrics.badge) / 2
    }
  }

  private var layouts: Layouts?

  /// The texts, laid out.
  private struct Layouts {
    var title, time, text, initials, badge: TextLayout
    var draftMark: TextLayout
  }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    SizeRequest(minimum: 0, natural: 0)
  }

  override func styleChanged() { contentChanged() }
  override func systemSettingsChanged() { contentChanged() }

  private func contentChanged() {
    layouts = nil
    guard hasWidget else { return }
    widget.queueDraw()
  }

  private func layOut() -> Layouts {
    if let layouts { return layouts }
    let widget = widget
    func layout(_ text: String, _ styles: TextAttributes.Style...) -> TextLayout {
      let layout = TextLayout(for: widget, text: text)
      let attributes = TextAttributes()
      for style in styles { attributes.add(style) }
      layout.setAttributes(attributes)
      layout.ellipsize()
      return layout
    }
    let made = Layouts(
      title: layout(content.title, .weight(600)),
      time: layout(content.time, .scale(BubbleMetrics.smallScale), .tabularFigures),
      text: layout(content.text, .scale(0.92)),
      initials: layout(content.initials, .weight(600)),
      badge: layout(content.unread, .scale(0.78), .weight(700), .tabularFigures),
      draftMark: layout(content.isDraft ? content.draftMark : "", .scale(0.92), .weight(600)))
    layouts = made
    return made
  }

  override func snapshot(_ snapshot: Snapshot) {
    let widget = widget
    let (width, height) = (widget.width, widget.height)
    let isMirrored = widget.isRightToLeft
    /// A rectangle that is given from the start side.
    func place(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Rectangle {
      Rectangle(
        x: isMirrored ? widget.width - x - width : x, y: y, width: width, height: height)
    }
    let foreground = widget.foreground
    let dimmed = foreground.opacity(BubbleMetrics.dimmed)
    let accent = Color(Tint(tint).shaded())

    let ground = Rectangle(
      x: Metrics.margin, y: 2, width: width - 2 * Metrics.margin, height: height - 4)
    if widget.hasStyle("selected") {
      snapshot.fill(ground, radius: Metrics.radius, foreground.opacity(Self.selectedShare))
    }

    let layouts = layOut()
    let start = Metrics.margin + Metrics.padding
    let end = width - Metrics.margin - Metrics.padding
    let avatar = place(start, (height - Metrics.avatar) / 2, Metrics.avatar, Metrics.avatar)
    if let picture = content.picture {
      snapshot.draw(picture, asDiscIn: avatar)
    } else {
      let fill = ConsistentColor.color(for: content.colorKey)
      snapshot.fill(avatar, radius: Double(Metrics.avatar) / 2, Color(fill))
      draw(layouts.initials, centeredIn: avatar, Color(fill.glyph), snapshot)
    }

    let textStart = start + Metrics.avatar + Metrics.gap
    let time = layouts.time.size
    let titleHeight = layouts.title.size.height
    let lines = Lines(
      in: height, title: titleHeight,
      text: content.isTitleAlone ? nil : layouts.text.size.height)
    let top = lines.title
    draw(
      layouts.time,
      place(
        end - time.width, top + layouts.title.baseline - layouts.time.baseline, time.width,
        time.height), dimmed, snapshot)
    let side = max(Metrics.mark, Int(Double(layouts.time.size.height) * 0.9))
    let marksWidth = content.marks.count * (side + Metrics.markGap)
    // With a name alone they stand beside it.
    let besideTitle = time.width + (content.isTitleAlone ? marksWidth : 0) + Metrics.gap
    let titleWidth = max(0, end - besideTitle - textStart)
    draw(layouts.title, place(textStart, top, titleWidth, titleHeight), foreground, snapshot)

    var textEnd = end
    if !content.unread.isEmpty {
      let size = layouts.badge.size
      // Large text has a large count.
      let badgeHeight = max(Metrics.badge, size.height + Metrics.lineGap)
      let badgeWidth = max(badgeHeight, size.width + 2 * Metrics.badgePadding)
      let badge = place(
        end - badgeWidth, lines.badge + (Metrics.badge - badgeHeight) / 2, badgeWidth, badgeHeight)
      let badgeColor = content.isMuted ? foreground.opacity(0.3) : accent
      snapshot.fill(badge, radius: Double(badgeHeight) / 2, badgeColor)
      draw(
        layouts.badge, centeredIn: badge,
        content.isMuted ? foreground : Color(Tint(accent).glyph), snapshot)
      textEnd -= badgeWidth + Metrics.gap
    }
    let marksTop =
      content.isTitleAlone ? (height - side) / 2 : lines.badge + (Metrics.badge - side) / 2
    for mark in content.marks {
      mark.draw(
        snapshot, in: place(textEnd - side, marksTop, side, side), dimmed,
        on: pane(under: foreground))
      textEnd -= side + Metrics.markGap
    }
    var textX = textStart
    if content.isDraft {
      let size = layouts.draftMark.size
      draw(
        layouts.draftMark,
        place(
          textX, lines.text + layouts.text.baseline - layouts.draftMark.baseline, size.width,
          size.height),
        tint.readable(on: pane(under: foreground), ratio: 4.5), snapshot)
      textX += size.width + 4
    }
    draw(
      layouts.text,
      place(textX, lines.text, max(0, textEnd - textX), layouts.text.size.height), dimmed, snapshot)
  }

  /// What the texts stand on.
  private func pane(under foreground: Color) -> Color {
    let pane = widget.namedColor("theme_bg_color") ?? Color(Tint(foreground).glyph)
    return widget.hasStyle("selected") ? pane.mixed(with: foreground, Self.selectedShare) : pane
  }

  private static let selectedShare = 0.1

  /// Draws a text at the start of its place, cut where that ends.
  private func draw(
    _ layout: TextLayout, _ place: Rectangle, _ color: Color, _ snapshot: Snapshot
  ) {
    let width = layout.fit(in: place.width)
    let x = widget.isRightToLeft ? place.x + place.width - width : place.x
    snapshot.translated(x: Double(x), y: Double(place.y)) { snapshot.draw(layout, color) }
  }

  private func draw(
    _ layout: TextLayout, centeredIn box: Rectangle, _ color: Color, _ snapshot: Snapshot
  ) {
    let size = layout.size
    snapshot.translated(
      x: Double(box.x + (box.width - size.width) / 2),
      y: Double(box.y + (box.height - size.height) / 2)
    ) { snapshot.draw(layout, color) }
  }
}
