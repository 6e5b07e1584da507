// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

/// The stream against a real server.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
@NetworkActor
struct StreamServerTests {
  @Test(arguments: [true, false])
  func signsInAndOut(direct: Bool) async throws {
    let server = try await TestServer()
    let probe = StreamProbe(try server.configuration("alice", direct: direct))
    probe.stream.start()
    await probe.online()
    #expect(probe.stream.address?.description == "alice@localhost/test")
    #expect(probe.stream.configuration.mechanismFloor == .scramSHA256)
    #expect(probe.stream.features.offersStreamManagement)
    await probe.stopped()
    #expect(!probe.stream.isOnline)
    await server.stop()
    #expect(server.log.contains("Authenticated as alice@localhost"))
  }

  @Test func bindsTheLoginToTheChannel() async throws {
    // Prosody 0.12 offers channel binding (tls-unique) up to TLS 1.2.
    var options = TestServer.Options()
    options.tls = "tlsv1_2"
    let server = try await TestServer(options)
    let probe = StreamProbe(try server.configuration("alice"))
    probe.stream.start()
    await probe.online()
    #expect(probe.stream.login == .scramSHA256Plus)
    #expect(probe.stream.configuration.mechanismFloor == .scramSHA256Plus)
    await probe.stopped()
    // The same server, and somebody between who talks TLS with both: the binding is missed.
    var stripped = TestServer.Options()
    stripped.tls = "tlsv1_3"
    let other = try await TestServer(stripped)
    var configuration = try other.configuration("alice")
    configuration.mechanismFloor = .scramSHA256Plus
    let between = StreamProbe(configuration)
    between.stream.start()
    await between.wait { $0.failure != nil }
    guard case .authentication(let refusal) = between.failure,
      case .noMechanism(_, isDowngrade: true) = refusal
    else {
      Issue.record("\(String(describing: between.failure))")
      return
    }
    #expect(!other.log.contains("Authenticated"))
    // The user knows that the server was moved.
    #expect(refusal.lesserMechanism == .scramSHA256)
    between.stream.configuration.mechanismFloor = refusal.lesserMechanism
    between.stream.start()
    await between.online()
    #expect(between.stream.login == .scramSHA256)
    await between.stopped()
    await other.stop()
    await server.stop()
  }

  @Test func aWrongPasswordIsTold() async throws {
    let server = try await TestServer()
    var configuration = try server.configuration("alice")
    configuration.password = "wrong"
    let probe = StreamProbe(configuration)
    probe.stream.start()
    await probe.wait { $0.failure != nil }
    #expect(probe.failure == .authentication(.wrongPassword))
  }

  @Test func messagesArriveAndAreAcknowledged() async throws {
    let server = try await TestServer()
    let alice = StreamProbe(try server.configuration("alice"))
    let bob = StreamProbe(try server.configuration("bob"))
    alice.stream.start()
    bob.stream.start()
    await alice.online()
    await bob.online()
    for number in 0..<50 {
      alice.say("\(number)", to: "bob@localhost/test", token: UInt64(number))
    }
    await bob.wait { $0.bodies.count == 50 }
    #expect(bob.bodies == (0..<50).map(String.init))
    await alice.wait { $0.acknowledged.count == 50 }
    #expect(alice.acknowledged == Array(0..<50))
    await alice.stopped()
    await bob.stopped()
  }

  @Test func acknowledgesWithoutStreamManagement() async throws {
    var options = TestServer.Options()
    options.hasStreamManagement = false
    let server = try await TestServer(options)
    let alice = StreamProbe(try server.configuration("alice"))
    alice.stream.start()
    await alice.online()
    #expect(!alice.stream.features.offersStreamManagement)
    for number in 0..<20 { alice.say("x", to: "alice@localhost/test", token: UInt64(number)) }
    await alice.wait { $0.acknowledged.count == 20 }
    #expect(alice.acknowledged == Array(0..<20))
    await alice.stopped()
  }

  @Test func resumesAfterACut() async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    let alice = StreamProbe(try server.configuration("alice", port: proxy.port))
    let bob = StreamProbe(try server.configuration("bob"))
    alice.stream.start()
    bob.stream.start()
    await alice.online()
    await bob.online()
    alice.say("0", to: "bob@localhost/test", token: 0)
    await bob.wait { $0.bodies.count == 1 }
    // What is sent now never arrives; then the link breaks.
    proxy.set { $0.eatsUp = true }
    for number in 1..<10 {
      alice.say("\(number)", to: "bob@localhost/test", token: UInt64(number))
    }
    bob.say("back", to: "alice@localhost/test")
    proxy.cut()
    proxy.set { $0.eatsUp = false }
    await bob.wait { $0.bodies.count == 10 }
    #expect(bob.bodies == (0..<10).map(String.init))
    await alice.wait { $0.acknowledged.count == 10 && $0.bodies == ["back"] }
    #expect(alice.sessions == (1, 1))
    await alice.stopped()
    await bob.stopped()
  }

  @Test func resumesInANewRunOfTheApp() async throws {
    let server = try await TestServer()
    let bob = StreamProbe(try server.configuration("bob"))
    bob.stream.start()
    await bob.online()
    let first = StreamProbe(try server.configuration("alice"))
    first.stream.start()
    await first.online()
    first.say("one", to: "bob@localhost/test", token: 1)
    await first.wait { $0.acknowledged == [1] }
    let snapshot = try #require(first.stream.snapshot)
    first.stream.abandon()
    bob.say("while away", to: "alice@localhost/test")

    let second = StreamProbe(try server.configuration("alice"), restoring: snapshot)
    second.stream.start()
    await second.wait { $0.bodies == ["while away"] }
    #expect(second.sessions == (0, 1))
    #expect(second.stream.address?.description == "alice@localhost/test")
    await second.stopped()
    await bob.stopped()
  }

  @Test func aSessionTheServerForgotLeavesItsMessagesInDoubt() async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    let alice = StreamProbe(try server.configuration("alice", port: proxy.port))
    alice.stream.start()
    await alice.online()
    proxy.set { $0.eatsUp = true }
    alice.say("lost", to: "bob@localhost", token: 7)
    try await Task.sleep(for: .milliseconds(50))
    proxy.set { $0.refuses = true }
    proxy.cut()
    await server.stop()
    try await server.start()
    proxy.set { $0 = .init() }
    await alice.wait { $0.sessions.new == 2 }
    let inDoubt = alice.log.flatMap { event -> [StreamManagement.Entry] in
      if case .inDoubt(let entries) = event { entries } else { [] }
    }
    #expect(inDoubt.map(\.token) == [7])
    await alice.stopped()
  }

  // MARK: Certificates (X22)

  @Test(arguments: [
    ("selfsigned", CertificateProblems.unknownIssuer), ("wrongname", .wrongName),
    ("expired", .expired),
  ])
  func asksAboutABadCertificate(_ name: String, _ problem: CertificateProblems) async throws {
    var options = TestServer.Options()
    options.certificate = name
    let server = try await TestServer(options)
    let probe = StreamProbe(try server.configuration("alice"))
    probe.stream.start()
    let question = await probe.question()
    #expect(question.problems.contains(problem))
    #expect(question.domain == "localhost")
    #expect(question.certificate.fingerprint.count == 64)
    #expect(question.certificate.keyFingerprint.count == 64)
    #expect(question.certificate.notAfter != nil)
    #expect(!question.certificate.names.isEmpty)
    #expect(!question.replacesPin)
    #expect(!server.log.contains("Authenticated"))

    // The user says yes: this key, with these problems, and no other.
    probe.stream.configuration.pin = question.pin
    probe.stream.start()
    await probe.online()
    await probe.stopped()
  }

  /// Whatever breaks on the way, also a reset in the middle of the handshake, it ends in the
  /// question: what broke by itself is tried again.
  @Test func resetsOnTheWayEndInTheQuestion() async throws {
    var options = TestServer.Options()
    options.certificate = "expired"
    let server = try await TestServer(options)
    let proxy = try CuttingProxy(to: server.port)
    let probe = StreamProbe(try server.configuration("alice", port: proxy.port))
    // In the middle of what the server says before TLS, of its hello, of its certificate.
    let cuts = [100, 700, 1_000]
    var attempts = 0
    proxy.set { $0.cutsAfter = cuts[0] }
    probe.onEvent = { event in
      guard case .offline(_, retry: _?) = event, attempts <= cuts.count else { return }
      attempts += 1
      let next = attempts < cuts.count ? cuts[attempts] : nil
      proxy.set { $0.cutsAfter = next }
      probe.stream.networkChanged(isUp: true)
    }
    probe.stream.start()
    let question = await probe.question()
    #expect(question.problems.contains(.expired))
    #expect(attempts > 0)
    await probe.stopped()
  }

  @Test func anotherKeyAsksAgain() async throws {
    var options = TestServer.Options()
    options.certificate = "selfsigned"
    let server = try await TestServer(options)
    let probe = StreamProbe(try server.configuration("alice"))
    probe.stream.start()
    await probe.wait { $0.failure != nil }
    guard case .certificate(let first) = probe.failure else { return }
    await server.stop()
    try server.use(certificate: "otherself")
    try await server.start()
    probe.stream.configuration.pin = first.pin
    probe.stream.start()
    await probe.wait { probe in
      if case .certificate(let question) = probe.failure { question.replacesPin } else { false }
    }
    #expect(!probe.stream.isOnline)
  }

  @Test func thePinIsOfTheKey() async throws {
    // Two certificates of one key are one key to a pin.
    let server = try await TestServer()
    var keys: Set<String> = []
    for name in ["server", "renewed"] {
      await server.stop()
      try server.use(certificate: name)
      try await server.start()
      var configuration = try server.configuration("alice")
      configuration.trustFile = nil
      let probe = StreamProbe(configuration)
      probe.stream.start()
      await probe.wait { $0.failure != nil }
      if case .certificate(let question) = probe.failure {
        keys.insert(question.certificate.keyFingerprint)
      }
    }
    #expect(keys.count == 1)
  }
}

extension StreamProbe {
  /// Waits until the user is asked about a certificate, however many attempts that takes.
  func question() async -> CertificateQuestion {
    await wait { probe in
      if case .certificate = probe.failure { true } else { false }
    }
    guard case .certificate(let question) = failure else { fatalError("not asked") }
    return question
  }
}
