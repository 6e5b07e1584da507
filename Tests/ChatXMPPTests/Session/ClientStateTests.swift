// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

/// What goes over the wire about whether somebody looks (XEP-0352), as the server heard it.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
@NetworkActor struct ClientStateTests {
  /// Returns once the server has dealt with everything sent before.
  private func settled(_ probe: StreamProbe, _ token: UInt64) async {
    probe.say("?", to: "alice@localhost", token: token)
    await probe.wait { $0.acknowledged.contains(token) }
  }

  @Test func eachChangeIsToldOnce() async throws {
    let server = try await TestServer()
    let probe = StreamProbe(try server.configuration("alice"))
    probe.stream.start()
    await probe.online()
    for isActive in [true, true, false, false, true, false] { probe.stream.setActive(isActive) }
    await settled(probe, 1)
    // A session begins active, so the first two say nothing.
    #expect(server.heardActivity == ["inactive", "active", "inactive"])
    await probe.stopped()
  }

  @Test func whoeverLooksAwayBeforeTheLoginIsToldAfterIt() async throws {
    let server = try await TestServer()
    let probe = StreamProbe(try server.configuration("alice"))
    probe.stream.setActive(false)
    probe.stream.start()
    await probe.online()
    await settled(probe, 1)
    #expect(server.heardActivity == ["inactive"])
    await probe.stopped()
  }

  @Test func aNewSessionIsToldAgain() async throws {
    let server = try await TestServer()
    let probe = StreamProbe(try server.configuration("alice"))
    probe.stream.start()
    await probe.online()
    probe.stream.setActive(false)
    await settled(probe, 1)
    await probe.stopped()
    probe.stream.start()
    await probe.online()
    await settled(probe, 2)
    #expect(probe.sessions == (2, 0))
    #expect(server.heardActivity == ["inactive", "inactive"])
    await probe.stopped()
  }

  /// Whether a session that is taken up again is still what it was is up to the server: both states
  /// are told once more.
  @Test(arguments: [false, true]) func aResumedSessionIsToldAgain(_ looks: Bool) async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    let probe = StreamProbe(try server.configuration("alice", port: proxy.port))
    probe.stream.start()
    await probe.online()
    probe.stream.setActive(false)
    await settled(probe, 1)
    proxy.set { $0.refuses = true }
    proxy.cut()
    await probe.wait { !$0.stream.isOnline }
    probe.stream.setActive(looks)
    proxy.set { $0 = .init() }
    await probe.wait { $0.sessions.resumed == 1 }
    await settled(probe, 2)
    #expect(server.heardActivity == ["inactive", looks ? "active" : "inactive"])
    await probe.stopped()
  }

  @Test func nothingIsToldWhereItIsNotOffered() async throws {
    var options = TestServer.Options()
    options.hasClientState = false
    let server = try await TestServer(options)
    let probe = StreamProbe(try server.configuration("alice"))
    probe.stream.start()
    await probe.online()
    #expect(!probe.stream.features.offersClientState)
    probe.stream.setActive(false)
    await settled(probe, 1)
    #expect(server.heardActivity == [])
    #expect(probe.sessions == (1, 0), "it would have ended the stream")
    await probe.stopped()
  }
}
