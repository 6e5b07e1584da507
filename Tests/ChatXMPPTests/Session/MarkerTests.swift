// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

/// "Displayed" marks (XEP-0333) of what is read while there is no connection.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
@NetworkActor
struct MarkerTests {
  /// Somebody whose stanzas can be looked at.
  private func peer(_ name: String, on server: TestServer) async throws -> StreamProbe {
    let probe = StreamProbe(try server.configuration(name))
    probe.stream.start()
    await probe.online()
    probe.stream.send(XMLElement("presence", Namespace.client))
    return probe
  }

  private func markers(_ probe: StreamProbe) -> [String] {
    probe.stanzas.filter { $0.name == "message" }.compactMap(ChatMarkers.displayed(in:))
  }

  /// Says something that has come when all that was sent before it has come, too.
  private func barrier(_ person: Person, _ probe: StreamProbe, _ name: String) async throws {
    try await person.say("that was all", to: name)
    await probe.wait { $0.bodies.contains("that was all") }
  }

  private func hear(_ count: Int, from name: String, _ person: Person) async throws -> [Message] {
    try await person.wait(for: name) { $0.count == count }
  }

  private func kept(by person: Person) async throws -> [String] {
    let account = person.account
    return try await person.store.read { reader throws(StoreError) in
      try reader.values(prefix: KeptMarker.prefix, of: account).map(\.value)
    }
  }

  private func say(_ body: String, _ id: String, _ probe: StreamProbe) {
    probe.stream.send(
      XMLElement(
        "message", Namespace.client, ["to": "alice@localhost", "type": "chat", "id": id],
        children: [XMLElement("body", Namespace.client, text: body), ChatMarkers.markable]))
  }

  @Test func theNewestOfEachConversationGoesOutWithTheNextSignIn() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob", "carol"])
    let bob = try await peer("bob", on: server)
    let carol = try await peer("carol", on: server)
    let alice = try await Person("alice", on: server)
    await alice.online()
    for number in 1...3 { say("from bob", "b\(number)", bob) }
    say("from carol", "c1", carol)
    let fromBob = try await hear(3, from: "bob", alice)
    let fromCarol = try await hear(1, from: "carol", alice)
    await alice.service.stop()

    for message in fromBob + fromCarol {
      await alice.service.markDisplayed(upTo: message.id, in: message.conversation)
    }
    await withCheckedContinuation { done in
      alice.service.session.writer.afterwards { done.resume() }
    }
    #expect(try await kept(by: alice).sorted() == ["b3", "c1"])
    #expect(markers(bob).isEmpty)

    // Another run, with nothing but the store.
    let again = try await Person("alice", on: server, store: alice.store)
    await again.online()
    await bob.wait { probe in !markers(probe).isEmpty }
    await carol.wait { probe in !markers(probe).isEmpty }
    try await barrier(again, bob, "bob")
    try await barrier(again, carol, "carol")
    #expect(markers(bob) == ["b3"])
    #expect(markers(carol) == ["c1"])
    #expect(try await kept(by: again).isEmpty)
    await again.service.stop()
    for probe in [bob, carol] { await probe.stopped() }
  }

  /// Nobody is told who may not see that we are there, and nobody when the user does not want it,
  /// be it when he reads or when he signs in.
  @Test(arguments: [true, false])
  func nobodyIsToldAgainstOnesWill(isWilling: Bool) async throws {
    let server = try await TestServer()
    // Carol is a stranger.
    try server.befriend("alice", ["bob"])
    let bob = try await peer("bob", on: server)
    let carol = try await peer("carol", on: server)
    let alice = try await Person("alice", on: server)
    await alice.online()
    say("from bob", "b1", bob)
    say("from carol", "c1", carol)
    let messages =
      try await hear(1, from: "bob", alice) + (try await hear(1, from: "carol", alice))
    await alice.service.stop()

    // No service runs.
    let later = ChangesForLater(account: alice.account, store: alice.store)
    for message in messages {
      try await later.markDisplayed(upTo: message.id, in: message.conversation)
    }
    #expect(try await kept(by: alice).sorted() == ["b1", "c1"])
    let again = try await Person("alice", on: server, store: alice.store)
    again.service.setDisclosure(Disclosure(markers: isWilling))
    await again.online()
    while try await !kept(by: again).isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    if isWilling { await bob.wait { probe in !markers(probe).isEmpty } }
    try await barrier(again, bob, "bob")
    try await barrier(again, carol, "carol")
    #expect(markers(bob) == (isWilling ? ["b1"] : []))
    #expect(markers(carol).isEmpty)
    await again.service.stop()

    // Read while it is not wanted, it is not kept either.
    for message in messages where !isWilling {
      await again.service.markDisplayed(upTo: message.id, in: message.conversation)
    }
    #expect(try await kept(by: again).isEmpty)
    for probe in [bob, carol] { await probe.stopped() }
  }
}
