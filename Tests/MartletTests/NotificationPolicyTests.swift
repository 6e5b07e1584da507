// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import Martlet

@MainActor @Suite struct NotificationPolicyTests {
  private typealias Policy = NotificationPolicy

  private static let (a, b, c) = (
    ConversationID(rawValue: 1), ConversationID(rawValue: 2), ConversationID(rawValue: 3)
  )
  private static let now = Timestamp(microseconds: 1_700_000_000_000_000)

  private func message(
    _ conversation: ConversationID, _ number: Int64, ago seconds: Int64 = 0,
    mentions: Bool = false, attention: Policy.Attention = .everything, muted: Int64? = nil
  ) -> Policy.Incoming {
    Policy.Incoming(
      conversation: conversation, message: MessageID(rawValue: number),
      position: MessagePosition(rawValue: number),
      time: Timestamp(microseconds: Self.now.microseconds - seconds * 1_000_000),
      title: "T\(conversation.rawValue)", body: "\(number)", mentionsMe: mentions,
      attention: attention,
      mutedUntil: muted.map { Timestamp(microseconds: Self.now.microseconds + $0) })
  }

  private func notice(
    _ conversation: ConversationID, _ lines: [Int], count: Int
  ) -> Policy.Effect {
    let last = Int64(lines.last ?? 0)
    return .show(
      Policy.Notice(
        conversation: conversation, first: MessageID(rawValue: last - Int64(count) + 1),
        last: MessageID(rawValue: last), title: "T\(conversation.rawValue)",
        lines: lines.map { .init(body: "\($0)") }, count: count))
  }

  /// Case 100-D05: `notify(A,1) notify(A,2) notify(B,1) read(A)`.
  @Test func oneNoticeAConversationCountedAndWithdrawnWhenRead() {
    var policy = Policy()
    func receive(_ message: Policy.Incoming) -> [Policy.Effect] {
      policy.received([message], watched: nil, now: Self.now)
    }
    #expect(receive(message(Self.a, 1)) == [notice(Self.a, [1], count: 1)])
    #expect(receive(message(Self.a, 2)) == [notice(Self.a, [1, 2], count: 2)])
    #expect(receive(message(Self.b, 1)) == [notice(Self.b, [1], count: 1)])
    #expect(policy.read(Self.a) == [.withdraw(Self.a)])
    #expect(policy.read(Self.a) == [], "once")
    #expect(receive(message(Self.a, 3)) == [notice(Self.a, [3], count: 1)], "counted anew")
    for number in 4...9 { _ = receive(message(Self.a, Int64(number))) }
    #expect(receive(message(Self.a, 10)) == [notice(Self.a, [8, 9, 10], count: 8)])
  }

  @Test func whatIsBeingLookedAtIsNotTold() {
    var policy = Policy()
    #expect(policy.received([message(Self.a, 1)], watched: Self.a, now: Self.now) == [])
    #expect(
      policy.received([message(Self.b, 1)], watched: Self.a, now: Self.now)
        == [notice(Self.b, [1], count: 1)])
    #expect(policy.waiting == [])
  }

  struct Row: Sendable {
    var attention: String
    var mentions: Bool
    var muted: Int64?
    var isQuiet: Bool
    var isTold: Bool
  }

  @Test(arguments: [
    Row(attention: "everything", mentions: false, muted: nil, isQuiet: false, isTold: true),
    Row(attention: "everything", mentions: false, muted: 1, isQuiet: false, isTold: false),
    Row(attention: "everything", mentions: false, muted: 0, isQuiet: false, isTold: true),
    Row(attention: "everything", mentions: false, muted: -1, isQuiet: false, isTold: true),
    Row(attention: "everything", mentions: true, muted: 1, isQuiet: false, isTold: false),
    Row(attention: "everything", mentions: false, muted: nil, isQuiet: true, isTold: false),
    Row(attention: "mentions", mentions: false, muted: nil, isQuiet: false, isTold: false),
    Row(attention: "mentions", mentions: true, muted: nil, isQuiet: false, isTold: true),
    Row(attention: "mentions", mentions: true, muted: nil, isQuiet: true, isTold: false),
    Row(attention: "nothing", mentions: true, muted: nil, isQuiet: false, isTold: false),
  ])
  func wishesAreRespected(_ row: Row) throws {
    var policy = Policy()
    policy.settings.isQuiet = row.isQuiet
    let attention = try #require(Policy.Attention(rawValue: row.attention))
    let message = message(
      Self.a, 1, mentions: row.mentions, attention: attention, muted: row.muted)
    #expect(
      policy.received([message], watched: nil, now: Self.now).isEmpty != row.isTold)
  }

  /// Case 099-D04: chat A 40 unread, chat B 10 with the read marker at the 10th, room C 200 with
  /// one mention.
  @Test func aCatchUpIsToldOnceAConversation() {
    var policy = Policy()
    let pages = [
      (1...40).map { message(Self.a, $0, ago: 3_600) },
      (1...10).map { message(Self.b, $0, ago: 3_600) },
      (1...200).map {
        message(Self.c, $0, ago: 3_600, mentions: $0 == 77, attention: .mentions)
      },
    ]
    for page in pages {
      #expect(policy.received(page, watched: nil, now: Self.now) == [])
    }
    let effects = policy.caughtUp(
      readUpTo: { MessagePosition(rawValue: $0 == Self.b ? 10 : 0) }, watched: nil, now: Self.now)
    #expect(
      effects == [notice(Self.a, [38, 39, 40], count: 40), notice(Self.c, [77], count: 1)])
    #expect(
      policy.caughtUp(
        readUpTo: { _ in MessagePosition(rawValue: 0) }, watched: nil, now: Self.now) == [])
    // Live ones as usual.
    #expect(
      policy.received([message(Self.a, 41)], watched: nil, now: Self.now)
        == [notice(Self.a, [39, 40, 41], count: 41)])
  }

  @Test func manyConversationsAreToldTogether() {
    var policy = Policy()
    for number in 1...5 {
      let late = message(ConversationID(rawValue: Int64(number)), 1, ago: 600)
      #expect(policy.received([late, late], watched: nil, now: Self.now) == [])
    }
    let effects = policy.caughtUp(
      readUpTo: { _ in MessagePosition(rawValue: 0) }, watched: Self.a, now: Self.now)
    #expect(effects == [.showSummary(messages: 8, conversations: 4)])
    #expect(policy.opened() == [.withdrawSummary])
    #expect(policy.opened() == [])
  }

  @Test func whatWasReadBeforeTheEndOfTheCatchUpIsNotTold() {
    var policy = Policy()
    _ = policy.received([message(Self.a, 1, ago: 600)], watched: nil, now: Self.now)
    #expect(policy.read(Self.a) == [])
    #expect(
      policy.caughtUp(
        readUpTo: { _ in MessagePosition(rawValue: 0) }, watched: nil, now: Self.now) == [])
  }

  @Test func aTimeInTheFutureOrOutOfRangeIsNoHarm() {
    for time in [Int64.min, .max] {
      var policy = Policy()
      var strange = message(Self.a, 1)
      strange.time = Timestamp(microseconds: time)
      _ = policy.received([strange], watched: nil, now: Self.now)
    }
  }

  @Test(arguments: ["7", "7/12", "0", "-3/9"])
  func targetsAreReadAsTheyAreWritten(_ text: String) throws {
    #expect(try #require(NoticeTarget(text)).text == text)
  }

  @Test(arguments: ["", "/", "x", "7/", "/7", "7/x", "7/8/9", "7 ", "99999999999999999999"])
  func whatIsNoTargetIsNotRead(_ text: String) { #expect(NoticeTarget(text) == nil) }

  @Test(arguments: [
    ("hi Ana", true), ("ANA: hello", true), ("@ana", true), ("ana", true), ("banana", false),
    ("anagram", false), ("ana_2", false), ("Änana", false), ("", false), ("bananas, ana!", true),
    ("ana👍", true), ("ask the other bird", true),
  ])
  func mentions(_ text: String, _ isMention: Bool) {
    #expect(Mention.isIn(text, of: ["Ana", "", " ", "The other"]) == isMention)
  }
}
