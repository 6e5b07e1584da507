// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatCore
@testable import ChatXMPP

/// What is said about messages while there is no connection.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
struct OfflineChangesTests {
  /// What is taken back in the moment in which the server acknowledges it is taken back there, too.
  @Test func aChangeDoesNotWaitForAMessageThatHasArrived() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server)
    let bob = try await Person("bob", on: server)
    await alice.online()
    await bob.online()
    for number in 1...100 {
      let slip = try await alice.say("slip", to: "bob")
      // Until it is on its way; the answer may be faster than the look.
      while await !alice.service.session.isHandedOver(slip),
        try await alice.messages(with: "bob").last?.delivery == .queued
      { await Task.yield() }
      try await alice.service.retract(slip)
      try await bob.wait(for: "alice") { $0.count == number && $0.last?.isRetracted == true }
    }
    await alice.service.stop()
    await bob.service.stop()
  }

  @Test func theyWaitInOrderAndSurviveARestart() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server)
    let bob = try await Person("bob", on: server)
    await alice.online()
    await bob.online()
    let first = try await alice.say("first", to: "bob")
    let second = try await alice.say("second", to: "bob")
    try await bob.say("from bob", to: "alice")
    let known = try await alice.wait(for: "bob") { messages in
      messages.count == 3 && messages.allSatisfy { $0.delivery != .queued }
    }
    let fromBob = try #require(known.last)
    await alice.service.stop()

    // Offline: a correction, a message, a retraction, a reaction, and a message with its own
    // correction and one that is taken back before it ever went out.
    try await alice.store.edit(first.id, body: "first, corrected", at: .now)
    try await alice.service.sendCorrection(of: first)
    let third = try await alice.say("third", to: "bob")
    try await alice.service.retract(second)
    try await alice.service.react(with: ["\u{1F44D}"], to: fromBob)
    try await alice.store.edit(third.id, body: "third, corrected", at: .now)
    try await alice.service.sendCorrection(of: third)
    let never = try await alice.say("never", to: "bob")
    try await alice.service.retract(never)
    // The screen shows it at once.
    let here = try await alice.messages(with: "bob")
    #expect(here.first { $0.id == second.id }?.isRetracted == true)
    #expect(here.first { $0.id == fromBob.id }?.reactions.map(\.emoji) == ["\u{1F44D}"])
    #expect(try await bob.bodies(from: "alice") == ["first", "second"])

    // Another run, with nothing but the store.
    let again = try await Person("alice", on: server, store: alice.store)
    await again.online()
    try await again.say("last", to: "bob")
    let there = try await bob.wait(for: "alice") { $0.last?.body == "last" }
    let bodies = there.filter { !$0.sender.isMe }.map(\.body)
    #expect(bodies == ["first, corrected", "", "third, corrected", "last"])
    #expect(there.first { $0.sender.isMe }?.reactions.map(\.emoji) == ["\u{1F44D}"])
    // Each left the queue by the server's word.
    try await again.queueIsEmpty()
    await again.service.stop()
    await bob.service.stop()
  }

  /// No service runs: the account is off, or has not begun. What is said in the meantime, and while
  /// the next service is being made, goes out with it.
  @Test func withoutAServiceTheyWaitForTheNextOne() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server)
    let bob = try await Person("bob", on: server)
    await alice.online()
    await bob.online()
    let first = try await alice.say("first", to: "bob")
    let second = try await alice.say("second", to: "bob")
    try await bob.say("from bob", to: "alice")
    let known = try await alice.wait(for: "bob") { messages in
      messages.count == 3 && messages.allSatisfy { $0.delivery != .queued }
    }
    let fromBob = try #require(known.last)
    await alice.service.stop()

    let changes = ChangesForLater(account: alice.account, store: alice.store)
    try await alice.store.edit(first.id, body: "first, corrected", at: .now)
    try await changes.sendCorrection(of: first)
    try await changes.retract(second)
    let here = try await alice.messages(with: "bob")
    #expect(here.first { $0.id == second.id }?.isRetracted == true)
    // Nobody takes back what is another's.
    try await changes.retract(fromBob)
    #expect(here.first { $0.id == fromBob.id }?.isRetracted == false)

    let again = try await Person("alice", on: server, store: alice.store)
    // This one is made already and does not know.
    try await changes.react(with: ["\u{1F44D}"], to: fromBob)
    await again.online()
    let there = try await bob.wait(for: "alice") { messages in
      messages.first { $0.sender.isMe }?.reactions.isEmpty == false
    }
    #expect(there.filter { !$0.sender.isMe }.map(\.body) == ["first, corrected", ""])
    try await again.queueIsEmpty()
    await again.service.stop()
    await bob.service.stop()
  }

  /// The session is lost right after they were handed over: each is said once.
  @Test func aLostSessionSaysThemOnce() async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    await bob.online()
    let alice = try await Person("alice", on: server, port: proxy.port)
    await alice.online()
    let message = try await alice.say("zero", to: "bob")
    try await alice.wait(for: "bob") { $0.allSatisfy { $0.delivery != .queued } }
    // It arrives, and the word of it does not come back.
    proxy.set { $0.eatsDown = true }
    try await alice.service.react(with: ["\u{1F44D}"], to: message)
    try await bob.wait(for: "alice") { $0.first?.reactions.isEmpty == false }
    proxy.set { $0.refuses = true }
    proxy.cut()
    let again = try await Person(
      "alice", on: server, resource: "again", store: alice.store, isFresh: true)
    await again.online()
    try await again.queueIsEmpty()
    #expect(try await bob.messages(with: "alice").first?.reactions.count == 1)
    for person in [alice, again, bob] { await person.service.stop() }
  }
}

/// A change whose turn comes while the store cannot be read.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
@NetworkActor
struct UnreadableStoreTests {
  @Test func aChangeIsTriedAgainWhenTheStoreCanBeRead() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let bob = StreamProbe(try server.configuration("bob"))
    bob.stream.start()
    await bob.online()
    bob.stream.send(XMLElement("presence", Namespace.client))
    let store = try Store.inMemory()
    let account = try await store.addAccount("alice@localhost")
    let clock = ManualClock()
    let session = AccountSession(
      account: account, store: store, stream: XMPPStream(try server.configuration("alice")),
      clock: clock)
    await withCheckedContinuation { ready in
      session.onReady = {
        session.onReady = nil
        ready.resume()
      }
      session.stream.start()
    }
    let chat = try await store.openConversation(
      .direct, with: "bob@localhost", title: "bob", of: account)
    let received = try await store.receive(
      IncomingMessage(
        sender: .other(address: "bob@localhost", name: "bob"), body: "Tea?", time: .now,
        originID: "b1"), in: chat)
    let message = try #require(received)
    let number = session.changes.next()
    let kept = try await store.transaction { store throws(StoreError) in
      try store.keep(
        .reactions(["\u{1F44D}"]), about: message, of: account, numberedFrom: number)
    }
    let change = try #require(kept)
    // Nothing else is to be written while the table is away.
    await withCheckedContinuation { done in session.writer.afterwards { done.resume() } }

    try await store.change("ALTER TABLE message RENAME TO away")
    session.changes.add(change.change, change.number)
    await session.sendChanges()
    #expect(session.changes.due(before: nil).count == 1, "it was not read, so not handed over")
    try await store.change("ALTER TABLE away RENAME TO message")
    clock.advance(by: StoreWriter.retryDelay)
    await bob.wait { probe in probe.stanzas.contains { $0["id"] == change.change.id } }
    await withCheckedContinuation { done in session.stop { done.resume() } }
    await bob.stopped()
  }
}

extension Store {
  fileprivate func change(_ schema: StaticString) throws(StoreError) { try connection.run(schema) }
}

/// The order of the queue, as a value.
@Suite @NetworkActor struct ChangeQueueTests {
  private func change(_ id: String, after: Int64) -> OutgoingChange {
    OutgoingChange(
      kind: .retraction, id: id, conversation: 1, message: 1, target: "t", after: after)
  }

  @Test func nothingPassesWhatWasSaidBefore() {
    let queue = ChangeQueue()
    for (id, after) in [("a", 5), ("b", 9), ("c", 7)] as [(String, Int64)] {
      queue.add(change(id, after: after), queue.next())
    }
    #expect(queue.due(before: 6).map(\.change.id) == ["a"])
    queue.handedOver(1)
    // "c" was said after "b", which waits for message 9.
    #expect(queue.due(before: 8).isEmpty)
    #expect(queue.due(before: nil).map(\.change.id) == ["b", "c"])
    queue.sessionBegan()
    #expect(queue.due(before: nil).map(\.change.id) == ["a", "b", "c"])
    #expect(queue.remove(token: ChangeQueue.token(1)) == 1)
    #expect(queue.entries.map(\.change.id) == ["b", "c"])
    #expect(ChangeQueue.isChange(ChangeQueue.token(1)) && !ChangeQueue.isChange(1))
    #expect(ChangeQueue.key(9) < ChangeQueue.key(10))
  }
}

extension Person {
  /// Waits until no change waits any more, in the store.
  func queueIsEmpty() async throws {
    let account = account
    while try await !store.read({ reader throws(StoreError) in
      try ChangeQueue.kept(by: reader, of: account)
    }).isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
