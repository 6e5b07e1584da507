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
}
