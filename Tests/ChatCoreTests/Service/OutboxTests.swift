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

  /// A message that is on its way to the service while a new session begins must not go out before
  /// the older ones that are handed over once more.
  @Test func nothingNewerOvertakesANewSession() async throws {
    let chat = try await store.chat()
    let service = SessionService()
    let outbox = Outbox(store: store, service: service)
    let running = Task { await outbox.run() }
    for body in ["1", "2"] { try await store.append(OutgoingMessage(body: body), to: chat) }
    await until { await service.taken == ["1", "2"] }
    await service.disconnect()
    try await store.append(OutgoingMessage(body: "3"), to: chat)
    await until { await service.isHolding }
    let beginning = Task {
      await outbox.beginSession()
      await service.connect()
      outbox.wake()
    }
    // Long enough for a session that would not wait.
    for _ in 0..<1_000 { await Task.yield() }
    await service.release()
    await beginning.value
    await until { await service.taken.count >= 5 }
    #expect(await service.taken == ["1", "2", "1", "2", "3"])
    running.cancel()
  }

  /// What came back can be sent once more in the same session.
  @Test func whatCameBackCanBeSentAgain() async throws {
    let chat = try await store.chat()
    await service.answer(.success(.queued))
    let running = Task { await outbox.run() }
    let message = try await store.append(OutgoingMessage(body: "1"), to: chat)
    await until { await service.delivered.count == 1 }
    try await store.updateDelivery(of: message.id, to: .failed(reason: .said("No such person.")))
    // The change after it has been seen, so the failure has been, too.
    try await store.append(OutgoingMessage(body: "2"), to: chat)
    await until { await service.delivered.count == 2 }
    try await store.updateDelivery(of: message.id, to: .queued)
    await until { await service.delivered.count == 3 }
    #expect(await service.delivered.map(\.body) == ["1", "2", "1"])
    running.cancel()
  }

  /// Its answer comes while the walk through the queue waits for an older message: what was read of
  /// it before says "queued" still.
  @Test func whatHasItsAnswerMeanwhileDoesNotGoAgain() async throws {
    let chat = try await store.chat()
    let service = SessionService()
    let outbox = Outbox(store: store, service: service)
    let running = Task { await outbox.run() }
    let first = try await store.append(OutgoingMessage(body: "1"), to: chat)
    let second = try await store.append(OutgoingMessage(body: "2"), to: chat)
    await until { await service.taken == ["1", "2"] }
    // The older one came back and is tried again.
    try await store.updateDelivery(of: first.id, to: .failed(reason: .said("No such person.")))
    await until { await outbox.handedOver == [second.id] }
    await service.holdNext()
    try await store.updateDelivery(of: first.id, to: .queued)
    await until { await service.isHolding }
    try await store.updateDelivery(of: second.id, to: .sent)
    await until { await outbox.handedOver == [first.id] }
    await service.release()
    try await store.append(OutgoingMessage(body: "end"), to: chat)
    await until { await service.taken.last == "end" }
    #expect(await service.taken == ["1", "2", "1", "end"])
    running.cancel()
  }

  @Test func aRefusalIsSaidAndCanBeTriedAgain() async throws {
    let chat = try await store.chat()
    await service.answer(.failure(.refused(reason: .said("No such person."))))
    let running = Task { await outbox.run() }
    let message = try await store.append(OutgoingMessage(body: "1"), to: chat)
    try await until { try states(chat) == [.failed(reason: .said("No such person."))] }
    await service.answer(.success(.delivered))
    try await store.updateDelivery(of: message.id, to: .queued)
    try await until { try states(chat) == [.delivered] }
    running.cancel()
  }
}

/// A service with sessions: it takes messages while connected and can hold one back on the way.
private actor SessionService: ChatService {
  nonisolated let account = AccountID(rawValue: 1)
  private(set) var taken: [String] = []
  private var isConnected = true
  private var holdsNext = false
  private var held: CheckedContinuation<Void, Never>?

  func holdNext() { holdsNext = true }
  var isHolding: Bool { held != nil }
  func connect() { isConnected = true }
  func disconnect() { isConnected = false }
  func release() {
    held?.resume()
    held = nil
  }

  func deliver(_ message: Message) async throws(DeliveryError) -> Delivery {
    if holdsNext || (message.body == "3" && !taken.contains("3") && !isConnected) {
      holdsNext = false
      await withCheckedContinuation { held = $0 }
    }
    guard isConnected else { throw .offline }
    taken.append(message.body)
    return .queued
  }

  func setComposing(_ composing: Bool, in conversation: ConversationID) {}
  func markDisplayed(upTo message: MessageID, in conversation: ConversationID) {}
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
