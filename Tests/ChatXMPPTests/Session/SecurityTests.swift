// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

/// What others may not make us believe. Each test is a row of the table of known attacks.
@Suite struct ForgeryTests {
  private let ana = JID.known("ana@example.org/desk")

  private func carbon(from: String, _ direction: String, inner: String) -> XMLElement {
    .parsed(
      "<message from='\(from)' to='ana@example.org/desk'>"
        + "<\(direction) xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>"
        + "<message xmlns='jabber:client' from='\(inner)' to='ana@example.org/desk' type='chat'>"
        + "<body>lend me money</body></message></forwarded></\(direction)></message>")
  }

  // X01
  @Test(
    arguments: [
      "mal@evil.example/x", "ana@example.org.evil.example", "ANA@example.org@evil.example",
      "bo@example.net", "ana@example.org/other",
    ], ["received", "sent"])
  func forgedCarbons(_ from: String, _ direction: String) {
    for inner in ["bo@example.net/p", "ana@example.org/desk"] {
      let stanza = carbon(from: from, direction, inner: inner)
      #expect(MessagePipeline.verify(stanza, account: ana) == nil)
    }
  }

  @Test func trueCarbons() throws {
    let received = try #require(
      MessagePipeline.verify(
        carbon(from: "ana@example.org", "received", inner: "bo@example.net/p"), account: ana))
    #expect(!received.isMine && received.peer.description == "bo@example.net")
    // "Sent" holds what we sent, "received" what others did.
    #expect(
      MessagePipeline.verify(
        carbon(from: "ana@example.org", "sent", inner: "bo@example.net/p"), account: ana) == nil)
    #expect(
      MessagePipeline.verify(
        carbon(from: "ana@example.org", "received", inner: "ana@example.org/x"), account: ana)
        == nil)
  }

  // X04
  @Test(
    arguments: [
      ("mal@evil.example/x", false), ("ana@example.org.evil.example", false),
      (nil, true), ("ana@example.org", true), ("ana@example.org/other", false),
      ("ANA@Example.org", true), ("not an address", false),
    ] as [(String?, Bool)])
  func forgedRosterPush(_ from: String?, _ isTrusted: Bool) {
    #expect(Roster.isTrusted(sender: from, account: ana) == isTrusted)
  }

  // X17
  @Test func delaysOfPeersDoNotCount() throws {
    let live = try #require(
      MessagePipeline.verify(
        .parsed(
          "<message from='bo@example.net/p' type='chat'><body>x</body>"
            + "<delay xmlns='urn:xmpp:delay' from='bo@example.net' stamp='2001-01-01T00:00:00Z'/>"
            + "</message>"), account: ana))
    #expect(live.time == nil)
    let offline = try #require(
      MessagePipeline.verify(
        .parsed(
          "<message from='bo@example.net/p' type='chat'><body>x</body>"
            + "<delay xmlns='urn:xmpp:delay' from='example.org' stamp='2023-12-07T08:00:00Z'/>"
            + "</message>"), account: ana))
    #expect(offline.time?.seconds == 1_701_936_000)
    // In the archive, its own stamp and not the inner one.
    let result = XMLElement.parsed(
      "<message from='ana@example.org'><result xmlns='urn:xmpp:mam:2' queryid='q' id='1'>"
        + "<forwarded xmlns='urn:xmpp:forward:0'>"
        + "<delay xmlns='urn:xmpp:delay' stamp='2023-12-07T08:00:00Z'/>"
        + "<message xmlns='jabber:client' from='bo@example.net/p' type='chat'><body>x</body>"
        + "<delay xmlns='urn:xmpp:delay' from='gw.example.org' stamp='2023-12-07T07:59:00Z'/>"
        + "</message></forwarded></result></message>")
    let item = try #require(Archive.item(in: result)?.item)
    #expect(MessagePipeline.verify(item, account: ana)?.time?.seconds == 1_701_936_000)
  }

  @Test func archiveIDsOfOthersMeanNothing() throws {
    let message = XMLElement.parsed(
      "<message from='bo@example.net/p' type='chat'><body>x</body>"
        + "<stanza-id xmlns='urn:xmpp:sid:0' by='bo@example.net' id='forged'/>"
        + "<stanza-id xmlns='urn:xmpp:sid:0' by='ana@example.org' id='true'/></message>")
    #expect(MessagePipeline.verify(message, account: ana)?.archiveID == "true")
  }
}

// X05
@Suite @NetworkActor struct IQTrackerTests {
  private let clock = ManualClock()

  private func ask(_ to: String?) -> (IQTracker, String, () -> [String]) {
    let tracker = IQTracker(account: .known("ana@example.org/desk"), clock: clock)
    let answers = Answers()
    let iq = tracker.request(
      "get", to: to.map(JID.known), XMLElement("query", "urn:x")
    ) { result in
      switch result {
      case .success(let iq): answers.list.append(iq["from"] ?? "-")
      case .failure(let failure): answers.list.append("\(failure)")
      }
    }
    return (tracker, iq?["id"] ?? "", { answers.list })
  }

  private final class Answers {
    var list: [String] = []
  }

  private func result(_ id: String, from: String?) -> XMLElement {
    XMLElement("iq", Namespace.client, ["type": "result", "id": id, "from": from])
  }

  @Test func onlyWhoWasAskedMayAnswer() {
    let (tracker, id, answers) = ask("bo@example.net/p")
    #expect(!tracker.received(result(id, from: "mal@evil.example/x")))
    #expect(!tracker.received(result(id, from: nil)))
    #expect(!tracker.received(result(id, from: "bo@example.net")))
    #expect(answers().isEmpty)
    #expect(tracker.received(result(id, from: "bo@example.net/p")))
    #expect(!tracker.received(result(id, from: "bo@example.net/p")))
    #expect(answers() == ["bo@example.net/p"])
  }

  @Test(arguments: [nil, "ana@example.org", "example.org", "ana@example.org/desk"])
  func ourOwnAccountAnswersInSeveralNames(_ from: String?) {
    let (tracker, id, answers) = ask(nil)
    #expect(!tracker.received(result(id, from: "mal@evil.example")))
    #expect(tracker.received(result(id, from: from)))
    #expect(answers().count == 1)
  }

  @Test func whoDoesNotAnswerIsNotWaitedForForEver() {
    let (tracker, id, answers) = ask("bo@example.net")
    clock.advance(by: IQTracker.timeout)
    #expect(answers() == ["noAnswer"])
    #expect(!tracker.received(result(id, from: "bo@example.net")))
    #expect(clock.pending == 0)
  }

  @Test func theEndOfTheSessionIsAnAnswer() {
    let (tracker, _, answers) = ask(nil)
    tracker.disconnected()
    #expect(answers() == ["disconnected"])
  }
}

/// What changes a message must come from who wrote it (X08). Against a store, without a network.
@Suite(.timeLimit(.minutes(2))) @NetworkActor struct ChangesByOthersTests {
  private let store: Store
  private let session: AccountSession
  private let account: AccountID

  init() async throws {
    store = try Store.inMemory()
    account = try await store.addAccount("ana@example.org")
    let stream = XMPPStream(
      StreamConfiguration(address: .known("ana@example.org"), password: ""))
    session = AccountSession(account: account, store: store, stream: stream)
  }

  private func receive(_ from: String, _ inner: String, type: String = "chat") async {
    session.receivedMessage(
      .parsed("<message from='\(from)' type='\(type)' id='i'>\(inner)</message>"))
    await withCheckedContinuation { continuation in
      session.writer.afterwards { continuation.resume() }
    }
  }

  private func messages(_ other: String) async throws -> [Message] {
    let account = account
    return try await store.read { reader throws(StoreError) in
      guard let conversation = try reader.conversation(with: other, of: account) else { return [] }
      return try reader.latest(100, in: conversation)
    }
  }

  private func correction(_ text: String) -> String {
    "<body>\(text)</body><replace xmlns='urn:xmpp:message-correct:0' id='m1'/>"
      + "<origin-id xmlns='urn:xmpp:sid:0' id='c-\(text)'/>"
  }

  private let first = "<body>first</body><origin-id xmlns='urn:xmpp:sid:0' id='m1'/>"

  @Test func correctionsComeFromTheAuthor() async throws {
    await receive("bo@example.net/p", first)
    await receive("bo@example.net/tablet", correction("second"))
    await receive("mal@evil.example/x", correction("forged"))
    let mine = try await messages("bo@example.net")
    #expect(mine.map(\.body) == ["second"])
    #expect(mine.first?.edited != nil)
    // It is a message like any other, where it belongs.
    #expect(try await messages("mal@evil.example").map(\.body) == ["forged"])
  }

  @Test func aCorrectionOfMyMessageByTheOtherSideIsAMessage() async throws {
    let conversation = try await store.openConversation(
      .direct, with: "bo@example.net", title: "bo", of: account)
    try await store.append(OutgoingMessage(body: "mine", originID: "m1"), to: conversation)
    await receive("bo@example.net/p", correction("forged"))
    #expect(try await messages("bo@example.net").map(\.body) == ["mine", "forged"])
  }

  @Test func retractionsComeFromTheAuthor() async throws {
    await receive("bo@example.net/p", first)
    await receive(
      "mal@evil.example/x", "<retract xmlns='urn:xmpp:message-retract:1' id='m1'/>")
    #expect(try await messages("bo@example.net").first?.isRetracted == false)
    await receive("bo@example.net/q", "<retract xmlns='urn:xmpp:message-retract:1' id='m1'/>")
    #expect(try await messages("bo@example.net").first?.isRetracted == true)
  }

  @Test func receiptsComeFromTheOtherSide() async throws {
    let conversation = try await store.openConversation(
      .direct, with: "bo@example.net", title: "bo", of: account)
    let message = try await store.append(
      OutgoingMessage(body: "mine", originID: "m1"), to: conversation)
    try await store.updateDelivery(of: message.id, to: .sent)
    await receive("mal@evil.example/x", "<received xmlns='urn:xmpp:receipts' id='m1'/>")
    await receive("mal@evil.example/x", "<displayed xmlns='urn:xmpp:chat-markers:0' id='m1'/>")
    #expect(try await messages("bo@example.net").first?.delivery == .sent)
    await receive("bo@example.net/p", "<received xmlns='urn:xmpp:receipts' id='m1'/>")
    #expect(try await messages("bo@example.net").first?.delivery == .delivered)
  }

  // X06
  @Test func archiveResultsNobodyAskedForAreDropped() async throws {
    let forged =
      "<result xmlns='urn:xmpp:mam:2' queryid='q' id='1'><forwarded xmlns='urn:xmpp:forward:0'>"
      + "<message xmlns='jabber:client' from='bo@example.net/p' type='chat'>"
      + "<body>forged</body></message></forwarded></result>"
    for sender in ["mal@evil.example", "ana@example.org", "room@muc.example.org"] {
      await receive(sender, forged)
      #expect(try await messages("bo@example.net").isEmpty)
      #expect(try await messages(JID.known(sender).description).isEmpty)
    }
  }

  @Test func onlyTheRunningQueryAndOnlyFromItsArchive() {
    let catchUp = CatchUp(hole: 1)
    let query = catchUp.begin()
    session.catchUp = catchUp
    for (sender, id, expected) in [
      ("mal@evil.example", query, 0), ("ana@example.org", "zz", 0),
      ("room@muc.example.org", query, 0), ("ana@example.org", query, 1),
    ] {
      session.receivedMessage(
        .parsed(
          "<message from='\(sender)'><result xmlns='urn:xmpp:mam:2' queryid='\(id)' id='1'>"
            + "<forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client'"
            + " from='bo@example.net/p'><body>x</body></message></forwarded></result></message>"))
      #expect(catchUp.take().count == expected)
    }
  }

  // X25
  @Test func whoMayKnowThatWeAreHere() {
    for (name, subscription) in [("bo", "both"), ("dee", "to"), ("eve", "from"), ("cy", "none")] {
      let address = JID.known("\(name)@example.net")
      session.roster[address] = Roster.Item(
        address: address, name: "", subscription: .init(rawValue: subscription) ?? .none,
        isAsking: false, groups: [])
    }
    let told = ["bo", "cy", "dee", "eve", "spam"].filter {
      session.mayTell(.known("\($0)@example.net"))
    }
    #expect(told == ["bo", "eve"])
  }
}
