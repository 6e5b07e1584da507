// SPDX-License-Identifier: MIT
import ChatCore

/// Messages for benchmarks that need many: the same in every run.
nonisolated enum Samples {
  private static let words = """
    swift martlet mill bridge river walk saturday tea coffee binoculars train early late north south \
    garden window letter paper yellow green quiet loud seven eleven morning evening tomorrow never \
    always maybe house street market bread honey winter spring summer autumn cloud storm light dark
    """.split(separator: " ").map(String.init)

  /// A text of 4 to 23 words; each thousandth has a rare word in it.
  static func body(_ number: Int) -> String {
    var state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ bound: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(bound))
    }
    var parts = (0..<4 + next(20)).map { _ in words[next(words.count)] }
    if number % 1_000 == 0 { parts.append("albatross\(number % 7_000)") }
    if number % 50 == 0 { parts.append("https://example.org/\(number)") }
    return parts.joined(separator: " ")
  }

  /// 32 digits, as the ids of real messages are.
  static func id(_ number: Int) -> String {
    let digits = String(UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
    let half = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    return half + half
  }

  static func message(_ number: Int) -> IncomingMessage {
    let isMine = number % 3 == 0
    return IncomingMessage(
      sender: isMine ? .me : .other(address: "bo@example.net", name: "Bo"), body: body(number),
      time: Timestamp(microseconds: 1_600_000_000_000_000 + Int64(number) * 60_000_000),
      originID: id(number), archiveID: id(number &+ 1 << 40))
  }

  /// Fills a conversation until it has `count` messages.
  @concurrent
  static func fill(_ store: Store, _ chat: ConversationID, to count: Int) async throws {
    var number = try store.makeReader().count(in: chat) + 1_000_000_000
    let end = count + 1_000_000_000
    while number < end {
      let batch = (number..<min(number + 10_000, end)).map { message($0) }
      try await store.receive(batch, in: chat, at: .end)
      number += batch.count
    }
  }
}
