// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import ChatCore

@Suite struct StoreOpeningTests {
  @Test func whatWasWrittenIsThereAgain() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deep/down"
    var message: Message?
    do {
      let outcome = try Store.open(at: path)
      #expect(outcome.event == .created)
      let notes = try await outcome.store.notes()
      message = try await outcome.store.append(OutgoingMessage(body: "milk", time: noon), to: notes)
    }
    let outcome = try Store.open(at: path)
    #expect(outcome.event == .opened)
    let notes = try await outcome.store.notes()
    #expect(try outcome.store.makeReader().latest(1, in: notes) == [message])
  }

  /// Case 090-S05, within one process: the lock is on the open file, not on the process.
  @Test func aFolderHasOneOwner() throws {
    let folder = try TemporaryFolder()
    let first = try Store.open(at: folder.path)
    #expect(throws: StoreError.inUse(process: getpid())) { try Store.open(at: folder.path) }
    withExtendedLifetime(first) {}
  }

  @Test func twoStoresInMemoryAreTwo() async throws {
    let a = try Store.inMemory()
    let b = try Store.inMemory()
    try await a.append(OutgoingMessage(body: "x"), to: try await a.notes())
    #expect(try b.makeReader().summaries().isEmpty)
    #expect(try a.makeReader().summaries().count == 1)
  }
}
