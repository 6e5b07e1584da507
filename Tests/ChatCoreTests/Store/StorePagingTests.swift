// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct StorePagingTests {
  private func filled(_ count: Int) async throws -> (Store, ConversationID) {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let messages = (0..<count).map {
      IncomingMessage.bo("\($0)", archive: "s\($0)", at: noon.adding(seconds: Int64($0) * 60))
    }
    try await store.receive(messages, in: chat, at: .end)
    return (store, chat)
  }

  @Test func pagesGoBothWays() async throws {
    let (store, chat) = try await filled(20)
    let reader = try store.makeReader()
    let latest = try reader.latest(5, in: chat)
    #expect(latest.map(\.body) == ["15", "16", "17", "18", "19"])
    let before = try reader.page(5, before: latest[0].position, in: chat)
    #expect(before.map(\.body) == ["10", "11", "12", "13", "14"])
    let after = try reader.page(3, after: before[0].position, in: chat)
    #expect(after.map(\.body) == ["11", "12", "13"])
    #expect(try reader.page(5, after: latest[4].position, in: chat).isEmpty)
  }

  @Test(arguments: [(10, [8, 9, 10, 11]), (0, [0, 1, 2, 3]), (19, [16, 17, 18, 19])])
  func aPageAroundAMessageIsFullAlsoAtTheEnds(target: Int, expected: [Int]) async throws {
    let (store, chat) = try await filled(20)
    let reader = try store.makeReader()
    let message = try #require(try reader.message(archiveID: "s\(target)", in: chat))
    let page = try reader.page(4, around: message.position, in: chat)
    #expect(page.map(\.body) == expected.map(String.init))
  }

  @Test func ranksAndMessagesAreEachOthersInverse() async throws {
    // More than one bucket, with a hole in front and deletions inside.
    let (store, chat) = try await filled(3_000)
    try await store.delete(
      try store.makeReader().latest(3_000, in: chat)[1_000..<1_500].map(\.id))
    let first = try #require(try store.makeReader().message(atRank: 0, in: chat))
    try await store.receive(
      (0..<100).map { .bo("old \($0)", archive: "o\($0)") }, in: chat, at: .before(first.id))
    let reader = try store.makeReader()
    let all = try reader.latest(10_000, in: chat)
    #expect(all.count == 2_600)
    #expect(try reader.count(in: chat) == 2_600)
    for rank in stride(from: 0, to: all.count, by: 37) {
      #expect(try reader.rank(of: all[rank].position, in: chat) == rank)
      #expect(try reader.message(atRank: rank, in: chat) == all[rank])
    }
    #expect(try reader.message(atRank: 2_600, in: chat) == nil)
    #expect(try reader.message(atRank: -1, in: chat) == nil)
  }

  @Test func unreadCountsWhatOthersWroteAfterTheMark() async throws {
    let (store, chat) = try await filled(2_500)
    let reader = try store.makeReader()
    #expect(try reader.summary(of: chat)?.unreadCount == 2_500)
    let target = try #require(try reader.message(archiveID: "s1000", in: chat))
    try await store.markRead(upTo: target.position, in: chat)
    #expect(try reader.summary(of: chat)?.unreadCount == 1_499)
    #expect(try reader.firstIncoming(after: target.position, in: chat)?.body == "1001")
    // A mark never goes back.
    try await store.markRead(upTo: MessagePosition(rawValue: 1), in: chat)
    #expect(try reader.summary(of: chat)?.unreadCount == 1_499)
    // What I write I have read up to.
    try await store.append(OutgoingMessage(body: "mine"), to: chat)
    #expect(try reader.summary(of: chat)?.unreadCount == 0)
    try await store.receive(.bo("new"), in: chat)
    #expect(try reader.summary(of: chat)?.unreadCount == 1)
  }

  @Test func aDayIsFoundByBisection() async throws {
    let (store, chat) = try await filled(1_000)
    let reader = try store.makeReader()
    for index in [0, 1, 499, 998, 999] {
      let time = noon.adding(seconds: Int64(index) * 60 - 30)
      #expect(try reader.firstMessage(since: time, in: chat)?.body == "\(index)")
    }
    #expect(try reader.firstMessage(since: noon.adding(seconds: 60_000), in: chat) == nil)
    let empty = ConversationID(rawValue: 99)
    #expect(try reader.firstMessage(since: noon, in: empty) == nil)
  }

  @Test func summariesAreOrderedAndCarryWhatTheListShows() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    let chat = try await store.chat()
    try await store.append(
      OutgoingMessage(body: "note", time: Timestamp.now.adding(seconds: 10)), to: notes)
    try await store.receive(
      .bo("hi", at: Timestamp.now.adding(seconds: 20)), in: chat)
    try await store.saveDraft(Draft(text: "\nfirst\nsecond"), in: notes)
    let reader = try store.makeReader()
    var summaries = try reader.summaries()
    #expect(summaries.map(\.id) == [chat, notes])
    #expect(summaries[0].lastMessage?.body == "hi")
    #expect(summaries[0].unreadCount == 1)
    #expect(summaries[1].draft == "first")
    #expect(summaries[1].title == "Notes to Self")
    try await store.setPinned(true, notes)
    try await store.setMuted(until: noon, chat)
    try await store.setTitle("Bo B.", of: chat)
    summaries = try reader.summaries()
    #expect(summaries.map(\.id) == [notes, chat])
    #expect(summaries[1].mutedUntil == noon)
    #expect(summaries[1].title == "Bo B.")
    #expect(try reader.summaries(limit: 1).map(\.id) == [notes])
  }

  @Test func deletingAConversationLeavesNothing() async throws {
    let (store, chat) = try await filled(10)
    var changes = store.changes().makeAsyncIterator()
    try await store.deleteConversation(chat)
    #expect(await changes.next()?.messages[chat]?.deleted.count == 10)
    for table in ["conversation", "message", "message_bucket", "sender"] {
      let left = try await store.count(of: table)
      #expect(left == 0, "\(table)")
    }
  }
}

extension Store {
  fileprivate func count(of table: String) throws(StoreError) -> Int64 {
    let query = try connection.prepare(text: "SELECT count(*) FROM \(table)")
    return try query.step() ? query.integer(0) : -1
  }
}
