// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// The order of a conversation: arrival and the server's archive, never a clock.
@Suite struct StoreOrderTests {
  private func archive(_ ids: ClosedRange<Int>) -> [IncomingMessage] {
    ids.map { .bo("\($0)", archive: "sid\($0)") }
  }

  /// Case 091-S06.
  @Test func aClockSetBackDoesNotReorder() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    func clock(_ hour: Int64, _ minute: Int64) -> Timestamp {
      Timestamp(microseconds: 0).adding(seconds: hour * 3_600 + minute * 60)
    }
    let a = try await store.append(OutgoingMessage(body: "A", time: clock(10, 0)), to: chat)
    let b = try await store.append(OutgoingMessage(body: "B", time: clock(9, 1)), to: chat)
    try await store.receive(.bo("C", archive: "c", at: clock(10, 2)), in: chat)
    #expect(try await store.bodies(chat) == ["A", "B", "C"])
    // The archive's copies of A and B come back.
    for message in [a, b] {
      let copy = IncomingMessage(
        sender: .me, body: message.body, time: message.time, originID: message.originID,
        archiveID: "arch-" + message.body)
      #expect(try await store.receive(copy, in: chat) == nil)
    }
    #expect(try await store.bodies(chat) == ["A", "B", "C"])
    #expect(try store.makeReader().message(a.id)?.delivery == .sent)
    #expect(try store.makeReader().message(archiveID: "arch-A", in: chat)?.id == a.id)
  }

  /// Case 073-X13.
  @Test func liveMessagesAndOverlappingPagesEndInTheOrderOfTheArchive() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(archive(11...11), in: chat, at: .end)
    try await store.receive(archive(9...11), in: chat, at: .end)
    let new = try await store.receive(archive(10...12), in: chat, at: .end)
    #expect(new.map(\.body) == ["12"])
    try await store.receive(archive(13...13), in: chat, at: .end)
    #expect(try await store.bodies(chat) == ["9", "10", "11", "12", "13"])
  }

  @Test func aGapIsFilledNewestPageFirst() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(archive(1...5), in: chat, at: .end)
    let gap = try #require(try await store.openGap(in: chat, at: noon))
    // Opened twice before anything came is opened once.
    #expect(try await store.openGap(in: chat, at: noon) == gap)
    try await store.receive(archive(400...400), in: chat, at: .end)
    for page in stride(from: 301, through: 6, by: -59) {
      try await store.receive(
        archive(page...min(page + 58, 399)), in: chat, at: .closing(gap: gap))
    }
    #expect(
      try await store.bodies(chat) == (1...5).map(String.init) + ["…"] + (6...359).map(String.init)
        + ["400"])
    try await store.delete([gap])
    #expect(try await store.bodies(chat) == (1...359).map(String.init) + ["400"])
  }

  /// What I wrote while somebody else's message was on its way stands in the archive behind that one
  /// and here before it. What is missing comes behind both.
  @Test(arguments: [true, false])
  func aPageThatBeginsWithMyOwnMessageStaysInItsPlace(hasGap: Bool) async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let mine = try await store.append(OutgoingMessage(body: "mine", time: noon), to: chat)
    try await store.receive(.bo("theirs", archive: "sid0"), in: chat)
    let gap = hasGap ? try await store.openGap(in: chat, at: noon) : nil
    let live = try #require(try await store.receive(.bo("9", archive: "sid9"), in: chat))
    let copy = IncomingMessage(
      sender: .me, body: "mine", time: noon, originID: mine.originID, archiveID: "sid1")
    try await store.receive(
      [copy] + archive(2...8), in: chat, at: gap.map { .closing(gap: $0) } ?? .before(live.id))
    #expect(
      try await store.bodies(chat)
        == ["mine", "theirs"] + (hasGap ? ["…"] : []) + (2...9).map(String.init))
  }

  @Test func aConversationWithoutHistoryNeedsNoGap() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    #expect(try await store.openGap(in: chat, at: noon) == nil)
  }

  /// A thousand and more put between two neighbours: positions have to move, the order not.
  @Test(arguments: [true, false])
  func neighboursMakeRoom(nearTheEnd: Bool) async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(archive(1...(nearTheEnd ? 40 : 3)), in: chat, at: .end)
    try await store.receive(archive(5000...(nearTheEnd ? 5003 : 5050)), in: chat, at: .end)
    let upper = try #require(try store.makeReader().message(archiveID: "sid5000", in: chat))
    let lower = try #require(
      try store.makeReader().page(1, before: upper.position, in: chat).first)
    try await store.markRead(upTo: upper.position, in: chat)
    let unread = try store.makeReader().summary(of: chat)?.unreadCount
    for page in 0..<30 {
      let first = 4_900 - page * 60
      try await store.receive(archive(first...(first + 59)), in: chat, at: .before(upper.id))
      // Always right before the same message, so the pages come to lie newest first.
    }
    let bodies = try await store.bodies(chat)
    #expect(bodies.count == (nearTheEnd ? 44 : 54) + 1_800)
    #expect(Set(bodies).count == bodies.count)
    #expect(bodies.firstIndex(of: lower.body).map { bodies[$0 + 1] } == "4900")
    #expect(bodies.firstIndex(of: upper.body).map { bodies[$0 - 1] } == "\(4_900 - 29 * 60 + 59)")
    #expect(try store.makeReader().summary(of: chat)?.unreadCount == unread)
    let reader = try store.makeReader()
    for (rank, message) in try reader.latest(3_000, in: chat).enumerated() where rank % 101 == 0 {
      #expect(try reader.rank(of: message.position, in: chat) == rank)
    }
  }

  /// Case 094-S09: what was acknowledged by an archive copy is not sent again.
  @Test func theArchiveIsTheJudgeOfWhatWasSent() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let a1 = try await store.append(OutgoingMessage(body: "1", originID: "a1"), to: chat)
    let a2 = try await store.append(OutgoingMessage(body: "2", originID: "a2"), to: chat)
    let a3 = try await store.append(OutgoingMessage(body: "3", originID: "a3"), to: chat)
    try await store.updateDelivery(of: a3.id, to: .sent)
    try await store.receive(
      IncomingMessage(sender: .me, body: "2", time: noon, originID: "a2", archiveID: "s2"),
      in: chat)
    let queued = try store.makeReader().queued(in: AccountID(rawValue: 1))
    #expect(queued.map(\.id) == [a1.id])
    #expect(try store.makeReader().message(a2.id)?.delivery == .sent)
    #expect(try await store.bodies(chat) == ["1", "2", "3"])
  }

  /// An id that somebody else uses a second time is not a copy.
  @Test func idsOfOthersAreNotTrusted() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    for body in ["a", "b"] {
      try await store.receive(
        IncomingMessage(sender: .bo, body: body, time: noon, originID: "same"), in: chat)
    }
    #expect(try await store.bodies(chat) == ["a", "b"])
    #expect(try store.makeReader().messages(originID: "same", in: chat).count == 2)
  }

  @Test func oneIdTwiceInOnePageIsOneMessage() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(archive(1...1) + archive(1...1), in: chat, at: .end)
    #expect(try await store.bodies(chat) == ["1"])
  }
}
