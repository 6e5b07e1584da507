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
    var content = max(parts.textWidth, parts.buttonWidth)
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
    metaTop += bubbleTop + metrics.paddingY

    let bubbleWidth = content + 2 * metrics.paddingX
    let column = shape.hasAvatarColumn ? metrics.avatar + metrics.avatarGap : 0
    let x = shape.isMine ? width - metrics.margin - bubbleWidth : metrics.margin + column
    bubble = Rectangle(
      x: x, y: bubbleTop, width: bubbleWidth,
      height: contentHeight + 2 * metrics.paddingY)
    text = Rectangle(
      x: x + metrics.paddingX, y: bubbleTop + metrics.paddingY, width: parts.textWidth,
      height: parts.textHeight)
    if shape.isBare, shape.isMine { text.x = x + metrics.paddingX + content - parts.textWidth }
    meta = Rectangle(
      x: x + bubbleWidth - metrics.paddingX - parts.metaWidth, y: metaTop,
      width: parts.metaWidth, height: parts.metaHeight)
    name = Rectangle(
      x: x + metrics.paddingX, y: top, width: limit, height: parts.nameHeight)
    if parts.buttonHeight > 0 {
      button = Rectangle(
        x: text.x, y: text.y + parts.textHeight, width: parts.buttonWidth,
        height: parts.buttonHeight)
    }
    height = bubble.y + bubble.height
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
    button = button.map(mirrored)
    footer = footer.map(mirrored)
  }
}
