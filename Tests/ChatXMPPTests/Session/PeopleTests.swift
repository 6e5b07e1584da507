// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Foundation
import Testing

@testable import ChatXMPP

/// People and accounts at a real server.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
struct PeopleTests {
  @Test func anAccountIsMadeChangedAndDeleted() async throws {
    let server = try await TestServer()
    let template = try server.configuration("alice")
    var configuration = StreamConfiguration(address: try JID("localhost"), password: "")
    configuration.endpoint = template.endpoint
    configuration.trustFile = template.trustFile
    let registration = await AccountRegistration(server: try JID("localhost"))
    await registration.use(configuration)

    // A name that somebody has.
    var form = try await registration.form()
    form["username"] = "alice"
    form["password"] = "dora-pw"
    let taken = form
    await #expect(throws: RegistrationFailure.nameTaken) {
      try await registration.submit(taken)
    }
    // Over the same connection, once more.
    form = try await registration.form()
    form["username"] = "dora"
    form["password"] = "dora-pw"
    #expect(try await registration.submit(form) == JID("dora@localhost"))

    let dora = try await Person("dora", on: server)
    await dora.online()
    try await dora.service.changePassword(to: "another")
    await dora.service.stop()
    let wrong = try await StreamProbe(server.configuration("dora"))
    await wrong.startAndFail()
    #expect(await wrong.failure == .authentication(.wrongPassword))

    let again = try await Person("dora", on: server, password: "another")
    await again.online()
    try await again.service.deleteFromServer()
    await again.service.stop()
    // Nothing is asked of anybody then, so nothing is gone.
    await #expect(throws: RequestFailure.disconnected) {
      try await again.service.deleteFromServer()
    }
    let gone = try await StreamProbe(server.configuration("dora", password: "another"))
    await gone.startAndFail()
    #expect(await gone.failure == .authentication(.wrongPassword))
  }

  /// The server takes the session up again as it was, and so without what was said meanwhile.
  @Test func aStatusSetWithoutAConnectionIsSeenAfterIt() async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    let news = await bob.service.events()
    await bob.online()
    let alice = try await Person("alice", on: server, port: proxy.port)
    await alice.service.setPresence(.away, text: "Packing")
    await alice.online()
    func sees(_ text: String) async {
      for await case .presence(_, let presence) in news where presence.text == text { return }
    }
    await sees("Packing")
    let own = await alice.service.events()
    proxy.set { $0.refuses = true }
    proxy.cut()
    for await case .state(.offline) in own { break }
    await alice.service.setPresence(.doNotDisturb, text: "Flying")
    proxy.set { $0.refuses = false }
    await sees("Flying")
    #expect(
      await bob.service.presence(of: try JID("alice@localhost"))?.availability == .doNotDisturb)
    for person in [alice, bob] { await person.service.stop() }
  }

  @Test func peopleAskAndAreAnswered() async throws {
    let server = try await TestServer()
    let alice = try await Person("alice", on: server)
    let bob = try await Person("bob", on: server)
    await alice.online()
    await bob.online()
    let events = await bob.service.events()
    try await alice.service.addContact(
      JID("bob@localhost"), name: "Bobby", groups: ["Work"], nickname: "Ali", text: "It's me")
    let request = try await events.first { event in
      if case .subscriptionRequest(let request) = event { request } else { nil }
    }
    #expect(request.address.description == "alice@localhost")
    #expect(request.nickname == "Ali" && request.text == "It's me")
    #expect(await bob.service.subscriptionRequests() == [request])

    let news = await alice.service.events()
    try await bob.service.acceptRequest(of: request.address)
    #expect(await bob.service.subscriptionRequests().isEmpty)
    // Asked back, and accepted by itself, because alice had asked first.
    try await alice.contact("bob") { $0.subscription == .both && $0.name == "Bobby" }
    try await bob.contact("alice") { $0.subscription == .both }
    #expect(try await alice.contacts().first?.groups == ["Work"])
    _ = try await news.first { event in
      if case .presence(let who, let presence) = event, who.description == "bob@localhost",
        presence.availability == .available
      {
        true
      } else {
        nil
      }
    }

    // Presence and its text.
    await bob.service.setPresence(.doNotDisturb, text: "Writing")
    _ = try await news.first { event in
      if case .presence(_, let presence) = event, presence.text == "Writing" { true } else { nil }
    }
    #expect(
      await alice.service.presence(of: try JID("bob@localhost"))?.availability
        == .doNotDisturb)

    // What bob's client can, asked and proved.
    while await alice.service.canDo(Reactions.namespace, try JID("bob@localhost")) == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await alice.service.canDo(Reactions.namespace, try JID("bob@localhost")) == true)
    #expect(await alice.service.canDo("urn:x:none", try JID("bob@localhost")) == false)

    // Another name and other groups, then none at all.
    try await alice.service.setContact(JID("bob@localhost"), name: "Bob", groups: ["A", "B"])
    try await alice.contact("bob") { $0.name == "Bob" && $0.groups.sorted() == ["A", "B"] }
    try await alice.service.removeContact(JID("bob@localhost"))
    try await alice.contacts { $0.isEmpty }
    try await bob.contact("alice") { $0.subscription == .none }
    await alice.service.stop()
    await bob.service.stop()
  }

  @Test func whoeverIsBlockedIsNotHeard() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server)
    let tablet = try await Person("alice", on: server, resource: "tablet")
    let bob = try await Person("bob", on: server)
    for person in [alice, tablet, bob] { await person.online() }
    let news = await tablet.service.events()
    try await alice.service.block(JID("bob@localhost"), report: BlockReport(.spam))
    #expect(await alice.service.blockList().map(\.description) == ["bob@localhost"])
    _ = try await news.first { $0 == .blockListChanged ? true : nil }
    #expect(await tablet.service.blockList().map(\.description) == ["bob@localhost"])

    try await bob.say("Hello?", to: "alice")
    try await bob.wait(for: "alice") {
      if case .failed = $0.last?.delivery { true } else { false }
    }
    try await alice.service.unblock(JID("bob@localhost"))
    try await bob.say("And now?", to: "alice")
    let heard = try await alice.wait(for: "bob") { !$0.isEmpty }
    #expect(heard.map(\.body) == ["And now?"])
    for person in [alice, tablet, bob] { await person.service.stop() }
  }

  @Test func picturesAreFetchedOnceAndKept() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let folder = server.directory.appendingPathComponent("pictures").path
    let alice = try await Person("alice", on: server, pictures: folder)
    let bob = try await Person("bob", on: server)
    let carol = try await Person("carol", on: server)
    for person in [alice, bob, carol] { await person.online() }
    let address = try JID("bob@localhost")
    #expect(await alice.service.picture(of: address) == nil)

    let news = await alice.service.events()
    let first = OwnAvatar(png: Array("first picture".utf8), width: 64, height: 64)
    let own = await bob.service.events()
    try await bob.service.setPicture(first)
    _ = try await news.first { $0 == .avatarChanged(address) ? true : nil }
    // One's own is told, too, and shown.
    _ = try await own.first { $0 == .avatarChanged(address) ? true : nil }
    #expect(await bob.service.picture(of: address)?.bytes == first.png)
    #expect(await alice.service.picture(of: address)?.bytes == first.png)
    // A stranger's is not fetched.
    #expect(await carol.service.picture(of: address) == nil)
    // A new run, not even online, has it from the disk.
    await alice.service.stop()
    let again = try await Person("alice", on: server, store: alice.store, pictures: folder)
    #expect(await again.service.picture(of: address)?.bytes == first.png)
    // What lies there must be what its name says.
    let file = folder + "/" + Digest.sha1(first.png)
    try Data("other".utf8).write(to: URL(fileURLWithPath: file))
    #expect(await again.service.picture(of: address) == nil)

    await again.online()
    #expect(await again.service.picture(of: address)?.bytes == first.png)
    let more = await again.service.events()
    try await bob.service.setPicture(nil)
    _ = try await more.first { $0 == .avatarChanged(address) ? true : nil }
    #expect(await again.service.picture(of: address) == nil)
    #expect(await bob.service.picture(of: address) == nil)

    try await bob.service.setNickname("Bobster")
    _ = try await more.first { $0 == .nickname(address, "Bobster") ? true : nil }
    #expect(await again.service.nickname(of: address) == "Bobster")
    for person in [again, bob, carol] { await person.service.stop() }
  }
}

extension AsyncStream {
  struct Ended: Error {}

  /// The first element `pick` makes something of.
  func first<Result>(_ pick: (Element) throws -> Result?) async throws -> Result {
    for await element in self { if let result = try pick(element) { return result } }
    throw Ended()
  }
}

extension AccountRegistration {
  func use(_ configuration: StreamConfiguration) { self.configuration = configuration }
}

extension StreamProbe {
  func startAndFail() async {
    stream.start()
    await wait { $0.failure != nil }
    await stopped()
  }
}

extension Person {
  func contacts() async throws -> [Contact] {
    let account = account
    return try await store.read { reader throws(StoreError) in try reader.contacts(of: account) }
  }

  /// Waits until the list of contacts is as wanted.
  func contacts(_ condition: ([Contact]) -> Bool) async throws {
    let events = await service.events()
    if condition(try await contacts()) { return }
    for await event in events where event == .rosterChanged {
      if condition(try await contacts()) { return }
    }
  }

  func contact(_ name: String, _ condition: (Contact) -> Bool) async throws {
    try await contacts { all in
      all.first { $0.address == "\(name)@localhost" }.map(condition) == true
    }
  }
}
