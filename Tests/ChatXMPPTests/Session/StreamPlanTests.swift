// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

/// One sender, one connection that breaks by plan, and a bare stream that counts what comes out of
/// it: nothing lost, nothing twice on the wire, everything in order.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(10)))
struct StreamPlanTests {
  enum Plan: String, CaseIterable, Sendable {
    /// Nothing happens.
    case none
    /// The connection is reset.
    case reset
    /// It is reset three times.
    case resets
    /// What the client sends in the last 0.3 s is swallowed, then the connection is reset.
    case inFlight
    /// What the server sends in the last 0.3 s is swallowed, acknowledgements with it.
    case acknowledgements
    /// The server forgets the session: resumption fails, with the server's count.
    case expiry
    /// Swallowed and reset right after the first message.
    case early
    /// The connection is open and nothing passes for a while.
    case stall
    /// Each attempt to come back is cut a step later than the one before.
    case everyStep
  }

  static let count = CutTests.isFull ? 500 : 100

  @Test(arguments: Plan.allCases) func eachArrivesOnceAndInOrder(_ plan: Plan) async throws {
    var options = TestServer.Options()
    if plan == .expiry { options.hibernation = 1 }
    let server = try await TestServer(options)
    try server.befriend("alice", ["bob"])
    let proxy = try CuttingProxy(to: server.port)
    let bob = try await StreamProbe(server.configuration("bob"))
    await bob.isThere()
    let alice = try await Person("alice", on: server, port: proxy.port)
    await alice.online()

    async let breaks: Void = carryOut(plan, proxy, bob, alice)
    for number in 0..<Self.count {
      try await alice.say("\(number)", to: "bob")
      try await Task.sleep(for: .milliseconds(20))
    }
    try await breaks
    try await alice.wait(for: "bob") { $0.allSatisfy { $0.delivery != .queued } }
    // Whatever was sent twice has come before this.
    try await alice.say("end", to: "bob")
    await bob.wait { $0.bodies.last == "end" }
    let bodies = await bob.bodies
    #expect(bodies == (0..<Self.count).map(String.init) + ["end"])
    await alice.service.stop()
    await bob.stopped()
  }

  private func carryOut(
    _ plan: Plan, _ proxy: CuttingProxy, _ bob: StreamProbe, _ alice: Person
  ) async throws {
    func swallow(
      for duration: Duration = .milliseconds(300),
      _ change: (inout CuttingProxy.Behaviour) -> Void
    ) async throws {
      proxy.set(change)
      try await Task.sleep(for: duration)
    }
    switch plan {
    case .none: return
    case .reset:
      await bob.heard(30)
      proxy.cut()
    case .resets:
      for count in [20, 50, 80] {
        await bob.heard(count)
        proxy.cut()
      }
    case .inFlight:
      await bob.heard(30)
      try await swallow { $0.eatsUp = true }
      proxy.cut()
    case .acknowledgements:
      await bob.heard(30)
      try await swallow { $0.eatsDown = true }
      proxy.cut()
    case .expiry:
      await bob.heard(30)
      try await swallow { $0.eatsUp = true }
      proxy.set { $0.refuses = true }
      proxy.cut()
      try await Task.sleep(for: .seconds(3))
    case .early:
      await bob.heard(1)
      try await swallow(for: .milliseconds(100)) { $0.eatsUp = true }
      proxy.cut()
    case .stall:
      await bob.heard(30)
      try await swallow(for: .milliseconds(500)) { $0.isFrozen = true }
    case .everyStep:
      await bob.heard(30)
      // TLS, its certificates, the login and the resumption take some five kilobytes.
      for bytes in stride(from: 100, through: 5_000, by: 700) {
        proxy.set { $0.cutsAfter = bytes }
        proxy.cut()
        // The network is back, so the back-off begins anew.
        await alice.service.networkChanged(isUp: true)
        try await Task.sleep(for: .milliseconds(800))
      }
    }
    proxy.set { $0 = .init() }
    await alice.service.networkChanged(isUp: true)
  }
}

extension StreamProbe {
  /// Online, and seen by others.
  func isThere() async {
    stream.start()
    await online()
    stream.send(Presence.stanza(.available, capabilities: nil))
  }

  func heard(_ count: Int) async { await wait { $0.bodies.count >= count } }
}
