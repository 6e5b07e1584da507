// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// Messages that come by the thousand are indexed by the thousand.
@Suite struct BulkIndexTests {
  private let store: Store
  private let chat: ConversationID

  init() async throws {
    store = try Store.inMemory()
    chat = try await store.chat()
  }

  private func receive(_ numbers: Range<Int>) async throws {
    let chat = chat
    let page = numbers.map { IncomingMessage.bo("wren \($0)", archive: "s\($0)") }
    try await store.transaction(isBulk: true) { store throws(StoreError) in
      _ = try store.receivePage(page, in: chat, at: .end)
    }
  }

  /// The index may wait, but for the next transaction only that is none of many.
  @Test func theNextOtherTransactionCatchesUp() async throws {
    try await receive(0..<30)
    try await receive(30..<50)
    #expect(try await store.found("wren") == [])
    try await store.saveDraft(nil, in: chat)
    #expect(try await store.found("wren").count == 50)
    try await store.expectIndexInStep()
  }

  @Test func notTooManyWait() async throws {
    try await receive(0..<1_900)
    #expect(try await store.found("wren") == [])
    try await receive(1_900..<2_000)
    #expect(try await store.found("wren 1999") == ["wren 1999"])
    try await store.expectIndexInStep()
  }

  /// Of a long history each word is written twice at most, not once for each doubling.
  @Test func treesAreNotMergedSoonerThanNeeded() async throws {
    for first in stride(from: 0, to: 12_000, by: 2_000) {
      try await receive(first..<first + 2_000)
    }
    #expect(try await store.trees() == 6)
    try await store.expectIndexInStep()
  }

  /// What is changed or deleted before it is in the index comes there as it is then, or not at all.
  @Test func whatChangesMeanwhileIsIndexedAsItIs() async throws {
    try await receive(0..<3)
    let messages = try store.makeReader().latest(3, in: chat)
    let ids = messages.map(\.id)
    try await store.transaction(isBulk: true) { store throws(StoreError) in
      try store.edit(ids[0], body: "robin", at: noon)
      try store.retract(ids[1])
    }
    #expect(try await store.found("wren") == [])
    try await store.saveDraft(nil, in: chat)
    #expect(try await store.found("wren") == ["wren 2"])
    #expect(try await store.found("robin") == ["robin"])
    try await store.expectIndexInStep()
  }

  /// A page says how many of it are new and which comes first, wherever it is put.
  @Test func aPageTellsWhatIsNew() async throws {
    let (chat, store) = (chat, store)
    func page(_ ids: [Int], _ placement: Placement) async throws -> (count: Int, first: MessageID?)
    {
      try await store.receivePage(
        ids.map { .bo("\($0)", archive: "s\($0)") }, in: chat, at: placement)
    }
    let newest = try await page([7, 8, 8, 9], .end)
    #expect(newest.count == 3)
    let first = try #require(newest.first)
    #expect(try store.makeReader().message(first)?.body == "7")
    let older = try await page([4, 5, 6, 7], .before(first))
    #expect(older.count == 3)
    #expect(try await store.bodies(chat) == (4...9).map(String.init))
    let again = try await page([4, 5], .before(first))
    #expect(again.count == 0 && again.first == nil)
  }
}

extension Store {
  /// Of how many trees the index of words is made: each has an entry of its own for its pages.
  fileprivate func trees() throws(StoreError) -> Int64? {
    try connection.integer("SELECT count(DISTINCT segid) FROM search_words_idx")
  }
}
