// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// How much is kept, and what goes for its age.
@Suite struct KeepingTests {
  private static let day: Int64 = 86_400_000_000  // microseconds

  private func message(_ body: String, day: Int64) -> IncomingMessage {
    IncomingMessage(
      sender: .other(address: "ana@example.org", name: "Ana"), body: body,
      time: Timestamp(microseconds: day * Self.day))
  }

  @Test func oldMessagesGoAndNotesStay() async throws {
    let store = try Store.inMemory()
    let account = try await store.addAccount("me@example.org")
    let ana = try await store.openConversation(
      .direct, with: "ana@example.org", title: "Ana", of: account)
    let notes = try await store.openConversation(.notes, with: "", title: "Notes", of: .local)
    _ = try await store.receive((0..<20).map { message("day \($0)", day: $0) }, in: ana, at: .end)
    _ = try await store.receive([message("note", day: 0)], in: notes, at: .end)
    let limit = Timestamp(microseconds: 15 * Self.day)
    let reader = try store.makeReader()
    #expect(try reader.messageCount(before: limit) == 15)
    #expect(try await store.deleteMessages(before: limit, limit: 10) == 10)
    #expect(try await store.deleteMessages(before: limit, limit: 10) == 5)
    #expect(try await store.deleteMessages(before: limit, limit: 10) == 0)
    #expect(try reader.latest(100, in: ana).map(\.body) == (15..<20).map { "day \($0)" })
    #expect(try reader.latest(1, in: notes).map(\.body) == ["note"])
  }

  @Test func whatWaitsToBeSentStays() async throws {
    let store = try Store.inMemory()
    let account = try await store.addAccount("me@example.org")
    let ana = try await store.openConversation(
      .direct, with: "ana@example.org", title: "Ana", of: account)
    _ = try await store.send("waiting", of: Draft(), in: ana)
    #expect(try await store.deleteMessages(before: Timestamp(microseconds: .max)) == 0)
  }

  @Test func useIsCountedByConversationTheLargestFirst() async throws {
    let store = try Store.inMemory()
    let account = try await store.addAccount("me@example.org")
    let small = try await store.openConversation(
      .direct, with: "ana@example.org", title: "Ana", of: account)
    let large = try await store.openConversation(
      .direct, with: "bo@example.org", title: "Bo", of: account)
    _ = try await store.receive([message("añ", day: 1)], in: small, at: .end)
    _ = try await store.receive([message("0123456789", day: 1)], in: large, at: .end)
    let uses = try store.makeReader().storageUse()
    #expect(uses.map(\.conversation) == [large, small])
    #expect(uses.map(\.messages) == [1, 1])
    #expect(uses.map(\.bytes) == [10, 3])
  }

  @Test func useOfAnAccountIsWhatItsRemovalDeletes() async throws {
    let store = try Store.inMemory()
    let account = try await store.addAccount("me@example.org")
    let other = try await store.addAccount("other@example.org")
    let reader = try store.makeReader()
    #expect(try reader.use(of: account) == AccountUse(conversations: 0, messages: 0))
    for (name, count) in [("ana", 3), ("bo", 2), ("silent", 0)] {
      let conversation = try await store.openConversation(
        .direct, with: "\(name)@example.org", title: name, of: account)
      let messages = (0..<count).map { message("\(name) \($0)", day: 1) }
      _ = try await store.receive(messages, in: conversation, at: .end)
    }
    let kept = try await store.openConversation(
      .direct, with: "ana@example.org", title: "Ana", of: other)
    _ = try await store.receive([message("stays", day: 1)], in: kept, at: .end)
    #expect(try reader.use(of: account) == AccountUse(conversations: 3, messages: 5))
    try await store.removeAccount(account)
    #expect(try reader.use(of: account) == AccountUse(conversations: 0, messages: 0))
    #expect(try reader.use(of: other) == AccountUse(conversations: 1, messages: 1))
  }
}
