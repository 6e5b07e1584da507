// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Glibc
import Testing

@testable import ChatXMPP

/// A server that says nothing is not waited for for ever, whatever it has stopped at.
@Suite(.timeLimit(.minutes(2))) @NetworkActor struct WatchdogTests {
  private func configuration(_ listener: Socket) -> StreamConfiguration {
    var configuration = StreamConfiguration(address: .known("alice@localhost"), password: "")
    configuration.endpoint = Endpoint(
      host: "127.0.0.1", port: listener.localPort, usesDirectTLS: false)
    return configuration
  }

  @Test func howLongIsWaited() {
    let timing = StreamConfiguration.Timing()
    #expect(timing.connect == .seconds(20))
    #expect(timing.negotiation == .seconds(30))
    #expect(timing.acknowledgement == .seconds(20))
    #expect(timing.silence >= .seconds(60))
  }

  /// It does not even accept: its queue is full, so that the first packet is not answered.
  @Test func whoDoesNotAnswerTheCallIsLeft() async throws {
    let listener = try Socket(listeningOn: 0)
    defer { listener.close() }
    listen(listener.descriptor, 0)
    let callers = try (0..<4).map { _ in try Socket(callingWithoutWaiting: listener.localPort) }
    defer { for caller in callers { caller.close() } }
    var configuration = configuration(listener)
    configuration.timing.connect = .milliseconds(200)
    let probe = StreamProbe(configuration)
    probe.stream.start()
    await probe.wait { $0.failure != nil }
    #expect(probe.failure == .unreachable(domain: "localhost", .noAnswer))
    await probe.stopped()
  }

  /// It accepts, and that is all.
  @Test func whoNeverNegotiatesIsLeft() async throws {
    let listener = try Socket(listeningOn: 0)
    defer { listener.close() }
    var configuration = configuration(listener)
    configuration.timing.negotiation = .milliseconds(200)
    let probe = StreamProbe(configuration)
    probe.stream.start()
    await probe.wait { $0.failure != nil }
    #expect(probe.failure == .timeout(.negotiating))
    await probe.stopped()
  }

  /// It stops in the middle of its header, of the way to TLS, of the handshake, of the login; and
  /// once it speaks, the same stream comes up.
  @Test(
    .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
    arguments: [20, 300, 1_000, 2_400])
  func whoStopsOnTheWayIsLeft(_ bytes: Int) async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    proxy.set { $0.stallsAfter = bytes }
    var configuration = try server.configuration("alice", port: proxy.port)
    configuration.timing.negotiation = .milliseconds(300)
    let probe = StreamProbe(configuration)
    probe.stream.start()
    await probe.wait { $0.failure != nil }
    #expect(probe.failure == .timeout(.negotiating))
    probe.stream.configuration.timing.negotiation = .seconds(30)
    proxy.set { $0 = .init() }
    probe.stream.networkChanged(isUp: true)
    await probe.online()
    await probe.stopped()
  }

  /// Who takes messages and never says so is dropped; the message goes again, under the same id,
  /// and arrives once, whether it had come there or not.
  @Test(
    .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
    arguments: [true, false])
  func whoNeverAcknowledgesIsLeftAndToldAgain(arrives: Bool) async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let proxy = try CuttingProxy(to: server.port)
    let bob = StreamProbe(try server.configuration("bob"))
    await bob.isThere()
    var configuration = try server.configuration("alice", port: proxy.port)
    configuration.timing.acknowledgement = .milliseconds(300)
    let store = try Store.inMemory()
    let alice = try await Person("alice", configuration, store: store)
    let events = await alice.service.events()
    await alice.online()
    try await alice.say("before", to: "bob")
    try await alice.wait(for: "bob") { $0.allSatisfy { $0.delivery == .sent } }
    proxy.set { if arrives { $0.eatsDown = true } else { $0.eatsUp = true } }
    let message = try await alice.say("in doubt", to: "bob")
    for await event in events {
      if case .state(.offline(.timeout(.acknowledging), retry: _?)) = event { break }
    }
    // The link works again; there is no other way to learn what became of the message.
    proxy.cut()
    proxy.set { $0 = .init() }
    alice.service.networkChanged(isUp: true)
    try await alice.wait(for: "bob") { $0.allSatisfy { $0.delivery == .sent } }
    try await alice.say("after", to: "bob")
    await bob.wait { $0.bodies.last == "after" }
    #expect(bob.bodies == ["before", "in doubt", "after"])
    let heard = bob.stanzas.first { $0.child("body")?.text == "in doubt" }
    #expect(heard?["id"] == message.originID)
    await alice.service.stop()
    await bob.stopped()
  }

  /// Nobody says anything: it asks by itself, and stays.
  @Test(.enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)))
  func silenceIsAskedAboutAndNoFault() async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    var configuration = try server.configuration("alice", port: proxy.port)
    configuration.timing.silence = .milliseconds(400)
    configuration.timing.acknowledgement = .milliseconds(300)
    let probe = StreamProbe(configuration)
    probe.stream.start()
    await probe.online()
    let before = proxy.bytesUp
    while proxy.bytesUp == before { try await Task.sleep(for: .milliseconds(10)) }
    #expect(probe.stream.isOnline)
    // And a link that died in silence is found dead.
    proxy.set { $0.isFrozen = true }
    await probe.wait { $0.failure != nil }
    #expect(probe.failure == .timeout(.acknowledging))
    proxy.cut()
    proxy.set { $0.isFrozen = false }
    await probe.stopped()
  }
}
