// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension BubbleState {
  /// A place in the shown text.
  struct TextPlace: Equatable {
    /// UTF-8 offset.
    var byte: Int
    /// Whether a point was on the text itself.
    var isOnText: Bool
  }

  /// The place nearest to a point in the row.
  func textPlace(x: Int, y: Int) -> TextPlace {
    guard let text, let geometry else {
      return TextPlace(byte: 0, isOnText: false)
    }
    let localY = y - geometry.text.y
    // Above or below all lines means the start or the end, wherever the point is across.
    if localY < 0 { return TextPlace(byte: 0, isOnText: false) }
    if localY >= geometry.text.height {
      return TextPlace(byte: textLength, isOnText: false)
    }
    let hit = text.index(x: x - geometry.text.x, y: localY)
    return TextPlace(byte: hit.byte, isOnText: hit.isInside)
  }

  /// Where the first of what is looked for stands in the row.
  var firstHit: Rectangle? {
    guard let text, let geometry, let hit = findHits().first,
      let part = text.rectangles(of: hit).first
    else { return nil }
    return Rectangle(
      x: geometry.text.x + part.x, y: geometry.text.y + part.y, width: part.width,
      height: part.height)
  }

  /// What can be pressed in a bubble, apart from its text.
  enum Part: Equatable {
    /// The answered message.
    case quote(Reply)
    case reaction(BubbleReaction)
    /// "Edited": there is an earlier text.
    case edited
  }

  /// The part at a point in the row.
  func part(x: Int, y: Int) -> Part? {
    guard let content, let geometry else { return nil }
    for (chip, place) in zip(content.reactions, geometry.chips) where place.contains(x: x, y: y) {
      return .reaction(chip)
    }
    if let quote = content.quote, geometry.quote?.contains(x: x, y: y) == true {
      return .quote(quote.reply)
    }
    if content.isEdited, geometry.meta.contains(x: x, y: y) { return .edited }
    return nil
  }

  /// Bytes of the shown text.
  var textLength: Int { content?.text.shown.utf8.count ?? 0 }

  func link(at byte: Int) -> Link? {
    content?.text.links.first { $0.range.contains(byte) }
  }

  /// The word at a place.
  func word(at byte: Int) -> Range<Int> { text?.word(at: byte) ?? byte..<byte }
}

extension Rectangle {
  func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }
}
