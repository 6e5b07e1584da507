// SPDX-License-Identifier: MIT
import ChatCore

/// What is selected: text from a place in one message to a place in the same or another one.
nonisolated struct ListSelection: Equatable {
  /// A place in the text of the message with this position, in UTF-8 bytes of what is shown.
  struct Point: Hashable, Comparable {
    var position: MessagePosition
    var byte: Int

    static func < (a: Self, b: Self) -> Bool {
      (a.position, a.byte) < (b.position, b.byte)
    }

    static func start(of message: Message) -> Point { Point(position: message.position, byte: 0) }
    static func end(of message: Message) -> Point {
      Point(position: message.position, byte: .max)
    }
  }

  /// How much a movement of the moving end takes along.
  enum Unit: Equatable { case character, word, message }

  /// Where it began: the piece that stays selected, whichever way it is extended.
  private var origin: Range<Point>
  /// Where it has been moved to.
  private var moving: Range<Point>
  let unit: Unit

  init(_ origin: Range<Point>, by unit: Unit) {
    (self.origin, self.moving, self.unit) = (origin, origin, unit)
  }

  /// All of a conversation.
  static let everything = ListSelection(
    Point(
      position: MessagePosition(rawValue: .min), byte: 0)..<Point(
        position: MessagePosition(rawValue: .max), byte: .max), by: .message)

  mutating func extend(to piece: Range<Point>) { moving = piece }

  var range: Range<Point> {
    min(origin.lowerBound, moving.lowerBound)..<max(origin.upperBound, moving.upperBound)
  }

  var isEmpty: Bool { range.isEmpty }

  /// The message whose text was last moved to.
  var movingPosition: MessagePosition {
    moving.lowerBound < origin.lowerBound ? moving.lowerBound.position : moving.upperBound.position
  }

  var isWithinOneMessage: Bool { range.lowerBound.position == range.upperBound.position }

  /// The bytes selected of a message whose shown text has `length`; nil when none are.
  func bytes(of position: MessagePosition, length: Int) -> Range<Int>? {
    let range = range
    guard position >= range.lowerBound.position, position <= range.upperBound.position else {
      return nil
    }
    let start = position == range.lowerBound.position ? min(range.lowerBound.byte, length) : 0
    let end = position == range.upperBound.position ? min(range.upperBound.byte, length) : length
    return start < end ? start..<end : nil
  }
}
