// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// What lies over messages: reactions of mine, answers from outside, days with messages.
@Suite struct StoreLayersTests {
  private static let ada = Sender.other(address: "ada@example.net", name: "Ada")

  @Test func aReactionOfMineComesAndGoes() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    let message = try await store.append(OutgoingMessage(body: "milk"), to: notes)
    try await store.setReactions(["👍"], by: Self.ada, to: message.id)
    #expect(try await store.toggleReaction("👍", to: message.id) == ["👍"])
    #expect(try await store.toggleReaction("🎉", to: message.id) == ["👍", "🎉"])
    let both = try store.makeReader().message(message.id)
    #expect(
      both?.reactions == [
        Reaction(emoji: "👍", senders: [Self.ada, .me]), Reaction(emoji: "🎉", senders: [.me]),
      ])
    #expect(try await store.toggleReaction("👍", to: message.id) == ["🎉"])
    let one = try store.makeReader().message(message.id)
    #expect(one?.reactions.map(\.senders) == [[Self.ada], [.me]])
  }

  @Test func nobodyReactsToWhatWasTakenBack() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    let message = try await store.append(OutgoingMessage(body: "milk"), to: notes)
    try await store.retract(message.id)
    await #expect(throws: StoreError.notFound) {
      try await store.toggleReaction("👍", to: message.id)
    }
  }

  @Test(arguments: ["archive", "origin"])
  func anAnswerFromOutsideFindsItsMessage(id: String) async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let mine = IncomingMessage(
      sender: .me, body: "Nine?", time: noon, originID: "origin", archiveID: "archive")
    let asked = try #require(try await store.receive(mine, in: chat))
    let reply = Reply(message: nil, referencedID: id, author: "", excerpt: "")
    let answer = try #require(
      try await store.receive(
        IncomingMessage(sender: Self.ada, body: "Ten", time: noon, reply: reply), in: chat))
    let known = try #require(try store.makeReader().message(answer.id)?.reply)
    #expect(known.message == asked.id)
    #expect(known.referencedID == id)
    #expect(known.excerpt == "Nine?")
  }

  @Test func anAnswerToWhatIsNotHereKeepsWhatItSays() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let reply = Reply(message: nil, referencedID: "gone", author: "Kim", excerpt: "Nine?")
    let answer = try #require(
      try await store.receive(
        IncomingMessage(sender: Self.ada, body: "Ten", time: noon, reply: reply), in: chat))
    #expect(try store.makeReader().message(answer.id)?.reply == reply)
  }

  @Test func daysWithMessagesAreFound() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let day: Int64 = 86_400_000_000
    let days: [Int64] = [0, 0, 1, 4, 4, 9, 40]
    try await store.receive(
      days.map {
        IncomingMessage(
          sender: Self.ada, body: "x",
          time: Timestamp(microseconds: noon.microseconds + $0 * day))
      }, in: chat, at: .end)
    let start = noon.microseconds - day / 2
    let reader = try store.makeReader()
    func spans(_ range: Range<Int64>) throws -> Set<Int> {
      try reader.spansWithMessages(
        between: (range.lowerBound...range.upperBound).map {
          Timestamp(microseconds: start + $0 * day)
        }, in: chat)
    }
    #expect(try spans(0..<30) == [0, 1, 4, 9])
    #expect(try spans(30..<60) == [10])
    #expect(try spans(60..<90) == [])
    #expect(try spans(-30..<0) == [])
    #expect(try reader.spansWithMessages(between: [], in: chat) == [])
  }
}
