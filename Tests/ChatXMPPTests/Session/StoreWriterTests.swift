// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Glibc
import Synchronization
import Testing

@testable import ChatXMPP

/// What is written in one transaction, and who is let in between.
@Suite @NetworkActor struct StoreWriterTests {
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// A long catch-up does not hold up who writes meanwhile; what came live stays with what was
  /// counted beside it.
  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func whoWaitsIsLetInBetweenManyOnly(areMany: Bool) async throws {
    let store = try Store.inMemory()
    let writer = StoreWriter(store: store, clock: ManualClock())
    let log = Log()
    await withCheckedContinuation { continuation in
      writer.write(isBulk: true) { [store] isolated throws(StoreError) in
        Task { try await store.transaction { _ throws(StoreError) in log.add("somebody") } }
        while !isolated.isAwaited { usleep(100) }
        usleep(20_000)
        log.add("one")
        return nil
      }
      writer.write(isBulk: areMany) { _ throws(StoreError) in
        log.add("another")
        return nil
      }
      writer.afterwards { continuation.resume() }
    }
    // Behind the one that waited, where that came last.
    try await store.transaction { _ throws(StoreError) in }
    #expect(
      log.all == (areMany ? ["one", "somebody", "another"] : ["one", "another", "somebody"]))
  }
}
