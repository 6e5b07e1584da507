// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// A page of messages is written with few statements, whatever its length and whatever is in it.
@Suite struct StoreRunTests {
  private static func message(_ number: Int) -> IncomingMessage {
    IncomingMessage(
      sender: number % 3 == 0 ? .me : number % 7 == 0 ? .kim : .bo,
      body: number % 5 == 0 ? "\(number) https://example.org" : "\(number)",
      time: noon.adding(seconds: Int64(number)), originID: number % 2 == 0 ? "o\(number)" : nil,
      archiveID: "s\(number)", occupantID: number % 11 == 0 ? "p\(number)" : nil)
  }

  @Test(arguments: [1, 7, 8, 9, 31, 32, 33, 40, 41, 73, 200])
  func aPageOfAnyLengthIsWrittenWhole(count: Int) async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let page = (0..<count).map(Self.message)
    let written = try await store.receive(page, in: chat, at: .end)
    #expect(written == (try store.makeReader().latest(count, in: chat)))
    #expect(written.map(\.body) == page.map(\.body))
    #expect(written.map(\.sender) == page.map(\.sender))
    #expect(written.map(\.time) == page.map(\.time))
    #expect(written.map(\.originID) == page.map(\.originID))
    #expect(written.map(\.archiveID) == page.map(\.archiveID))
    #expect(written.map(\.delivery) == page.map { $0.sender.isMe ? .sent : .received })
    #expect(try await store.count("has_link") == page.count { $0.body.contains("https") })
    #expect(try await store.count("occupant_id IS NOT NULL") == page.count { $0.occupantID != nil })

    #expect(try await store.receive(page, in: chat, at: .end).isEmpty, "all are known")
    let more = try await store.receivePage(
      (-20..<count + 20).map(Self.message), in: chat, at: .end)
    #expect(more.count == 40, "what is around them is new")
    let first = try #require(more.first)
    #expect(try store.makeReader().message(first)?.archiveID == "s-20")
    #expect(
      try await store.bodies(chat) == (-20..<count + 20).map(Self.message).map(\.body))
  }

  /// Before or behind its message, in the same page or not, many or few between them.
  @Test(arguments: [0, 1, 3, 32, 50])
  func anAnswerInAPageFindsItsMessage(target: Int) async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    var page = (0..<60).map(Self.message)
    for number in [2, 33, 59] {
      page[number].reply = Reply(
        message: nil, referencedID: "s\(target)", author: "", excerpt: "as it was")
    }
    let written = try await store.receive(page, in: chat, at: .end)
    #expect(written.map(\.body) == page.map(\.body))
    for number in [2, 33, 59] {
      #expect(written[number].reply?.message == written[target].id)
      #expect(written[number].reply?.excerpt == page[target].body)
    }
  }
}

extension Sender {
  fileprivate static let kim = Sender.other(address: "kim@example.net", name: "Kim")
}

extension Store {
  fileprivate func count(_ condition: StaticString) throws(StoreError) -> Int {
    let query = try connection.prepare("SELECT count(*) FROM message WHERE", condition)
    return try query.step() ? Int(query.integer(0)) : 0
  }
}
