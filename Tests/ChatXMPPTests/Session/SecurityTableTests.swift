// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Foundation
import Testing

@testable import ChatXMPP

/// The known attacks on a client, and where each has its test.
///
/// | attack | test |
/// | --- | --- |
/// | forged carbons | `ForgeryTests.forgedCarbons`, `trueCarbons` |
/// | forged archive results | `ChangesByOthersTests.archiveResultsNobodyAskedForAreDropped`, `onlyTheRunningQueryAndOnlyFromItsArchive`; `ForgeryTests.archiveIDsOfOthersMeanNothing` |
/// | forged roster pushes | `ForgeryTests.forgedRosterPush`, `SecurityTable.forgedRosterPushesChangeNothing` |
/// | forged receipts and markers | `ChangesByOthersTests.receiptsComeFromTheOtherSide` |
/// | corrections by others | `ChangesByOthersTests.correctionsComeFromTheAuthor`, `aCorrectionOfMyMessageByTheOtherSideIsAMessage` |
/// | retractions and reactions by others | `ChangesByOthersTests.retractionsComeFromTheAuthor`, `SecurityTable.reactionsOfOthersToForeignMessagesAreNothing` |
/// | spoofed IQ results | `IQTrackerTests.onlyWhoWasAskedMayAnswer`, `ourOwnAccountAnswersInSeveralNames` |
/// | forged events of private nodes | `SecurityTable.forgedEventsOfPrivateNodesAreNothing` |
/// | homograph addresses | `JIDTests.looksDifferentToDifferentPeople`, `SecurityTable.aLookAlikeHasAConversationOfItsOwn` |
/// | forged delays | `ForgeryTests.delaysOfPeersDoNotCount` |
/// | oversized stanzas | `XMLStreamParserTests.endsOnAStanzaThatIsTooLong`, `cutsOffWhatHasTooManyElements` |
/// | deeply nested stanzas | `XMLStreamParserTests.cutsOffWhatIsTooDeepAndDeliversTheRest`, `SecurityTable.aPoisonMessageMakesNoLoop` |
/// | entity bombs | `XMLStreamParserTests.refusesWhatStreamsMayNotHold`, `refusesWhatIsNotWellFormed` |
/// | STARTTLS stripping | `NegotiationTests.withoutEncryptionNothingIsSaid`, `aRefusedStartTLSIsTheEnd`, `theFirstHeaderNamesNobody` |
/// | words slipped in before TLS | `SecurityTable.whatComesBeforeTheHandshakeIsNotHeard` |
/// | wrong-host, expired and self-signed certificates | `ServerTests.asksAboutABadCertificate`, `anotherKeyAsksAgain`, `thePinIsOfTheKey` |
/// | a server that cannot prove SCRAM: foreign nonce, one iteration | `SASLTests.refusesABadChallenge` |
/// | … false signature, success without one | `SASLTests.successNeedsTheRightSignature`, `successBeforeTheChallengeIsRefused`; `NegotiationTests.aServerThatSkipsTheProofIsRefused` |
/// | a weaker mechanism than before | `SASLTests.neverGoesBelowWhatWasSeen`, `NegotiationTests.plainIsRefusedOnceSCRAMWasSeen` |
/// | finding out who is here | `ChangesByOthersTests.whoMayKnowThatWeAreHere`, `ConversationTests.strangersGetNoReceipt`, `SecurityTable.strangersLearnNothing` |
/// | floods of requests and of presence | `SecurityTable.aFloodOfRequestsIsNotAnswered`, `aRepeatedPresenceIsToldOnce` |
/// | acknowledgements that cannot be | `StreamManagementTests.refusesCountsThatCannotBe` |
/// | pictures and clients that are not what their hash says | `PeopleStanzaTests.aPictureMustBeWhatItsHashSays`, `capabilitiesMustBeProved`; `RegistrationTests.aPictureThatIsAnotherIsLeftOut` |
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(5)))
@NetworkActor struct SecurityTable {
  private let store: Store
  private let session: AccountSession
  private let account: AccountID
  private let bo = JID.known("bo@example.net")

  init() async throws {
    store = try Store.inMemory()
    account = try await store.addAccount("ana@example.org")
    session = AccountSession(
      account: account, store: store,
      stream: XMPPStream(StreamConfiguration(address: .known("ana@example.org"), password: "")),
      clock: ManualClock())
    session.roster[bo] = Roster.Item(
      address: bo, name: "Bo", subscription: .both, isAsking: false, groups: [])
  }

  private func receive(_ from: String, _ inner: String) async {
    session.receivedMessage(
      .parsed("<message from='\(from)' type='chat' id='i'>\(inner)</message>"))
    await withCheckedContinuation { done in session.writer.afterwards { done.resume() } }
  }

  private func messages(_ other: String) async throws -> [Message] {
    let account = account
    return try await store.read { reader throws(StoreError) in
      guard let conversation = try reader.conversation(with: other, of: account) else { return [] }
      return try reader.latest(100, in: conversation)
    }
  }

  // X04
  @Test(arguments: ["mal@evil.example/x", "ana@example.org.evil.example", "ana@example.org/other"])
  func forgedRosterPushesChangeNothing(_ from: String) {
    let before = session.roster
    func push(_ from: String) -> XMLElement {
      .parsed(
        "<iq type='set' id='p1' from='\(from)'><query xmlns='jabber:iq:roster'>"
          + "<item jid='mal@evil.example' name='Bo' subscription='both'/></query></iq>")
    }
    session.receivedIQ(push(from))
    #expect(session.roster == before)
    session.receivedIQ(push("ana@example.org"))
    #expect(session.roster.count == 2)
  }

  // X07
  @Test func forgedEventsOfPrivateNodesAreNothing() async throws {
    await receive(
      "mal@evil.example",
      "<event xmlns='http://jabber.org/protocol/pubsub#event'><items node='urn:xmpp:bookmarks:1'>"
        + "<item id='trap@muc.evil.example'><conference xmlns='urn:xmpp:bookmarks:1'"
        + " autojoin='true'/></item></items></event><body>and a text</body>")
    #expect(try await messages("mal@evil.example").isEmpty)
    #expect(session.roster.count == 1)
  }

  // X08
  @Test func reactionsOfOthersToForeignMessagesAreNothing() async throws {
    await receive("bo@example.net/p", "<body>hi</body><origin-id xmlns='urn:xmpp:sid:0' id='m1'/>")
    let reaction =
      "<reactions xmlns='urn:xmpp:reactions:0' id='m1'><reaction>\u{1F44D}</reaction></reactions>"
    await receive("mal@evil.example/x", reaction)
    #expect(try await messages("bo@example.net").first?.reactions.isEmpty == true)
    await receive("bo@example.net/q", reaction)
    #expect(try await messages("bo@example.net").first?.reactions.count == 1)
  }

  /// A Cyrillic о: what it says is not put to what the other one said, and no receipt is for it.
  @Test func aLookAlikeHasAConversationOfItsOwn() async throws {
    let twin = "b\u{43E}@example.net"
    await receive("bo@example.net/p", "<body>true</body>")
    await receive("\(twin)/p", "<body>false</body>")
    #expect(try await messages("bo@example.net").map(\.body) == ["true"])
    #expect(try await messages(twin).map(\.body) == ["false"])
    #expect(session.mayTell(bo) && !session.mayTell(.known(twin)))
  }

  @Test func aFloodOfRequestsIsNotAnswered() {
    var limit = RateLimit(burst: 3, interval: .seconds(1))
    let moments = [10_000, 10_000, 10_000, 10_000, 10_900, 11_100, 11_200]
    let passed = moments.map { limit.allows(at: .milliseconds($0)) }
    #expect(passed == [true, true, true, false, false, true, false])
    let later = (0..<5).map { _ in limit.allows(at: .seconds(3_600)) }
    #expect(later == [true, true, true, false, false])

    func ask(_ from: String) {
      session.receivedIQ(
        .parsed("<iq type='get' id='x' from='\(from)'><ping xmlns='urn:xmpp:ping'/></iq>"))
    }
    let before = session.answers
    for _ in 0..<100 { ask("ana@example.org") }
    #expect(session.answers == before)
    for _ in 0..<100 { ask("mal@evil.example") }
    let isAnswered = session.answers.allows(at: session.clock.now)
    #expect(!isAnswered)
  }

  @Test func aRepeatedPresenceIsToldOnce() {
    var told: [Presence.Availability] = []
    session.onEvent = { event in
      if case .presence(_, let presence) = event { told.append(presence.availability) }
    }
    for show in ["away", "away", "away", "dnd", "dnd", "away"] {
      session.receivedPresence(
        .parsed("<presence from='bo@example.net/p'><show>\(show)</show></presence>"))
    }
    #expect(told.count == 3)
  }

  // MARK: With a server between

  /// A message nested too deep is counted and kept back, live and out of the archive: were it an
  /// error, it would come again after each reconnect.
  @Test func aPoisonMessageMakesNoLoop() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server)
    await alice.online()
    let probe = StreamProbe(try server.configuration("bob"))
    await probe.isThere()
    func poison() -> XMLElement {
      var element = XMLElement("x", "urn:x")
      for _ in 0..<150 { element = XMLElement("x", "urn:x", children: [element]) }
      return XMLElement(
        "message", Namespace.client, ["to": "alice@localhost", "type": "chat", "id": "p"],
        children: [XMLElement("body", Namespace.client, text: "poison"), element])
    }
    probe.stream.send(poison())
    probe.say("after", to: "alice@localhost")
    try await alice.wait(for: "bob") { $0.last?.body == "after" }
    await alice.service.stop()
    // Once more, for the archive alone.
    probe.stream.send(poison())
    probe.say("later", to: "alice@localhost", token: 1)
    await probe.wait { $0.acknowledged == [1] }
    let again = try await Person("alice", on: server, store: alice.store)
    await again.online()
    try await again.wait(for: "bob") { $0.last?.body == "later" }
    await again.service.stop()
    // Two sign-ins of hers and one of his: nothing broke.
    #expect(server.log.components(separatedBy: "Authenticated as").count == 1 + 3)
    await probe.stopped()
  }

  // X23
  @Test func whatComesBeforeTheHandshakeIsNotHeard() async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    proxy.set {
      $0.insertion = (
        after: "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
        text: "<iq type='set' id='injected'><query xmlns='jabber:iq:roster'/></iq>"
          + "<message id='injected'><body>forged</body></message>"
      )
    }
    let probe = StreamProbe(try server.configuration("alice", port: proxy.port))
    await probe.isThere()
    #expect(proxy.hasInserted)
    probe.stream.send(Ping.request(id: "after"))
    await probe.wait { $0.stanzas.contains { $0["id"] == "after" } }
    #expect(!probe.stanzas.contains { $0["id"] == "injected" })
    #expect(probe.bodies.isEmpty)
    await probe.stopped()
  }

  // X25
  @Test func strangersLearnNothing() async throws {
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server)
    await alice.online()
    func answer(to name: String, _ payload: XMLElement) async throws -> String {
      let probe = StreamProbe(try server.configuration(name))
      await probe.isThere()
      let id = StanzaID.random()
      probe.stream.send(
        XMLElement(
          "iq", Namespace.client, ["type": "get", "id": id, "to": "alice@localhost/test"],
          children: [payload]))
      await probe.wait { $0.stanzas.contains { $0["id"] == id } }
      await probe.stopped()
      return probe.stanzas.first { $0["id"] == id }?["type"] ?? ""
    }
    let asks = [
      XMLElement("ping", Ping.namespace), XMLElement("query", ServiceInformation.namespace),
      XMLElement("query", "jabber:iq:version"), XMLElement("query", "jabber:iq:last"),
    ]
    for ask in asks { #expect(try await answer(to: "carol", ask) == "error") }
    #expect(try await answer(to: "bob", asks[0]) == "result")
    await alice.service.stop()
  }
}
