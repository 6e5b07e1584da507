// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import Testing

@testable import ChatCore

/// What needs a second process.
@Suite struct StoreProcessTests {
  /// Case 090-S05: the second one is told who has the folder, and the first one's data stays whole.
  @Test func aSecondProcessIsToldWhoHasTheFolder() async throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(at: folder.path).store
    try await store.append(OutgoingMessage(body: "x"), to: try await store.notes())
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, owner = getpid() as Int32] in
      #expect(throws: StoreError.inUse(process: owner)) { try Store.open(at: path) }
      #expect(getpid() != owner)
    }
    #expect(try await store.bodies(try await store.notes()) == ["x"])
  }

  /// The lock goes with its process, however that ends.
  @Test func aKilledProcessLeavesNoLock() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let store = try Store.open(at: path).store
      try await store.append(OutgoingMessage(body: "x"), to: try await store.notes())
      kill(getpid(), SIGKILL)
    }
    let outcome = try Store.open(at: folder.path)
    #expect(outcome.wasCut)
    #expect(try await outcome.store.bodies(try await outcome.store.notes()) == ["x"])
  }

  /// What stood in the field before an edit is part of the draft.
  @Test func whatAnEditPutAsideOutlivesAKill() async throws {
    let folder = try TemporaryFolder()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let store = try Store.open(at: path).store
      let notes = try await store.notes()
      let said = try await store.append(OutgoingMessage(body: "said before"), to: notes)
      let aside = Draft.Aside(text: "mine", replyTo: said.id)
      let draft = Draft(text: "said befor", editing: said.id, aside: aside)
      try await store.saveDraft(draft, in: notes)
      kill(getpid(), SIGKILL)
    }
    let store = try Store.open(at: folder.path).store
    let notes = try await store.notes()
    let said = try #require(try store.makeReader().latest(1, in: notes).first)
    let draft = try #require(try store.makeReader().draft(in: notes))
    #expect(draft.text == "said befor")
    #expect(draft.editing == said.id)
    #expect(draft.aside == Draft.Aside(text: "mine", replyTo: said.id))
  }

  /// A process writes and is killed at any moment, again and again: every message whose writing was
  /// reported is there, in order, and none is there twice.
  ///
  /// `MARTLET_KILLS` sets the number of rounds.
  @Test func nothingCommittedIsLostWhenTheProcessIsKilled() async throws {
    let rounds = ProcessInfo.processInfo.environment["MARTLET_KILLS"].flatMap { Int($0) } ?? 8
    let folder = try TemporaryFolder()
    let report = folder.path + "/report"
    var reported = 0
    for round in 0..<rounds {
      let delay = 20_000 + (round * 7_919) % 40_000  // microseconds
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path as String, report = report as String, delay = delay as Int] in
        try await Self.writeUntilKilled(path, report: report, after: delay)
      }
      let outcome = try Store.open(at: folder.path)
      let notes = try await outcome.store.notes()
      let bodies = try outcome.store.makeReader().latest(1_000_000, in: notes).map(\.body)
      #expect(bodies == bodies.indices.map(String.init))
      let lines = try? String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
      reported = lines?.last.flatMap { Int($0) } ?? 0
      // The last one may have been committed and not reported.
      #expect(bodies.count == reported || bodies.count == reported + 1)
      // What was in the draft is either sent or still there, never both.
      let draft = try outcome.store.makeReader().draft(in: notes)?.text
      #expect(draft == nil || draft == "\(bodies.count)")
      await outcome.store.close()
    }
    #expect(reported > 0)
  }

  private static func writeUntilKilled(
    _ path: String, report: String, after delay: Int
  ) async throws {
    let store = try Store.open(at: path).store
    let notes = try await store.notes()
    let file = open(report, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    var number = try store.makeReader().count(in: notes)
    Thread.detach {
      usleep(UInt32(delay))
      kill(getpid(), SIGKILL)
    }
    while true {
      // How many messages there are; the first time, how many the last round has left.
      let line = "\(number)\n"
      _ = line.withCString { write(file, $0, strlen($0)) }
      try await store.saveDraft(Draft(text: "\(number)"), in: notes)
      try await store.append(OutgoingMessage(body: "\(number)"), to: notes)
      number += 1
    }
  }
}

/// A thread of its own, without Foundation.
private enum Thread {
  static func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Box(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context)
    pthread_detach(thread)
  }

  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
