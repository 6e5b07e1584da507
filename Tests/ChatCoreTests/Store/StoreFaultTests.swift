// SPDX-License-Identifier: MIT
import CSQLite
import FoundationEssentials
import Glibc
import Testing

@testable import ChatCore

/// Case 086-S01: a full disk is not a broken database.
@Suite struct StoreFaultTests {
  @Test(arguments: [
    (SQLITE_FULL, StoreError.Remedy.retryWithBanner), (SQLITE_IOERR, .retryWithBanner),
    (SQLITE_READONLY, .banner), (SQLITE_NOTADB, .recover), (SQLITE_CORRUPT, .recover),
    (SQLITE_BUSY, .waitAndRetry), (SQLITE_IOERR | 19 << 8, .retryWithBanner),
    (SQLITE_READONLY | 4 << 8, .banner), (SQLITE_CORRUPT | 1 << 8, .recover),
    (SQLITE_CANTOPEN, .banner), (SQLITE_CONSTRAINT, .report),
  ])
  func resultCodes(code: Int32, remedy: StoreError.Remedy) {
    #expect(StoreError(code: code, reason: "").remedy == remedy)
  }

  @Test func onlyDamageMayLeadToANewFile() {
    for code in Int32(1)...101 where code != SQLITE_NOTADB && code != SQLITE_CORRUPT {
      #expect(StoreError(code: code, reason: "").remedy != .recover, "\(code)")
    }
  }

  /// The database may not grow: what SQLite says is what it says on a full disk.
  @Test func aFullDiskLosesNothingAndPasses() async throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(at: folder.path).store
    let notes = try await store.notes()
    try await store.saveDraft(Draft(text: "typed"), in: notes)
    try await store.limitPages(0)
    let long = OutgoingMessage(body: String(repeating: "x", count: 200_000))
    await #expect(throws: StoreError.diskFull) { try await store.append(long, to: notes) }
    #expect(try await store.bodies(notes).isEmpty)
    #expect(try store.makeReader().draft(in: notes)?.text == "typed")
    try await store.limitPages(1_000_000)
    try await store.append(long, to: notes)
    #expect(try await store.bodies(notes) == [long.body])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs to be root and may mount a tmpfs"))
  func aFullDiskIsReadAtStartAndWrittenOnceThereIsSpace() async throws {
    let disk = try SmallDisk(bytes: 12 << 20)
    let folder = disk.path + "/martlet"
    do {
      let store = try Store.open(at: folder).store
      try await store.append(OutgoingMessage(body: "before"), to: try await store.notes())
      await store.close()
    }
    try disk.fill()
    let outcome = try Store.open(at: folder)
    let store = outcome.store
    #expect(outcome.event == .readOnly(.diskFull))
    let notes = try #require(try store.makeReader().summaries().first?.id)
    #expect(try store.makeReader().latest(1, in: notes).map(\.body) == ["before"])
    await #expect(throws: StoreError.diskFull) {
      try await store.append(OutgoingMessage(body: "no"), to: notes)
    }
    try disk.empty()
    try await store.append(OutgoingMessage(body: "after"), to: notes)
    let bodies = try await store.read { reader throws(StoreError) in
      try reader.latest(9, in: notes).map(\.body)
    }
    #expect(bodies == ["before", "after"])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs to be root and may mount a tmpfs"))
  func aWriteProtectedFolderIsRead() async throws {
    let disk = try SmallDisk(bytes: 12 << 20)
    do {
      let store = try Store.open(at: disk.path).store
      try await store.append(OutgoingMessage(body: "before"), to: try await store.notes())
      await store.close()
    }
    try disk.protect()
    let outcome = try Store.open(at: disk.path)
    #expect(outcome.event == .readOnly(.readOnly))
    let notes = try #require(try outcome.store.makeReader().summaries().first?.id)
    await #expect(throws: StoreError.readOnly) {
      try await outcome.store.append(OutgoingMessage(body: "no"), to: notes)
    }
    await outcome.store.close()
  }

  @Test func aFolderThatCannotBeMadeIsSaid() throws {
    let folder = try TemporaryFolder()
    FileManager.default.createFile(atPath: folder.path + "/file", contents: nil)
    let path = folder.path + "/file/store"
    #expect {
      try Store.open(at: path)
    } throws: { error in
      guard case StoreError.notAccessible = error else { return false }
      return true
    }
  }

  @Test func aClosedStoreSaysSo() async throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(at: folder.path).store
    let notes = try await store.notes()
    await store.close()
    await #expect(throws: StoreError.closed) {
      try await store.append(OutgoingMessage(body: "x"), to: notes)
    }
    await #expect(throws: StoreError.closed) {
      try await store.read { reader throws(StoreError) in try reader.summaries() }
    }
    #expect(try Store.open(at: folder.path).event == .opened)
  }
}

extension Store {
  /// 0 sets the limit to the present size.
  fileprivate func limitPages(_ count: Int) throws(StoreError) {
    try connection.execute("PRAGMA max_page_count = \(max(count, 1))")
  }
}

/// A file system of a few megabytes.
final class SmallDisk {
  let path: String

  /// Whether this process may mount one.
  static var isPossible: Bool {
    guard getuid() == 0, let disk = try? SmallDisk(bytes: 1 << 20) else { return false }
    withExtendedLifetime(disk) {}
    return true
  }

  init(bytes: Int) throws {
    path = FileManager.default.temporaryDirectory.path + "/martlet-disk-" + String.randomID()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else {
      rmdir(path)
      throw POSIXError(.EPERM)
    }
  }

  deinit {
    // Whatever is still open goes with its owner.
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }

  func fill() throws {
    let file = open(path + "/fill", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let block = [UInt8](repeating: 1, count: 4_096)
    while write(file, block, block.count) == block.count {}
  }

  func empty() throws { unlink(path + "/fill") }

  func protect() throws {
    guard mount(nil, path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
      throw POSIXError(.EPERM)
    }
  }
}
