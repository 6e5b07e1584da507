// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

@Suite @NetworkActor struct NegotiationTests {
  private static let identity = Negotiation.Identity(
    address: JID.known("ana@example.org"), password: "secret", resource: "desk",
    mechanismFloor: nil)

  private func negotiation(
    resumption: String? = nil, floor: SASLMechanism? = nil
  ) -> Negotiation {
    var identity = Self.identity
    identity.mechanismFloor = floor
    return Negotiation(domain: "example.org", purpose: .login(identity), resumption: resumption)
  }

  private func features(_ xml: String) -> XMLElement {
    .parsed("<stream:features>\(xml)</stream:features>")
  }

  private let startTLS = "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"

  private func mechanisms(_ names: String...) -> XMLElement {
    let list = names.map { "<mechanism>\($0)</mechanism>" }.joined()
    return features("<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(list)</mechanisms>")
  }

  // X23
  @Test func theFirstHeaderNamesNobody() {
    var negotiation = negotiation()
    let header = negotiation.begin()
    #expect(header.contains(" to='example.org'"))
    #expect(!header.contains("from"))
    #expect(!header.contains("ana"))
  }

  @Test func withoutEncryptionNothingIsSaid() throws {
    var negotiation = negotiation()
    _ = negotiation.begin()
    #expect(throws: StreamFailure.noEncryption) { try negotiation.received(mechanisms("PLAIN")) }
  }

  @Test func aRefusedStartTLSIsTheEnd() throws {
    var negotiation = negotiation()
    _ = negotiation.begin()
    #expect(try negotiation.received(features(startTLS)) == [.write(startTLS)])
    #expect(throws: StreamFailure.noEncryption) {
      try negotiation.received(.parsed("<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"))
    }
  }

  @Test func successOutOfPlaceIsNoLogin() throws {
    var negotiation = negotiation()
    _ = negotiation.secured(nil)
    #expect(throws: StreamFailure.self) {
      try negotiation.received(.parsed("<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"))
    }
  }

  @Test func aServerThatSkipsTheProofIsRefused() throws {
    var negotiation = negotiation()
    _ = negotiation.secured(nil)
    let actions = try negotiation.received(mechanisms("SCRAM-SHA-1", "PLAIN"))
    #expect(actions.first == .mechanisms(strongest: .scramSHA1))
    #expect(throws: StreamFailure.authentication(.serverNotProven(reason: "SCRAM: no signature"))) {
      try negotiation.received(.parsed("<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"))
    }
  }

  @Test func plainIsRefusedOnceSCRAMWasSeen() throws {
    var negotiation = negotiation(floor: .scramSHA1)
    _ = negotiation.secured(nil)
    let failure = AuthenticationFailure.noMechanism(offered: ["PLAIN"], isDowngrade: true)
    #expect(throws: StreamFailure.authentication(failure)) {
      try negotiation.received(mechanisms("PLAIN"))
    }
  }

  @Test(arguments: [
    ("<not-authorized/>", AuthenticationFailure.wrongPassword),
    ("<account-disabled/><text>Call us.</text>", .disabled(text: "Call us.")),
    ("<temporary-auth-failure/>", .temporary),
    ("<aborted/>", .other(condition: "aborted", text: "")),
  ])
  func failuresAreUnderstood(_ xml: String, _ expected: AuthenticationFailure) throws {
    var negotiation = negotiation()
    _ = negotiation.secured(nil)
    _ = try negotiation.received(mechanisms("PLAIN"))
    #expect(throws: StreamFailure.authentication(expected)) {
      try negotiation.received(
        .parsed("<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>\(xml)</failure>"))
    }
  }

  /// A negotiation whose login is done.
  private func loggedIn(resumption: String? = nil) throws -> Negotiation {
    var negotiation = negotiation(resumption: resumption)
    _ = negotiation.secured(nil)
    _ = try negotiation.received(mechanisms("PLAIN"))
    let actions = try negotiation.received(
      .parsed("<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"))
    guard case .authenticated = actions.first, case .restart(let header) = actions.last else {
      throw StreamFailure.closedByServer
    }
    #expect(header.contains(" from='ana@example.org' to='example.org'"))
    return negotiation
  }

  private let bindFeature = "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"
  private let smFeature = "<sm xmlns='urn:xmpp:sm:3'/>"

  @Test func bindsAndReadsTheFeatures() throws {
    var negotiation = try loggedIn()
    _ = try negotiation.received(
      features(bindFeature + smFeature + "<csi xmlns='urn:xmpp:csi:0'/>"))
    let actions = try negotiation.received(
      .parsed(
        "<iq type='result' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
          + "<jid>ana@example.org/desk</jid></bind></iq>"))
    guard case .bound(let address, let features) = actions.first else {
      Issue.record("not bound")
      return
    }
    #expect(address.description == "ana@example.org/desk")
    #expect(features.offersStreamManagement && features.offersClientState)
    #expect(!features.offersRosterVersioning)
    #expect(negotiation.isDone)
  }

  @Test func asksForAnyResourceWhenItsOwnIsRefused() throws {
    var negotiation = try loggedIn()
    _ = try negotiation.received(features(bindFeature))
    let refusal = XMLElement.parsed("<iq type='error' id='bind'/>")
    guard case .write(let xml) = try negotiation.received(refusal).first else {
      Issue.record("gave up")
      return
    }
    #expect(!xml.contains("desk"))
    #expect(throws: StreamFailure.self) { try negotiation.received(refusal) }
  }

  @Test func resumes() throws {
    var negotiation = try loggedIn(resumption: "<resume/>")
    #expect(try negotiation.received(features(bindFeature + smFeature)) == [.write("<resume/>")])
    let actions = try negotiation.received(
      .parsed("<resumed xmlns='urn:xmpp:sm:3' h='7' previd='x'/>"))
    guard case .resumed(7, _) = actions.first else {
      Issue.record("\(actions)")
      return
    }
  }

  @Test func bindsWhenTheSessionIsGone() throws {
    var negotiation = try loggedIn(resumption: "<resume/>")
    _ = try negotiation.received(features(bindFeature + smFeature))
    let actions = try negotiation.received(.parsed("<failed xmlns='urn:xmpp:sm:3' h='3'/>"))
    #expect(actions.first == .resumptionFailed(h: 3))
    guard case .write = actions.last else {
      Issue.record("does not bind")
      return
    }
  }

  @Test func aStreamErrorIsReported() {
    var negotiation = negotiation()
    _ = negotiation.begin()
    let error = XMLElement.parsed(
      "<stream:error><host-unknown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/>"
        + "<text xmlns='urn:ietf:params:xml:ns:xmpp-streams'>No.</text></stream:error>")
    #expect(throws: StreamFailure.streamError(condition: "host-unknown", text: "No.")) {
      try negotiation.received(error)
    }
  }
}
