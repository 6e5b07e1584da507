// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// What is changed about messages goes to a service that carries it, and else into the store.
@MainActor @Suite struct ConversationChangesTests {
  private let store: Store

  init() throws { store = try Store.inMemory() }

  private func open(_ id: ConversationID, _ service: any ChatService) throws -> Conversation {
    try Conversation(id, store: store, reader: store.makeReader(), service: service)
  }

  @Test func notesAreChangedInTheStore() async throws {
    let notes = try open(try await store.notes(), LocalService())
    let message = try await notes.send("milk")
    try await notes.toggleReaction("👍", to: message.id)
    let reader = try store.makeReader()
    #expect(try reader.message(message.id)?.reactions.map(\.emoji) == ["👍"])
    try await notes.toggleReaction("👍", to: message.id)
    #expect(try reader.message(message.id)?.reactions == [])
    try await notes.retract(message.id)
    #expect(try reader.message(message.id)?.isRetracted == true)
  }

  @Test func aServiceIsToldAllReactionsOfMine() async throws {
    let service = ChangeLog()
    let chat = try open(try await store.chat(), service)
    let message = try await chat.send("nine?")
    try await store.setReactions(["🎉"], by: .me, to: message.id)
    try await store.setReactions(["❤️"], by: .bo, to: message.id)
    try await chat.toggleReaction("👍", to: message.id)
    try await chat.toggleReaction("🎉", to: message.id)
    #expect(await service.log == ["react 🎉 👍", "react "])
  }

  @Test func aServiceIsToldOfCorrectionsAndRetractions() async throws {
    let service = ChangeLog()
    let chat = try open(try await store.chat(), service)
    let message = try await chat.send("nine?")
    for text in ["nine?", "ten?"] {
      chat.update(Draft(text: text, editing: message.id))
      try await chat.send(text)
    }
    try await chat.retract(message.id)
    #expect(await service.log == ["correct ten?", "retract"])
  }

  @Test func whatIsNotThereIsNotChanged() async throws {
    let chat = try open(try await store.chat(), ChangeLog())
    await #expect(throws: StoreError.notFound) {
      try await chat.retract(MessageID(rawValue: 77))
    }
    await #expect(throws: StoreError.notFound) {
      try await chat.toggleReaction("👍", to: MessageID(rawValue: 77))
    }
  }
}

/// Remembers what it was told.
private actor ChangeLog: MessageChangeService {
  nonisolated let account = AccountID(rawValue: 1)
  private(set) var log: [String] = []

  func deliver(_ message: Message) async throws(DeliveryError) -> Delivery { .sent }
  func setComposing(_ composing: Bool, in conversation: ConversationID) {}
  func markDisplayed(upTo message: MessageID, in conversation: ConversationID) {}

  func sendCorrection(of message: Message) async throws(StoreError) {
    log.append("correct \(message.body)")
  }

  func retract(_ message: Message) async throws(StoreError) { log.append("retract") }

  func react(with emoji: [String], to message: Message) async throws(StoreError) {
    log.append("react \(emoji.joined(separator: " "))")
  }
}
