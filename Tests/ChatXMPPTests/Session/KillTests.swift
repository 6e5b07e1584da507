// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import FoundationEssentials
import Glibc
import Testing

@testable import ChatXMPP

/// `kill -9` at any moment, again and again, of a process that sends and receives.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(20)))
struct KillTests {
  private static let count = 200

  @Test func eachArrivesOnceAndInOrder() async throws {
    let kills = CutTests.isFull ? 60 : 10
    let server = try await TestServer()
    try server.befriend("alice", ["bob"])
    let folder = server.directory.appendingPathComponent("store").path
    let bob = try await Person("bob", on: server)
    await bob.online()
    let speaker = Task {
      for number in 0..<Self.count {
        try await bob.say("b\(number)", to: "alice")
        try await Task.sleep(for: .milliseconds(kills * 800 / Self.count))
      }
    }
    var generator = FuzzTests.Generator(
      state: CutTests.isFull ? UInt64.random(in: 0 ... .max) : 20)
    let seed = generator.state
    for _ in 0..<kills {
      let delay = Int.random(in: 50...900, using: &generator)  // milliseconds after its start
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          folder = folder as String, port = server.port as UInt16,
          trust = server.trustFile as String, delay = delay as Int
        ] in
        Thread.detach {
          usleep(UInt32(delay) * 1_000)
          kill(getpid(), SIGKILL)
        }
        try await Self.run(folder, port, trust, gap: .milliseconds(10))
        // Done already: still, this one is killed.
        while true { pause() }
      }
    }
    try await speaker.value
    await #expect(processExitsWith: .success) {
      [
        folder = folder as String, port = server.port as UInt16,
        trust = server.trustFile as String
      ] in
      try await Self.run(folder, port, trust, gap: .zero)
    }

    try await bob.wait(for: "alice") { messages in
      messages.filter { !$0.sender.isMe }.count >= Self.count
    }
    let (mine, theirs) = ("a", "b")
    #expect(
      try await bob.bodies(from: "alice") == (0..<Self.count).map { "\(mine)\($0)" }, "\(seed)")
    let store = try Store.open(at: folder).store
    let account = try await store.addAccount("alice@localhost")
    let kept = try await store.read { reader throws(StoreError) in
      guard let chat = try reader.conversation(with: "bob@localhost", of: account) else {
        return [Message]()
      }
      return try reader.latest(10_000, in: chat)
    }
    let received = kept.filter { !$0.sender.isMe && $0.kind == .text }.map(\.body)
    #expect(received == (0..<Self.count).map { "\(theirs)\($0)" }, "\(seed)")
    #expect(kept.filter { $0.sender.isMe }.map(\.body) == (0..<Self.count).map { "\(mine)\($0)" })
    await store.close()
    await bob.service.stop()
  }

  /// What is killed: goes on from what its store holds until everything is sent and received.
  private static func run(
    _ folder: String, _ port: UInt16, _ trust: String, gap: Duration
  ) async throws {
    let store = try Store.open(at: folder).store
    let alice = try await Person(
      "alice", try TestServer.configuration("alice", port: port, trustFile: trust), store: store)
    await alice.service.start()
    let said = try await alice.messages(with: "bob")
      .filter { $0.sender.isMe && $0.kind == .text }.count
    for number in said..<count {
      try await alice.say("a\(number)", to: "bob")
      try await Task.sleep(for: gap)
    }
    try await alice.wait(for: "bob") { messages in
      messages.allSatisfy { $0.delivery != .queued && $0.kind != .gap }
        && messages.filter { !$0.sender.isMe }.count >= count
    }
    await alice.service.stop()
    await store.close()
  }
}
