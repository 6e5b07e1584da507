// SPDX-License-Identifier: MIT
import ChatCore

/// Conversations for measuring and looking at, the same each time.
enum ListSamples {
  static let texts = [
    "Did you try the new build?",
    "The list does not jump any more, whatever I do to the window. How?",
    "Yep. Every layout starts from the row you read.",
    "So nothing above or below can push it.",
    "Lunch at one? I found the place with the blue door:\nhttps://example.org/blue-door",
    "👍",
    "OK",
    "שלום, מה שלומך היום? נפגשים בצהריים ליד הדלת הכחולה.",
    "Yes! I will bring the sketches, and maybe the prototype. There is one thing left that I want to "
      + "try before we show it to anybody: whether it holds when a very long message wraps over many "
      + "lines in a narrow window, with the time on a line of its own or beside the last one.",
    "First\nSecond\nThird\nFourth",
  ]

  static let people = [
    Sender.me, .other(address: "ada@example.org", name: "Ada"),
    .other(address: "kenji@example.org", name: "Kenji"),
  ]

  /// Cheap and without state, so that a million can be made in no time.
  static func message(_ index: Int, time: Timestamp) -> Message {
    var hash = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    let run = UInt64(truncatingIfNeeded: index / 3) &* 0xBF58_476D_1CE4_E5B9
    let sender = people[Int((run >> 40) % 5) % 3]
    return Message(
      id: MessageID(rawValue: Int64(index) + 1), conversation: ConversationID(rawValue: 1),
      position: MessagePosition(rawValue: Int64(index) << 10), sender: sender,
      body: texts[Int((hash >> 33) % UInt64(texts.count))], time: time,
      delivery: sender.isMe ? [.read, .delivered, .sent, .queued][Int(hash >> 60) % 4] : .received)
  }

  /// `count` messages, the last one at `end`.
  static func conversation(_ count: Int, from end: Timestamp) -> [Message] {
    (0..<count).map { index in
      let minutes = Int64(count - 1 - index) * 4
      return message(
        index, time: Timestamp(microseconds: end.microseconds - minutes * 60_000_000))
    }
  }
}
