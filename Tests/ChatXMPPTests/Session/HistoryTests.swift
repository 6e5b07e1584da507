// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Foundation
import Testing

@testable import ChatXMPP

/// The archive: what comes by itself, and what comes when it is looked at.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(10)))
struct HistoryTests {
  /// Only the archive has what came while nobody was there.
  private func archiveServer() async throws -> TestServer {
    var options = TestServer.Options()
    options.keepsForLater = false
    return try await TestServer(options)
  }

  private func numbers(_ range: Range<Int>) -> [String] { range.map(String.init) }

  /// A new device has the newest page; the others come as the list asks for them, with everything
  /// that was said later about their messages, also over a restart.
  @Test func olderPagesComeWhenTheyAreLookedAt() async throws {
    let server = try await archiveServer()
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    await bob.online()
    let first = try await bob.say("0", to: "alice")
    for number in 1..<119 { try await bob.say("\(number)", to: "alice") }
    try await bob.wait(for: "alice") { $0.allSatisfy { $0.delivery != .queued } }
    try await bob.store.edit(first.id, body: "zero", at: .now)
    try await bob.service.sendCorrection(of: first)
    try await bob.service.react(with: ["\u{1F44D}"], to: first)
    try await bob.say("119", to: "alice")
    try await bob.wait(for: "alice") { $0.allSatisfy { $0.delivery != .queued } }
    try await bob.queueIsEmpty()

    let alice = try await Person("alice", on: server)
    await alice.service.setArchivePage(20)
    await alice.service.setFirstFetch(20)
    await alice.online()
    try await alice.wait(for: "bob") { $0.last?.body == "119" }
    while await alice.service.isCatchingUp { try await Task.sleep(for: .milliseconds(10)) }
    let newest = try await alice.bodies(from: "bob")
    #expect(newest.count < 40)
    #expect(newest == numbers((120 - newest.count)..<120))
    await alice.service.stop()

    let again = try await Person("alice", on: server, store: alice.store)
    await again.online()
    let conversation = try await again.conversation(with: "bob")
    var rounds = 0
    while try await !again.service.fetchOlder(in: conversation).isComplete { rounds += 1 }
    #expect(rounds >= 1)
    #expect(try await again.bodies(from: "bob") == ["zero"] + numbers(1..<120))
    let zero = try #require(try await again.messages(with: "bob").first)
    #expect(zero.edited != nil && zero.reactions.map(\.emoji) == ["\u{1F44D}"])
    await again.service.stop()
    await bob.service.stop()
  }

  @Test func aGapIsFilledWhenItIsLookedAt() async throws {
    let server = try await archiveServer()
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    await bob.online()
    for number in 0..<200 { try await bob.say("\(number)", to: "alice") }
    try await bob.wait(for: "alice") { $0.allSatisfy { $0.delivery != .queued } }
    let alice = try await Person("alice", on: server)
    await alice.online()
    let all = try await alice.wait(for: "bob") { $0.map(\.body) == numbers(0..<200) }
    while await alice.service.isCatchingUp { try await Task.sleep(for: .milliseconds(10)) }

    // A gap as a run leaves it that was told nothing by the archive.
    let conversation = try await alice.conversation(with: "bob")
    try await alice.store.delete(all[10...].map(\.id))
    let row = try await alice.store.openGap(in: conversation, at: .now)
    try await alice.store.receive(
      IncomingMessage(
        sender: all[199].sender, body: "199", time: .now, originID: all[199].originID,
        archiveID: all[199].archiveID), in: conversation)
    let id = try #require(row)
    let gap = try #require(
      try await alice.store.read { reader throws(StoreError) in try reader.message(id) })
    try await alice.service.fillGap(gap)
    let filled = try await alice.messages(with: "bob")
    #expect(filled.map(\.body) == numbers(0..<200))
    #expect(filled.allSatisfy { $0.kind == .text })
    await alice.service.stop()
    await bob.service.stop()
  }

  /// Thousands of messages while away: the newest page first, with a gap before it, then the rest.
  @Test func aLongAbsence() async throws {
    let count = CutTests.isFull ? 10_000 : 2_000
    let server = try await archiveServer()
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    let alice = try await Person("alice", on: server)
    await bob.online()
    await alice.online()
    try await bob.say("before", to: "alice")
    try await alice.wait(for: "bob") { $0.count == 1 }
    await alice.service.stop()
    await bob.service.stop()
    let speaker = try await StreamProbe(server.configuration("bob"))
    await speaker.sayMany(count, to: "alice@localhost")
    #expect(await speaker.sessions == (new: 1, resumed: 0))

    let again = try await Person("alice", on: server, store: alice.store)
    let changes = again.store.changes()
    await again.online()
    let conversation = try await again.conversation(with: "bob")
    while await again.service.isCatchingUp { try await Task.sleep(for: .milliseconds(20)) }
    let messages = try await again.messages(with: "bob")
    #expect(messages.map(\.body) == ["before"] + numbers(0..<count))

    // What was on the screen first, while the others were not here yet.
    let bodies = Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0.body) })
    var first = Set<MessageID>()
    for await change in changes {
      first = change.messages[conversation]?.inserted ?? []
      if !first.isEmpty { break }
    }
    let gap = first.filter { bodies[$0] == nil }
    #expect(gap.count == 1)
    let newest = first.subtracting(gap).compactMap { bodies[$0].flatMap { Int($0) } }
    #expect(newest.sorted() == Array((count - newest.count)..<count))
    #expect(newest.count <= Archive.pageSize)
    await again.service.stop()
  }

  /// A page that never comes is asked for again, and what is to be sent does not wait for ever.
  @Test @NetworkActor func anArchiveThatSaysNothingIsAskedAgain() async throws {
    var options = TestServer.Options()
    options.keepsForLater = false
    options.canFallSilent = true
    let server = try await TestServer(options)
    try server.befriend("alice", ["bob"])
    let speaker = StreamProbe(try server.configuration("bob"))
    await speaker.sayMany(3, to: "alice@localhost")

    try "0".write(to: server.silent, atomically: true, encoding: .utf8)
    let store = try Store.inMemory()
    let account = try await store.addAccount("alice@localhost")
    let clock = ManualClock()
    let session = AccountSession(
      account: account, store: store, stream: XMPPStream(try server.configuration("alice")),
      clock: clock)
    session.stream.start()
    func isSilent(_ times: String) async throws {
      while try String(contentsOf: server.silent, encoding: .utf8) != times {
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    try await isSilent("1")
    clock.advance(by: IQTracker.timeout)
    #expect(!session.acceptsMessages)
    clock.advance(by: AccountSession.archiveRetryDelay)
    try await isSilent("2")
    clock.advance(by: IQTracker.timeout)
    #expect(session.acceptsMessages)

    try FileManager.default.removeItem(at: server.silent)
    clock.advance(by: AccountSession.archiveRetryDelay)
    while session.catchUp != nil { try await Task.sleep(for: .milliseconds(10)) }
    let bodies = try await store.read { reader throws(StoreError) in
      guard let chat = try reader.conversation(with: "bob@localhost", of: account) else {
        return [String]()
      }
      return try reader.latest(10, in: chat).map(\.body)
    }
    #expect(bodies == numbers(0..<3))
    await withCheckedContinuation { continuation in session.stop { continuation.resume() } }
  }
}

extension XMPPService {
  @NetworkActor var isCatchingUp: Bool { session.catchUp != nil }
}

extension StreamProbe {
  /// Sends numbered messages and waits until the server has them, or has lost the session.
  func sayMany(_ count: Int, to address: String) async {
    stream.start()
    await online()
    for number in 0..<count { say("\(number)", to: address, token: UInt64(number)) }
    await wait { $0.acknowledgedCount == count || $0.sessions.new > 1 }
    await stopped()
  }
}
