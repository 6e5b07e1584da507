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
    "Yes! I will bring the sketches, and *maybe* the prototype. There is one thing left that I want "
      + "to try before we show it to anybody: whether it holds when a very long message wraps over "
      + "many lines in a narrow window, with the time on a line of its own or beside the last one.",
    "> whether it holds\nIt does. Run `swift test` and see:\n```\nExecuted 4 tests\n```",
    "First\nSecond\nThird\nFourth",
    "See you there",
  ]

  static let people = [
    Sender.me, .other(address: "ada@example.org", name: "Ada"),
    .other(address: "kim@example.org", name: "Kim"),
  ]

  /// Cheap and without state, so that a million can be made in no time.
  static func message(_ index: Int, time: Timestamp) -> Message {
    let sender = people[Int(mixed(index / 3) % 5) % 3]
    let hash = mixed(index &+ 1_000_003)
    return Message(
      id: MessageID(rawValue: Int64(index) + 1), conversation: ConversationID(rawValue: 1),
      position: MessagePosition(rawValue: Int64(index) << 10), sender: sender,
      body: texts[Int(hash % UInt64(texts.count))], time: time,
      delivery: sender.isMe ? [.read, .delivered, .sent][Int(hash >> 32) % 3] : .received)
  }

  /// SplitMix64's last step: neighbours get numbers that have nothing in common.
  private static func mixed(_ number: Int) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
    return hash ^ hash >> 31
  }

  /// `count` messages, the last one at `end`.
  static func conversation(_ count: Int, until end: Timestamp) -> [Message] {
    (0..<count).map { index in
      let minutes = Int64(count - 1 - index) * 2 + Int64(index / 3 % 4) * -5
      return message(
        index, time: Timestamp(microseconds: end.microseconds - minutes * 60_000_000))
    }
  }
}
