// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct OutboxTests {
  private let store: Store
  private let service = FakeService(account: AccountID(rawValue: 1))
  private let outbox: Outbox

  init() throws {
    store = try Store.inMemory()
    outbox = Outbox(store: store, service: service)
  }

  private func states(_ chat: ConversationID) throws -> [Delivery] {
    try store.makeReader().latest(100, in: chat).map(\.delivery)
  }

  @Test func queuedMessagesGoOutInOrder() async throws {
    let chat = try await store.chat()
    for body in ["1", "2"] { try await store.append(OutgoingMessage(body: body), to: chat) }
    let running = Task { await outbox.run() }
    try await until { try states(chat) == [.sent, .sent] }
    try await store.append(OutgoingMessage(body: "3"), to: chat)
    try await until { try states(chat) == [.sent, .sent, .sent] }
    #expect(await service.delivered.map(\.body) == ["1", "2", "3"])
    running.cancel()
    await running.value
  }

  @Test func offlineKeepsTheQueueAndTheOrder() async throws {
    let chat = try await store.chat()
    await service.answer(.failure(.offline))
    let running = Task { await outbox.run() }
    for body in ["1", "2"] { try await store.append(OutgoingMessage(body: body), to: chat) }
    await until { await service.delivered.map(\.body).contains("1") }
    #expect(try states(chat) == [.queued, .queued])
    await service.answer(.success(.sent))
    outbox.wake()
    try await until { try states(chat) == [.sent, .sent] }
    let bodies = await service.delivered.map(\.body)
    #expect(bodies.last == "2")
    #expect(bodies.filter { $0 == "2" }.count == 1)
    running.cancel()
  }

  @Test func whatIsNotAcknowledgedGoesAgainInTheNextSessionOnly() async throws {
    let chat = try await store.chat()
    await service.answer(.success(.queued))
    let running = Task { await outbox.run() }
    let message = try await store.append(OutgoingMessage(body: "1"), to: chat)
    await until { await service.delivered.count == 1 }
    // Other changes and wake-ups do not send it twice.
    try await store.receive(.bo("x"), in: chat)
    outbox.wake()
    try await store.append(OutgoingMessage(body: "2"), to: chat)
    await until { await service.delivered.count == 2 }
    await outbox.beginSession()
    await until { await service.delivered.count == 4 }
    #expect(await service.delivered.map(\.body) == ["1", "2", "1", "2"])
    #expect(await service.delivered[0].originID == service.delivered[2].originID)
    try await store.updateDelivery(of: message.id, to: .sent)
    await outbox.beginSession()
    await until { await service.delivered.count == 5 }
    #expect(await service.delivered.last?.body == "2")
    running.cancel()
  }

  @Test func aRefusalIsSaidAndCanBeTriedAgain() async throws {
    let chat = try await store.chat()
    await service.answer(.failure(.refused(reason: "No such person.")))
    let running = Task { await outbox.run() }
    let message = try await store.append(OutgoingMessage(body: "1"), to: chat)
    try await until { try states(chat) == [.failed(reason: "No such person.")] }
    await service.answer(.success(.delivered))
    try await store.updateDelivery(of: message.id, to: .queued)
    try await until { try states(chat) == [.delivered] }
    running.cancel()
  }
}

@Suite struct DemoServiceTests {
  @Test func itAcknowledgesReadsTypesAndAnswers() async throws {
    let store = try Store.inMemory()
    let clock = TestClock()
    let demo = try await DemoService(store: store, script: .sample, now: noon, clock: clock)
    let chat = demo.conversation
    let summary = try #require(try store.makeReader().summary(of: chat))
    #expect(summary.title == "Ada Swift")
    #expect(summary.unreadCount == 0)
    #expect(summary.lastMessage?.delivery == .read)

    var notices = demo.typing().makeAsyncIterator()
    let running = Task { await Outbox(store: store, service: demo).run() }
    let mine = try await store.append(OutgoingMessage(body: "Tea!"), to: chat)
    var seen: [Delivery] = []
    func state() throws -> Delivery? { try store.makeReader().message(mine.id)?.delivery }
    for expected in [Delivery.queued, .sent, .delivered, .read] {
      try await until { try state() == expected }
      seen.append(expected)
      await clock.sleepers(1)
      clock.advance(by: .seconds(1))
    }
    #expect(await notices.next()?.isTyping == true)
    await clock.sleepers(1)
    clock.advance(by: .seconds(2))
    #expect(await notices.next()?.isTyping == false)
    try await until { try await store.latest(chat)?.body == DemoScript.sample.answers[0] }
    running.cancel()
  }
}
