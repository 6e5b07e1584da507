// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

/// A server that says nothing is not waited for for ever, whatever it has stopped at.
@Suite(.timeLimit(.minutes(2))) @NetworkActor struct WatchdogTests {
  /// It accepts, and that is all.
  @Test func whoNeverNegotiatesIsLeft() async throws {
    let listener = try Socket(listeningOn: 0)
    defer { listener.close() }
    var configuration = StreamConfiguration(address: .known("alice@localhost"), password: "")
    configuration.endpoint = Endpoint(
      host: "127.0.0.1", port: listener.localPort, usesDirectTLS: false)
    configuration.timing.negotiation = .milliseconds(200)
    let probe = StreamProbe(configuration)
    probe.stream.start()
    await probe.wait { $0.failure != nil }
    #expect(probe.failure == .timeout(.negotiating))
    await probe.stopped()
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
