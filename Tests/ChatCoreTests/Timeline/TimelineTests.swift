// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import ChatCore

@Suite struct TimelineTests {
  private let timeline = Timeline(day: { Day($0, secondsFromUTC: 0) })

  /// "me 10:00", "bo 10:04", "note 10:05", "gap 10:06"; a leading "+1 " is a day later.
  private func messages(_ lines: String...) -> [Message] {
    lines.enumerated().map { index, line in
      var parts = line.split(separator: " ").map(String.init)
      var days: Int64 = 0
      if parts[0].hasPrefix("+") { days = Int64(parts.removeFirst().dropFirst()) ?? 0 }
      let clock = parts[1].split(separator: ":").compactMap { Int64($0) }
      let seconds = zip(clock, [3_600, 60, 1]).map { $0 * $1 }.reduce(days * 86_400, +)
      let kind: Message.Kind = parts[0] == "note" ? .system : parts[0] == "gap" ? .gap : .text
      let sender: Sender =
        parts[0] == "me" || kind != .text ? .me : .other(address: parts[0], name: parts[0])
      return Message(
        id: MessageID(rawValue: Int64(index + 1)), conversation: ConversationID(rawValue: 1),
        position: MessagePosition(rawValue: Int64(index + 1)), kind: kind, sender: sender,
        body: line, time: Timestamp(microseconds: seconds * 1_000_000), delivery: .sent)
    }
  }

  private func sketch(_ rows: [TimelineRow]) -> [String] {
    rows.map { row in
      switch row {
      case .day(let day, let id): "day \(day.number) before \(id.rawValue)"
      case .unread(let id): "unread before \(id.rawValue)"
      case .message(let message, let group): "\(message.id.rawValue) \(group)"
      case .note(let message): "note \(message.id.rawValue)"
      case .gap(let message): "gap \(message.id.rawValue)"
      }
    }
  }

  @Test func groupsAreOfOneSenderWithinFiveMinutes() {
    let rows = timeline.rows(
      messages(
        "me 10:00", "me 10:05", "me 10:09", "bo 10:09", "me 10:10", "me 10:15:01", "bo 10:16",
        "bo 10:17"))
    #expect(
      sketch(rows) == [
        "day 0 before 1", "1 first", "2 middle", "3 last", "4 single", "5 single", "6 single",
        "7 first", "8 last",
      ])
  }

  @Test func daysNotesGapsAndTheUnreadLineEndGroups() {
    let rows = timeline.rows(
      messages(
        "bo 23:58", "+1 bo 00:01", "+1 note 00:02", "+1 bo 00:03", "+1 bo 00:04", "+1 gap 00:04",
        "+1 bo 00:05"),
      firstUnread: MessageID(rawValue: 5))
    #expect(
      sketch(rows) == [
        "day 0 before 1", "1 single", "day 1 before 2", "2 single", "note 3", "4 single",
        "unread before 5", "5 single", "gap 6", "7 single",
      ])
  }

  /// The clock may go back; the order is the order of arrival, and a day may come twice.
  @Test func everyRowHasAnIDOfItsOwnThoughADayComesTwice() {
    let rows = timeline.rows(messages("+1 me 10:00", "me 23:00", "+1 me 10:01"))
    #expect(rows.count == 6)
    #expect(Set(rows.map(\.id)).count == 6)
  }

  /// What makes paging possible: a page with its neighbours gives the rows that the whole gives.
  @Test func aPageGivesTheSameRowsAsTheWhole() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let kinds = ["me", "me", "bo", "bo", "cy", "note", "gap"]
      var minute = 0
      let lines = (0..<30).map { _ in
        minute += Int.random(in: 0...300, using: &generator) / 20
        let kind = kinds.randomElement(using: &generator) ?? "me"
        return "+\(minute / 1_440) \(kind) \(minute % 1_440 / 60):\(minute % 60)"
      }
      let all = lines.enumerated().flatMap { index, line in
        messages(line).map { one in
          Message(
            id: MessageID(rawValue: Int64(index + 1)), conversation: one.conversation,
            position: MessagePosition(rawValue: Int64(index + 1)), kind: one.kind,
            sender: one.sender, body: one.body, time: one.time, delivery: one.delivery)
        }
      }
      let unread = MessageID(rawValue: Int64.random(in: 1...30, using: &generator))
      let whole = timeline.rows(all, firstUnread: unread)
      let low = Int.random(in: 0..<30, using: &generator)
      let high = Int.random(in: low...29, using: &generator)
      let page = timeline.rows(
        all[low...high], after: low > 0 ? all[low - 1] : nil,
        before: high < 29 ? all[high + 1] : nil, firstUnread: unread)
      let ids = Set(all[low...high].map(\.id))
      #expect(page == whole.filter { ids.contains($0.messageID) })
    }
  }

  @Test func nothingGivesNothing() {
    #expect(timeline.rows([]).isEmpty)
  }
}

@Suite struct DayTests {
  @Test(arguments: [
    (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (19_723, 2024, 1, 1),
    (-719_468, 0, 3, 1), (20_512, 2026, 2, 28), (20_513, 2026, 3, 1),
  ])
  func dates(number: Int, year: Int, month: Int, day: Int) {
    #expect(Day(number: number).date == (year, month, day))
  }

  @Test func agreesWithTheCLibrary() {
    for number in stride(from: -200_000, to: 200_000, by: 997) {
      var seconds = time_t(number * 86_400)
      var parts = tm()
      gmtime_r(&seconds, &parts)
      let expected = (Int(parts.tm_year) + 1_900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
      #expect(Day(number: number).date == expected)
    }
  }

  @Test(arguments: [
    (-1, 0, -1), (0, 0, 0), (86_399, 0, 0), (86_399, 1, 1), (0, -1, -1), (Int64.max / 2, 3_600, 0),
  ])
  func zonesMoveMidnight(seconds: Int64, offset: Int, expected: Int) {
    let (microseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    // Absurd times from outside must not trap.
    let day = Day(
      Timestamp(microseconds: overflow ? .max : microseconds), secondsFromUTC: offset)
    if !overflow { #expect(day.number == expected) }
  }
}
