// SPDX-License-Identifier: MIT

/// Distances in pixels, in proportion to the font so that everything scales with it.
nonisolated struct BubbleMetrics: Hashable, Sendable {
  /// 1 at the size the design was drawn at: a line of 20 pixels.
  let scale: Double

  /// - Parameter lineHeight: pixels of one line of text in the list's font.
  init(lineHeight: Int) { scale = min(max(Double(lineHeight) / 20, 0.75), 4) }

  private func px(_ value: Double) -> Int { Int((value * scale).rounded()) }

  /// Between the bubbles of a group, and between groups.
  var gapInGroup: Int { px(2) }
  var gapBetweenGroups: Int { px(12) }
  /// From the edges of the list.
  var margin: Int { px(12) }
  /// Left free on the side of the other one, so that it is seen whose words these are.
  var freeSide: Int { px(48) }
  var maximumWidth: Int { px(560) }
  /// Of a list on a wide screen: both sides of a conversation are in view at once.
  var columnWidth: Int { px(800) }
  var paddingX: Int { px(12) }
  var paddingY: Int { px(8) }
  var radius: Int { px(18) }
  var avatar: Int { px(30) }
  /// Between a picture and its bubble.
  var avatarGap: Int { px(10) }
  /// Between the last line of the text and the time beside it.
  var metaGap: Int { px(8) }
  /// How much lower than the text's baseline the time stands.
  var metaDrop: Int { px(2) }
  /// The marks of delivery.
  var mark: Int { px(14) }
  var markGap: Int { px(3) }
  /// Between the name and the bubble.
  var nameGap: Int { px(2) }

  // The quote of an answered message.
  /// How much further than the text it reaches towards the edges of the bubble.
  var quoteOutdent: Int { px(4) }
  var quoteBar: Int { px(3) }
  var quotePaddingX: Int { px(8) }
  var quotePaddingY: Int { px(4) }
  var quoteRadius: Int { px(10) }
  /// Between the quote and the text.
  var quoteGap: Int { px(6) }

  // The chips of reactions.
  var chipPaddingX: Int { px(9) }
  var chipPaddingY: Int { px(3) }
  var chipWidth: Int { px(34) }
  var chipGap: Int { px(4) }
  /// How far they stand over the edge of the bubble.
  var chipOverlap: Int { px(4) }

  /// Of names and times, in proportion to the text.
  static let smallScale = 0.83
  /// Of times within the bubble.
  static let dimmed = 0.72
}
