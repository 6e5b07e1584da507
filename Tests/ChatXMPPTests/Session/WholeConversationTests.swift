// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

/// A whole conversation with somebody whose client is not ours, from the sign-in to the reconnects,
/// in one test: what each side says is judged by what the other has understood.
@Suite(
  .enabled(if: Slixmpp.isInstalled, Comment(rawValue: Slixmpp.missing)),
  .timeLimit(.minutes(30)))
struct WholeConversationTests {
  @Test(.enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)))
  func withProsody() async throws {
    var options = TestServer.Options()
    options.keepsForLater = false
    let server = try await TestServer(options)
    let conversation = try await WholeConversation(server, "alice", "bob")
    try await conversation.run()
  }

  /// The same at a server that a script has started: see Tests/Interoperability.
  @Test(.enabled(if: GivenHost.current != nil, "only for Tests/Interoperability"))
  func withAGivenServer() async throws {
    let host = try #require(GivenHost.current)
    let suffix = StanzaID.random().prefix(8).lowercased()
    let names = ["alice-\(suffix)", "bob-\(suffix)"]
    for name in names { try await host.makeAccount(name) }
    let conversation = try await WholeConversation(host, names[0], names[1])
    try await conversation.run()
  }
}

/// The two, and what they do. `alice` is Martlet, behind a proxy that can cut; `bob` is slixmpp.
private final class WholeConversation {
  let host: any TestHost
  let proxy: CuttingProxy
  let (mine, theirs): (String, String)
  let bob: Slixmpp
  var alice: Person
  /// The texts of the conversation in their order, as they should be in the end.
  var said: [String] = []

  init(_ host: any TestHost, _ mine: String, _ theirs: String) async throws {
    self.host = host
    (self.mine, self.theirs) = (mine, theirs)
    proxy = try CuttingProxy(to: host.port)
    alice = try await Person(mine, on: host, port: proxy.port)
    bob = try await Slixmpp(theirs, on: host)
  }

  private var me: String { "\(mine)@localhost" }
  private var peer: JID { .known("\(theirs)@localhost") }

  func run() async throws {
    try await signInAndMeet()
    try await talk()
    try await typeAndRead()
    try await change()
    try await answer()
    try await takeBack()
    try await fromASecondClient()
    try await reconnectWithResume()
    try await catchUpWithAGap()
    try await reconnectWithoutResume()
    try await compareWithTheArchive()
    await alice.service.stop()
  }

  // MARK: Sign-in and roster

  private func signInAndMeet() async throws {
    await alice.online()
    #expect(await alice.service.session.stream.configuration.mechanismFloor?.isSCRAM == true)
    let events = await alice.service.events()
    try await alice.service.addContact(
      peer, name: "Bobby", groups: ["Work", "Football"], nickname: "Ali", text: "It's me")
    let asked = try await bob.hear("subscribe", ["sender": me])
    #expect(asked["nick"] == "Ali" && asked["text"] == "It's me")
    // Bob accepts and asks in turn, which is accepted because alice had asked first.
    try await alice.contact(theirs) { $0.subscription == .both && $0.name == "Bobby" }
    #expect(try await alice.contacts().first?.groups.sorted() == ["Football", "Work"])
    try await bob.hear("contact", ["address": me, "subscription": "both"])
    try await bob.order("appear", ["show": "dnd", "text": "Writing"])
    let peer = peer
    _ = try await events.first { event in
      if case .presence(peer, let presence) = event, presence.text == "Writing" {
        presence.availability == .doNotDisturb ? true : nil
      } else {
        nil
      }
    }
  }

  // MARK: Both ways

  private func talk() async throws {
    let hello = try await alice.say("Hello", to: theirs)
    let id = try #require(hello.originID)
    try await bob.hear("message", ["sender": me, "body": "Hello", "id": id])
    // The receipt is slixmpp's own.
    try await alice.wait(for: theirs) { $0.last?.delivery == .delivered }

    try await bob.order("say", ["to": me, "body": "Hi! \u{1F44B} <&> ü", "id": "hi"])
    try await alice.wait(for: theirs) { $0.last?.body == "Hi! \u{1F44B} <&> ü" }
    try await bob.hear("receipt", ["of": "hi", "sender": me])
    said = ["Hello", "Hi! \u{1F44B} <&> ü"]
    #expect(try await alice.messages(with: theirs).map(\.body) == said)
  }

  private func typeAndRead() async throws {
    let conversation = try await alice.conversation(with: theirs)
    let typing = await alice.service.typingNotices()
    try await bob.order("typing", ["to": me])
    let notice = try await typing.first { $0 }
    #expect(notice.isTyping && notice.conversation == conversation)
    try await bob.order("typing", ["to": me, "state": "paused"])
    #expect(try await typing.first { $0 }.isTyping == false)
    await alice.service.setComposing(true, in: conversation)
    try await bob.hear("typing", ["sender": me])
    await alice.service.setComposing(false, in: conversation)
    try await bob.hear("paused", ["sender": me])

    let messages = try await alice.messages(with: theirs)
    let hello = try #require(messages.first?.originID)
    try await bob.order("mark", ["to": me, "of": hello])
    try await alice.wait(for: theirs) { $0.first?.delivery == .read }
    await alice.service.markDisplayed(upTo: messages[1].id, in: conversation)
    try await bob.hear("displayed", ["of": "hi"])
  }

  private func change() async throws {
    let messages = try await alice.messages(with: theirs)
    let hello = try #require(messages.first?.originID)
    try await alice.store.edit(messages[0].id, body: "Hello, Bob", at: .now)
    try await alice.service.sendCorrection(of: messages[0])
    try await bob.hear("correction", ["of": hello, "body": "Hello, Bob"])
    try await bob.order("correct", ["to": me, "of": "hi", "body": "Hi, Alice"])
    try await alice.wait(for: theirs) { $0[1].body == "Hi, Alice" && $0[1].edited != nil }
    // In the archive corrections are messages of their own.
    said = ["Hello, Bob", "Hi, Alice"]
    #expect(try await alice.messages(with: theirs).map(\.body) == said)

    try await alice.service.react(with: ["\u{1F44D}", "\u{2764}\u{FE0F}"], to: messages[1])
    let heard = try await bob.hear("reactions", ["of": "hi"])
    #expect(Set(heard["emoji"].split(separator: " ")) == ["\u{1F44D}", "\u{2764}\u{FE0F}"])
    try await bob.order("react", ["to": me, "of": hello, "emoji": "\u{1F389}"])
    try await alice.wait(for: theirs) { $0[0].reactions.map(\.emoji) == ["\u{1F389}"] }
    try await bob.order("react", ["to": me, "of": hello, "emoji": ""])
    try await alice.wait(for: theirs) { $0[0].reactions.isEmpty }
  }

  private func answer() async throws {
    let messages = try await alice.messages(with: theirs)
    let hello = try #require(messages[0].originID)
    try await alice.say("To that: yes", to: theirs, reply: Reply(answering: messages[1]))
    let reply = try await bob.hear("reply", ["of": "hi"])
    #expect(reply["body"] == "To that: yes" && reply["to"] == bob.address)
    try await bob.order(
      "reply",
      [
        "to": me, "of": hello, "author": me, "body": "To this: no", "quoted": "Hello, Bob",
      ])
    let answered = try await alice.wait(for: theirs) { $0.last?.body == "To this: no" }
    #expect(answered.last?.reply?.message == messages[0].id)
    said += ["To that: yes", "To this: no"]
    #expect(answered.map(\.body) == said)
  }

  private func takeBack() async throws {
    let slip = try await alice.say("A slip", to: theirs)
    let id = try #require(slip.originID)
    try await bob.hear("message", ["id": id])
    try await alice.wait(for: theirs) { $0.last?.delivery == .delivered }
    try await alice.service.retract(slip)
    try await bob.hear("retraction", ["of": id])
    try await bob.order("say", ["to": me, "body": "Another slip", "id": "slip"])
    try await alice.wait(for: theirs) { $0.last?.body == "Another slip" }
    try await bob.order("retract", ["to": me, "of": "slip"])
    let messages = try await alice.wait(for: theirs) { $0.last?.isRetracted == true }
    said += ["", ""]
    #expect(messages.map(\.body) == said)
  }

  private func fromASecondClient() async throws {
    let phone = try await Slixmpp(mine, on: host, resource: "phone")
    try await alice.say("from the desk", to: theirs)
    try await phone.hear(
      "carbon", ["kind": "sent", "to": bob.address, "body": "from the desk"])
    // It must have arrived before the next is said elsewhere.
    try await bob.hear("message", ["body": "from the desk"])
    try await phone.order("say", ["to": bob.address, "body": "from the phone", "id": "phone"])
    let messages = try await alice.wait(for: theirs) { $0.last?.body == "from the phone" }
    #expect(messages.last?.sender.isMe == true)
    try await bob.hear("message", ["body": "from the phone"])
    try await bob.order("say", ["to": me, "body": "to both"])
    try await alice.wait(for: theirs) { $0.last?.body == "to both" }
    said += ["from the desk", "from the phone", "to both"]
    #expect(try await alice.messages(with: theirs).map(\.body) == said)
    try await phone.order("quit")
  }
}

// MARK: Reconnects and the archive

extension WholeConversation {
  private func reconnectWithResume() async throws {
    let sessions = await alice.service.sessions()
    proxy.set { $0.refuses = true }
    proxy.cut()
    try await alice.say("while cut", to: theirs)
    try await bob.order("say", ["to": me, "body": "into the gap"])
    proxy.set { $0 = .init() }
    #expect(try await sessions.first { $0 } == .resumed)
    try await bob.hear("message", ["body": "while cut"])
    try await alice.wait(for: theirs) { messages in
      messages.last?.body == "into the gap" && messages.allSatisfy { $0.delivery != .queued }
    }
    // Which of the two came first is the server's to say; here it stands as it was written.
    said += ["while cut", "into the gap"]
    #expect(Set(try await alice.messages(with: theirs).map(\.body)) == Set(said))
    #expect(try await alice.messages(with: theirs).count == said.count)
  }

  /// Half of the messages come while alice is away; in the middle of fetching them the connection
  /// and the session are lost; the other half comes then.
  private func catchUpWithAGap() async throws {
    let count = CutTests.isFull ? 10_000 : 300
    let numbers = (0..<count).map { "number \($0)" }
    await alice.service.stop()
    try await bob.order(
      "number", ["to": me, "start": 0, "end": count / 2, "prefix": "number "])

    alice = try await Person(mine, on: host, port: proxy.port, store: alice.store)
    await alice.service.setArchivePage(CutTests.isFull ? Archive.pageSize : 20)
    let events = await alice.service.events()
    // A stanza of a page is some 700 bytes.
    proxy.set {
      $0.cutsAfter = 20_000 + count / 4 * 700
      $0.refusesOnceCut = true
    }
    await alice.service.start()
    _ = try await events.first { event in
      if case .state(.offline(_?, _)) = event { true } else { nil }
    }
    await alice.service.stop()
    let partial = try await alice.messages(with: theirs)
    let gap = try #require(partial.firstIndex { $0.kind == .gap }, "it was not cut in the middle")
    #expect(gap == said.count)
    let newest = partial[(gap + 1)...].map(\.body)
    #expect(!newest.isEmpty && newest.count < count / 2)
    #expect(newest == Array(numbers[(count / 2 - newest.count)..<(count / 2)]))

    try await bob.order(
      "number", ["to": me, "start": count / 2, "end": count, "prefix": "number "])
    proxy.set { $0 = .init() }
    alice = try await anotherRun()
    said += numbers
    let wanted = said
    let messages = try await alice.wait(for: theirs) { messages in
      messages.count == wanted.count && messages.allSatisfy { $0.kind == .text }
    }
    while await alice.service.isCatchingUp { try await Task.sleep(for: .milliseconds(20)) }
    #expect(messages.dropFirst(gap).map(\.body) == numbers)
  }

  private func reconnectWithoutResume() async throws {
    proxy.set { $0.refuses = true }
    proxy.cut()
    try await bob.order("say", ["to": me, "body": "Where are you?"])
    await alice.service.stop()
    try await alice.say("Back again", to: theirs)
    proxy.set { $0 = .init() }
    alice = try await anotherRun()
    try await bob.hear("message", ["body": "Back again"])
    said += ["Where are you?", "Back again"]
    let wanted = Set(said)
    let messages = try await alice.wait(for: theirs) { messages in
      Set(messages.map(\.body)) == wanted && messages.allSatisfy { $0.delivery != .queued }
    }
    #expect(messages.count == said.count)
    // And nothing came twice.
    try await bob.order("synchronize")
    #expect(await bob.unheard("message").isEmpty)
  }

  /// What is here is what the archive has, as another client reads it.
  private func compareWithTheArchive() async throws {
    let reader = try await Slixmpp(mine, on: host, resource: "reader")
    let archive = try await reader.order("archive", ["with_": bob.address])["bodies"]
    // What was corrected, quoted or taken back stands there in other forms.
    let texts = said.filter { $0.hasPrefix("number ") } + ["Where are you?", "Back again"]
    #expect(archive.split(separator: "\n").map(String.init).filter(Set(texts).contains) == texts)
  }

  /// A new run of the program. The server no longer knows the session that it wants to take up.
  private func anotherRun() async throws -> Person {
    let account = alice.account
    let key = AccountSession.sessionKey
    let value = try await alice.store.read { reader throws(StoreError) in
      try reader.value(key, of: account)
    }
    if var snapshot = AccountSession.decode(value, as: StreamManagement.Snapshot.self) {
      snapshot.id = "nobody-knows-it"
      try await alice.store.setValue(AccountSession.encode(snapshot), for: key, of: account)
    }
    let again = try await Person(mine, on: host, port: proxy.port, store: alice.store)
    let sessions = await again.service.sessions()
    await again.service.start()
    #expect(try await sessions.first { $0 } == .new)
    return again
  }
}

/// How a session began.
private enum SessionStart { case new, resumed }

extension XMPPService {
  /// Each session from now on.
  @NetworkActor fileprivate func sessions() -> AsyncStream<SessionStart> {
    let (sessions, continuation) = AsyncStream.makeStream(of: SessionStart.self)
    let handle = session.stream.onEvent
    session.stream.onEvent = { event in
      if case .online(_, _, let isResumed) = event {
        continuation.yield(isResumed ? .resumed : .new)
      }
      handle?(event)
    }
    return sessions
  }

  /// Like `typing()`, and it listens when this returns.
  @NetworkActor fileprivate func typingNotices() -> AsyncStream<TypingNotice> {
    let (notices, continuation) = AsyncStream.makeStream(of: TypingNotice.self)
    let tell = session.onTyping
    session.onTyping = { notice in
      continuation.yield(notice)
      tell?(notice)
    }
    return notices
  }
}
