// SPDX-License-Identifier: MIT
import Gtk

/// Where the parts of a bubble stand in its row, in pixels from the row's top left corner.
///
/// Computed for text that runs from left to right, then mirrored.
nonisolated struct BubbleGeometry: Equatable {
  /// What has been measured.
  struct Parts: Equatable {
    /// The size of the text as broken at ``textWidth(row:isMine:hasAvatar:metrics:)``.
    var textWidth = 0
    var textHeight = 0
    /// The width of the text's last line, and its baseline from the top of the text.
    var lastLineWidth = 0
    var lastBaseline = 0
    /// Whether the room beside the last line is on the side where the time stands.
    var lastLineEndsAtStart = false
    /// Time and marks; 0 where there are none.
    var metaWidth = 0
    var metaHeight = 0
    var metaBaseline = 0
    /// 0 where there is none.
    var nameHeight = 0
    /// The answered message above the text; 0 where there is none.
    var quoteWidth = 0
    var quoteHeight = 0
    /// The width of each chip below the bubble.
    var chips: [Int] = []
    var chipHeight = 0
    /// A button below the text, in the bubble.
    var buttonWidth = 0
    var buttonHeight = 0
    /// Sentences and buttons below the bubble.
    var footerHeight = 0
  }

  /// How the row looks, apart from its parts.
  struct Shape: Hashable {
    var isMine = false
    var isGroupStart = true
    /// Room for a picture beside the bubble, and whether there is one.
    var hasAvatarColumn = false
    var showsAvatar = false
    /// Large emoji stand without a bubble around them.
    var isBare = false
    var isRightToLeft = false
  }

  var height = 0
  var bubble = Rectangle(x: 0, y: 0, width: 0, height: 0)
  var text = Rectangle(x: 0, y: 0, width: 0, height: 0)
  var meta = Rectangle(x: 0, y: 0, width: 0, height: 0)
  var name = Rectangle(x: 0, y: 0, width: 0, height: 0)
  var avatar: Rectangle?
  var quote: Rectangle?
  var chips: [Rectangle] = []
  var button: Rectangle?
  var footer: Rectangle?

  /// The width at which the text is broken in a row `width` pixels wide.
  static func textWidth(row width: Int, _ shape: Shape, _ metrics: BubbleMetrics) -> Int {
    let column = shape.hasAvatarColumn ? metrics.avatar + metrics.avatarGap : 0
    let room = width - metrics.margin - column - metrics.freeSide
    let bubble = min(room, metrics.maximumWidth)
    return max(bubble - 2 * metrics.paddingX, metrics.freeSide)
  }

  init(width: Int, _ parts: Parts, _ shape: Shape, _ metrics: BubbleMetrics) {
    let limit = Self.textWidth(row: width, shape, metrics)
    let beside =
      parts.metaWidth > 0 && parts.buttonHeight == 0 && !parts.lastLineEndsAtStart && !shape.isBare
      && parts.lastLineWidth + metrics.metaGap + parts.metaWidth <= limit
    let outdent = metrics.quoteOutdent
    var content = max(parts.textWidth, parts.buttonWidth, parts.quoteWidth - 2 * outdent)
    content = max(
      content, parts.metaWidth + (beside ? parts.lastLineWidth + metrics.metaGap : 0))
    content = min(content, max(limit, parts.metaWidth))

    let top = shape.isGroupStart ? metrics.gapBetweenGroups : metrics.gapInGroup
    let nameSpace = parts.nameHeight > 0 ? parts.nameHeight + metrics.nameGap : 0
    let bubbleTop = top + nameSpace
    let baseline = parts.lastBaseline + metrics.metaDrop
    var metaTop = beside ? baseline - parts.metaBaseline : parts.textHeight + parts.buttonHeight
    var contentHeight = parts.textHeight + parts.buttonHeight
    if beside {
      contentHeight = max(contentHeight, metaTop + parts.metaHeight - metrics.metaDrop)
    } else if parts.metaWidth > 0 {
      contentHeight += parts.metaHeight
    }
    let quoteSpace = parts.quoteHeight > 0 ? parts.quoteHeight + metrics.quoteGap : 0
    contentHeight += quoteSpace
    let textTop = bubbleTop + metrics.paddingY + quoteSpace
    metaTop += textTop

    let bubbleWidth = content + 2 * metrics.paddingX
    let column = shape.hasAvatarColumn ? metrics.avatar + metrics.avatarGap : 0
    let x = shape.isMine ? width - metrics.margin - bubbleWidth : metrics.margin + column
    bubble = Rectangle(
      x: x, y: bubbleTop, width: bubbleWidth,
      height: contentHeight + 2 * metrics.paddingY)
    text = Rectangle(
      x: x + metrics.paddingX, y: textTop, width: parts.textWidth, height: parts.textHeight)
    if shape.isBare, shape.isMine { text.x = x + metrics.paddingX + content - parts.textWidth }
    meta = Rectangle(
      x: x + bubbleWidth - metrics.paddingX - parts.metaWidth, y: metaTop,
      width: parts.metaWidth, height: parts.metaHeight)
    name = Rectangle(
      x: x + metrics.paddingX, y: top, width: limit, height: parts.nameHeight)
    if parts.quoteHeight > 0 {
      quote = Rectangle(
        x: x + metrics.paddingX - outdent, y: bubbleTop + metrics.paddingY,
        width: content + 2 * outdent, height: parts.quoteHeight)
    }
    if parts.buttonHeight > 0 {
      button = Rectangle(
        x: text.x, y: text.y + parts.textHeight, width: parts.buttonWidth,
        height: parts.buttonHeight)
    }
    height = bubble.y + bubble.height
    placeChips(parts, shape, metrics, width: width)
    if parts.footerHeight > 0 {
      footer = Rectangle(
        x: metrics.margin, y: height, width: width - 2 * metrics.margin,
        height: parts.footerHeight)
      height += parts.footerHeight
    }
    if shape.showsAvatar {
      // Beside the first line, centred on it as long as the bubble is one line.
      avatar = Rectangle(
        x: metrics.margin,
        y: bubbleTop + max(0, min((bubble.height - metrics.avatar) / 2, metrics.gapInGroup * 2)),
        width: metrics.avatar, height: metrics.avatar)
    }
    if shape.isRightToLeft { mirror(width) }
  }

  /// Chips stand over the lower edge of the bubble, in as many lines as they need. They begin where
  /// the text does, away from the time; below a short bubble of mine they reach back towards the middle.
  private mutating func placeChips(
    _ parts: Parts, _ shape: Shape, _ metrics: BubbleMetrics, width: Int
  ) {
    guard !parts.chips.isEmpty else { return }
    let start = shape.isMine ? metrics.freeSide : bubble.x + metrics.paddingX
    let end = shape.isMine ? bubble.x + bubble.width - metrics.paddingX : width - metrics.margin
    var y = bubble.y + bubble.height - metrics.chipOverlap
    for line in Self.lines(parts.chips, gap: metrics.chipGap, in: end - start) {
      let wide = line.reduce(-metrics.chipGap) { $0 + $1 + metrics.chipGap }
      var x = max(min(bubble.x + metrics.paddingX, end - wide), start)
      for chip in line {
        chips.append(Rectangle(x: x, y: y, width: chip, height: parts.chipHeight))
        x += chip + metrics.chipGap
      }
      y += parts.chipHeight + metrics.chipGap
    }
    height = y - metrics.chipGap
  }

  /// Breaks a row of widths into lines of at most `limit`, each with one at least.
  private static func lines(_ widths: [Int], gap: Int, in limit: Int) -> [[Int]] {
    var lines: [[Int]] = []
    var used = 0
    for width in widths {
      if lines.isEmpty || used + gap + width > limit {
        lines.append([width])
        used = width
      } else {
        lines[lines.count - 1].append(width)
        used += gap + width
      }
    }
    return lines
  }

  private mutating func mirror(_ width: Int) {
    func mirrored(_ rectangle: Rectangle) -> Rectangle {
      var mirrored = rectangle
      mirrored.x = width - rectangle.x - rectangle.width
      return mirrored
    }
    bubble = mirrored(bubble)
    text = mirrored(text)
    meta = mirrored(meta)
    name = mirrored(name)
    avatar = avatar.map(mirrored)
    quote = quote.map(mirrored)
    chips = chips.map(mirrored)
    button = button.map(mirrored)
    footer = footer.map(mirrored)
  }
}
