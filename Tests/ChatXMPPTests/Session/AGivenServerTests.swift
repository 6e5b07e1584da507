// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

/// What is asked of every server, at one that a script has started (Tests/Interoperability/ejabberd).
/// ``WholeConversationTests`` has the rest.
@Suite(
  .enabled(if: GivenHost.current != nil, "only for Tests/Interoperability"),
  .timeLimit(.minutes(5)))
struct AGivenServerTests {
  /// Two people who know each other.
  private func friends() async throws -> (host: GivenHost, alice: Person, bob: Person) {
    let host = try #require(GivenHost.current)
    let suffix = StanzaID.random().prefix(8).lowercased()
    var people: [Person] = []
    for name in ["a-\(suffix)", "b-\(suffix)"] {
      try await host.makeAccount(name)
      people.append(try await Person(name, on: host))
    }
    for person in people { await person.online() }
    let (alice, bob) = (people[0], people[1])
    let events = await bob.service.events()
    try await alice.service.addContact(.known("\(bob.name)@localhost"))
    _ = try await events.first { event in
      if case .subscriptionRequest = event { true } else { nil }
    }
    try await bob.service.acceptRequest(of: .known("\(alice.name)@localhost"))
    try await alice.contact(bob.name) { $0.subscription == .both }
    try await bob.contact(alice.name) { $0.subscription == .both }
    return (host, alice, bob)
  }

  /// Registered in-band, signed in with SCRAM over both kinds of TLS; a second one has no such name.
  @Test(arguments: [false, true])
  func signsInWithSCRAM(direct: Bool) async throws {
    let host = try #require(GivenHost.current)
    let name = "s-\(StanzaID.random().prefix(8).lowercased())"
    try await host.makeAccount(name)
    await #expect(throws: RegistrationFailure.nameTaken) { try await host.makeAccount(name) }
    let probe = try await StreamProbe(host.configuration(name, direct: direct))
    await probe.stream.start()
    await probe.online()
    #expect(await probe.stream.configuration.mechanismFloor?.isSCRAM == true)
    #expect(await probe.stream.features.offersStreamManagement)
    await probe.stopped()
    let wrong = try await StreamProbe(host.configuration(name, password: "wrong"))
    await wrong.startAndFail()
    #expect(await wrong.failure == .authentication(.wrongPassword))
  }

  @Test func blocks() async throws {
    let (_, alice, bob) = try await friends()
    let address = JID.known("\(bob.name)@localhost")
    try await alice.service.block(address)
    #expect(await alice.service.blockList() == [address])
    try await bob.say("Hello?", to: alice.name)
    try await bob.wait(for: alice.name) {
      if case .failed = $0.last?.delivery { true } else { false }
    }
    try await alice.service.unblock(address)
    try await bob.say("And now?", to: alice.name)
    let heard = try await alice.wait(for: bob.name) { !$0.isEmpty }
    #expect(heard.map(\.body) == ["And now?"])
    for person in [alice, bob] { await person.service.stop() }
  }

  @Test func showsPicturesAndNames() async throws {
    let (_, alice, bob) = try await friends()
    let address = JID.known("\(bob.name)@localhost")
    let news = await alice.service.events()
    let picture = OwnAvatar(png: Array("a picture".utf8), width: 64, height: 64)
    try await bob.service.setPicture(picture)
    _ = try await news.first { $0 == .avatarChanged(address) ? true : nil }
    #expect(await alice.service.picture(of: address)?.bytes == picture.png)
    try await bob.service.setNickname("Bobster")
    _ = try await news.first { $0 == .nickname(address, "Bobster") ? true : nil }
    for person in [alice, bob] { await person.service.stop() }
  }

  @Test func takesANewPasswordAndDeletesTheAccount() async throws {
    let (host, alice, bob) = try await friends()
    try await alice.service.changePassword(to: "another")
    await alice.service.stop()
    let again = try await Person(alice.name, on: host, password: "another")
    await again.online()
    try await again.service.deleteFromServer()
    await again.service.stop()
    let gone = try await StreamProbe(host.configuration(alice.name, password: "another"))
    await gone.startAndFail()
    #expect(await gone.failure == .authentication(.wrongPassword))
    await bob.service.stop()
  }
}
