// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

/// Two people and a server: everything they can say to each other.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
struct ConversationTests {
  private func friends(_ server: TestServer) async throws -> (alice: Person, bob: Person) {
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server)
    let bob = try await Person("bob", on: server)
    await alice.online()
    await bob.online()
    return (alice, bob)
  }

  @Test func twoPeopleTalk() async throws {
    let server = try await TestServer()
    let (alice, bob) = try await friends(server)

    // Both ways, with receipts.
    let hello = try await alice.say("Hello", to: "bob")
    try await bob.wait(for: "alice") { $0.map(\.body) == ["Hello"] }
    try await alice.wait(for: "bob") { $0.last?.delivery == .delivered }
    try await bob.say("Hi!", to: "alice")
    try await alice.wait(for: "bob") { $0.map(\.body) == ["Hello", "Hi!"] }

    // Read.
    let received = try #require(try await bob.messages(with: "alice").first)
    await bob.service.markDisplayed(upTo: received.id, in: received.conversation)
    try await alice.wait(for: "bob") { $0.first?.delivery == .read }

    // Typing.
    let typing = alice.service.typing()
    await Task.yield()
    let inBob = try await bob.conversation(with: "alice")
    try await Task.sleep(for: .milliseconds(50))
    await bob.service.setComposing(true, in: inBob)
    for await notice in typing {
      #expect(notice.isTyping)
      break
    }

    // Correction.
    try await alice.store.edit(hello.id, body: "Hello, Bob", at: .now)
    try await alice.service.sendCorrection(
      of: try #require(try await alice.messages(with: "bob").first))
    try await bob.wait(for: "alice") { $0.first?.body == "Hello, Bob" && $0.first?.edited != nil }
    #expect(try await bob.messages(with: "alice").count == 2)

    // Reaction.
    try await bob.service.react(with: ["\u{1F44D}"], to: received)
    let reacted = try await alice.wait(for: "bob") { $0.first?.reactions.isEmpty == false }
    #expect(reacted.first?.reactions.map(\.emoji) == ["\u{1F44D}"])
    try await bob.service.react(with: [], to: received)
    try await alice.wait(for: "bob") { $0.first?.reactions.isEmpty == true }

    // Reply.
    let target = try #require(try await bob.messages(with: "alice").first)
    try await bob.say("To that: yes", to: "alice", reply: Reply(answering: target))
    let answered = try await alice.wait(for: "bob") { $0.count == 3 }
    #expect(answered.last?.body == "To that: yes")
    #expect(answered.last?.reply?.excerpt == "Hello, Bob")

    // Retraction.
    let mine = try #require(try await bob.messages(with: "alice").last)
    try await bob.service.retract(mine)
    try await alice.wait(for: "bob") { $0.last?.isRetracted == true }
    await alice.service.stop()
    await bob.service.stop()
  }

  @Test func aSecondDeviceHasTheSame() async throws {
    let server = try await TestServer()
    let (alice, bob) = try await friends(server)
    let tablet = try await Person("alice", on: server, resource: "tablet")
    await tablet.online()
    // Until its catch-up is over it may miss the carbon and have the archive's copy: the same.
    try await alice.say("from the desk", to: "bob")
    try await tablet.wait(for: "bob") { $0.map(\.body) == ["from the desk"] }
    try await bob.say("to all", to: "alice")
    for device in [alice, tablet] {
      try await device.wait(for: "bob") { $0.map(\.body) == ["from the desk", "to all"] }
    }
    #expect(try await tablet.messages(with: "bob").first?.sender == .me)
    for person in [alice, bob, tablet] { await person.service.stop() }
  }

  @Test func strangersGetNoReceipt() async throws {
    let server = try await TestServer()
    let (alice, bob) = try await friends(server)
    let carol = try await Person("carol", on: server)
    await carol.online()
    try await carol.say("Buy this", to: "alice")
    try await alice.wait(for: "carol") { $0.count == 1 }
    // What was answered to bob, who is a friend, came later than anything to carol would have.
    try await bob.say("Hi", to: "alice")
    try await bob.wait(for: "alice") { $0.last?.delivery == .delivered }
    try await carol.wait(for: "alice") { $0.last?.delivery == .sent }
    #expect(try await carol.messages(with: "alice").last?.delivery == .sent)
    for person in [alice, bob, carol] { await person.service.stop() }
  }

  @Test func whatIsWrittenOfflineGoesOutLater() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    await bob.online()
    let alice = try await Person("alice", on: server)
    for number in 0..<20 { try await alice.say("\(number)", to: "bob") }
    await alice.online()
    try await bob.wait(for: "alice") { $0.count == 20 }
    #expect(try await bob.bodies(from: "alice") == (0..<20).map(String.init))
    try await alice.wait(for: "bob") { $0.allSatisfy { $0.delivery == .delivered } }
    await alice.service.stop()
    await bob.service.stop()
  }

  @Test func anAddressThatIsNoneSaysSo() async throws {
    let server = try await TestServer()
    let alice = try await Person("alice", on: server)
    await alice.online()
    try await alice.say("Anybody?", to: "nobody")
    let messages = try await alice.wait(for: "nobody") {
      if case .failed = $0.first?.delivery { true } else { false }
    }
    #expect(messages.count == 1)
    await alice.service.stop()
  }

  @Test func catchesUpWithoutLossOrDouble() async throws {
    let server = try await TestServer()
    let (alice, bob) = try await friends(server)
    try await bob.say("before", to: "alice")
    try await alice.wait(for: "bob") { $0.count == 1 }
    await alice.service.stop()
    for number in 0..<250 { try await bob.say("\(number)", to: "alice") }
    try await bob.wait(for: "alice") { $0.allSatisfy { $0.delivery != .queued } }

    // The same store, a new run: three pages behind what is known, and more while they come.
    let again = try await Person("alice", on: server, store: alice.store)
    await again.online()
    for number in 250..<260 { try await bob.say("\(number)", to: "alice") }
    let wanted = ["before"] + (0..<260).map(String.init)
    try await again.wait(for: "bob") { messages in
      messages.map(\.body) == wanted
    }
    #expect(try await again.messages(with: "bob").allSatisfy { $0.kind == .text })
    await again.service.stop()
    await bob.service.stop()
  }
}
