// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Foundation
import Testing

@testable import ChatXMPP

/// Nothing is lost and nothing doubled, whatever the connection does.
@Suite(
  .enabled(if: TestServer.isInstalled, Comment(rawValue: TestServer.missing)),
  .timeLimit(.minutes(30)))
struct CutTests {
  static let isFull = ProcessInfo.processInfo.environment["MARTLET_FULL"] == "1"

  /// Both sides send numbered messages while the proxy cuts, stalls, swallows and half-closes.
  @Test func eachArrivesOnceAndInOrder() async throws {
    let (cuts, count) = Self.isFull ? (500, 5_000) : (12, 200)
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    try server.befriend("alice", ["bob"])
    let alice = try await Person("alice", on: server, port: proxy.port)
    let bob = try await Person("bob", on: server, port: proxy.port)
    await alice.online()
    await bob.online()

    let vandal = Task {
      for _ in 0..<cuts {
        try await Task.sleep(for: .milliseconds(Int.random(in: 50...400)))
        switch Int.random(in: 0..<6) {
        case 0: proxy.cut()
        case 1: proxy.halfClose()
        case 2:
          proxy.set { $0.eatsUp = true }
          try await Task.sleep(for: .milliseconds(100))
          proxy.cut()
        case 3:
          proxy.set { $0.eatsDown = true }
          try await Task.sleep(for: .milliseconds(100))
          proxy.cut()
        case 4:
          proxy.set { $0.isFrozen = true }
          try await Task.sleep(for: .milliseconds(200))
        default:
          proxy.set { $0.refuses = true }
          proxy.cut()
          try await Task.sleep(for: .milliseconds(100))
        }
        proxy.set { $0 = .init() }
      }
    }
    let pause = Duration.milliseconds(Self.isFull ? 25 : 15)
    for number in 0..<count {
      try await alice.say("a\(number)", to: "bob")
      try await bob.say("b\(number)", to: "alice")
      try await Task.sleep(for: pause)
    }
    try await vandal.value

    for (receiver, sender, prefix) in [(bob, "alice", "a"), (alice, "bob", "b")] {
      try await receiver.wait(for: sender) { messages in
        Set(messages.filter { !$0.sender.isMe }.map(\.body)).count >= count
      }
      let bodies = try await receiver.bodies(from: sender)
      #expect(bodies == (0..<count).map { "\(prefix)\($0)" })
    }
    for (sender, receiver) in [(alice, "bob"), (bob, "alice")] {
      try await sender.wait(for: receiver) { messages in
        messages.allSatisfy { $0.delivery != .queued }
      }
    }
    await alice.service.stop()
    await bob.service.stop()
  }

  /// The server forgets the session while messages are under way: the archive decides.
  @Test func theArchiveSaysWhatArrived() async throws {
    let server = try await TestServer()
    let proxy = try CuttingProxy(to: server.port)
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    await bob.online()
    try await bob.say("first", to: "alice")
    let alice = try await Person("alice", on: server, port: proxy.port)
    await alice.online()
    try await alice.say("hello", to: "bob")
    // Until it is settled what an earlier run had sent, nothing goes out.
    try await alice.wait(for: "bob") { $0.count == 2 && $0.allSatisfy { $0.delivery != .queued } }

    // These arrive, and the word of it does not come back.
    proxy.set { $0.eatsDown = true }
    for number in 0..<10 { try await alice.say("\(number)", to: "bob") }
    try await bob.wait(for: "alice") { $0.count == 12 }
    // A new session under another name, so that the old one cannot be resumed.
    proxy.set { $0.refuses = true }
    proxy.cut()
    let again = try await Person(
      "alice", on: server, resource: "again", store: alice.store, isFresh: true)
    await again.online()
    try await again.say("last", to: "bob")
    try await bob.wait(for: "alice") { $0.last?.body == "last" }
    #expect(
      try await bob.bodies(from: "alice") == ["hello"] + (0..<10).map(String.init) + ["last"])
    let sent = try await again.wait(for: "bob") { messages in
      messages.allSatisfy { $0.delivery != .queued }
    }
    #expect(sent.count == 13)
    await alice.service.stop()
    await again.service.stop()
    await bob.service.stop()
  }

  /// Sessions are lost again and again in the middle of reading the archive, page by small page.
  @Test func historyHasItsOrderAfterManySessions() async throws {
    var options = TestServer.Options()
    options.hibernation = 1
    let server = try await TestServer(options)
    let proxy = try CuttingProxy(to: server.port)
    try server.befriend("alice", ["bob"])
    let bob = try await Person("bob", on: server)
    let alice = try await Person("alice", on: server, port: proxy.port)
    await alice.service.setArchivePage(5)
    await bob.online()
    await alice.online()
    let rounds = Self.isFull ? 60 : 8
    let speaker = Task {
      var number = 0
      while !Task.isCancelled {
        try await bob.say("\(number)", to: "alice")
        number += 1
        try? await Task.sleep(for: .milliseconds(10))
      }
      return number
    }
    for _ in 0..<rounds {
      proxy.set { $0.refuses = true }
      proxy.cut()
      try await Task.sleep(for: .milliseconds(Int.random(in: 200...2_500)))
      proxy.set { $0.refuses = false }
      // Long enough for a few pages, or for none.
      try await Task.sleep(for: .milliseconds(Int.random(in: 200...2_000)))
    }
    speaker.cancel()
    let count = try await speaker.value
    try await alice.wait(for: "bob") { messages in
      messages.filter { $0.kind == .text }.count >= count && messages.allSatisfy { $0.kind != .gap }
    }
    #expect(try await alice.bodies(from: "bob") == (0..<count).map(String.init))
    await alice.service.stop()
    await bob.service.stop()
  }
}
