// SPDX-License-Identifier: MIT
internal import Glibc

/// What became of a damaged database.
public struct Recovery: Hashable, Sendable {
  /// Where the damaged file is now. It is never deleted.
  public let setAside: String
  /// How much was found in it.
  public let conversations: Int
  public let messages: Int
  /// Whether all of it could be read.
  public let isComplete: Bool
}

extension Store {
  /// Sets a damaged database aside, saves what can be read into a new one, and opens that.
  ///
  /// Can take a minute for a large file, so call it off the main thread. The folder must not be
  /// open: ``close()`` first. When this fails or the computer stops in the middle, the damaged file
  /// is still where it was, or the new one is whole.
  ///
  /// - Returns: a store whose event is ``OpenOutcome/Event/recovered(_:)``.
  /// - Throws: `.diskFull` when there is no room for the new file: nothing was moved.
  @concurrent
  public static func recover(at folder: String) async throws(StoreError) -> OpenOutcome {
    let lock = try FolderLock(folder: folder)
    let file = DatabaseFile(path: folder + "/" + fileName)
    // A full disk can make a good database look like a bad one.
    let size = try DatabaseFile.size(file.path) ?? 0
    if let free = DatabaseFile.freeSpace(folder), free < size + neededSpace { throw .diskFull }

    let working = file.path + ".salvaging"
    for suffix in ["", "-wal", "-shm"] { unlink(working + suffix) }
    let isComplete = try salvage(file, into: working)
    // Complete, closed, and one file: from here on it may take the old one's place.
    guard rename(working, file.salvaged) == 0 else {
      throw StoreError(errno: errno, path: working)
    }
    let old = try file.setAside(at: .now)
    try file.adoptSalvaged()

    let store = try Store(location: file.path, folder: folder, lock: lock)
    file.keepHead()
    let counts = try await store.read { reader throws(StoreError) in try reader.totals() }
    let recovery = Recovery(
      setAside: old.path, conversations: counts.conversations, messages: counts.messages,
      isComplete: isComplete)
    return OpenOutcome(store: store, event: .recovered(recovery))
  }

  /// Looks through the whole database for damage, on one of the readers. Worth its time after a
  /// hard stop (``OpenOutcome/wasCut``): a second for some hundred megabytes.
  ///
  /// - Throws: `.damaged` with SQLite's first complaint.
  public nonisolated func verify() async throws(StoreError) {
    let complaint = try await read { reader throws(StoreError) in try reader.firstComplaint() }
    if let complaint { throw .damaged(reason: complaint) }
  }

  private static func salvage(
    _ file: DatabaseFile, into path: String
  ) throws(StoreError) -> Bool {
    let target = try Connection(path)
    try prepare(target)
    let patched = file.path + ".patched"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(patched + suffix) } }
    guard let source = try readable(file, patched: patched) else { return false }
    var salvage = Salvage(from: source, to: target)
    try salvage.run()
    return salvage.isComplete
  }

  /// A connection that can read the shape of the damaged database; nil when there is no way.
  private static func readable(
    _ file: DatabaseFile, patched: String
  ) throws(StoreError) -> Connection? {
    func open(_ path: String) -> Connection? {
      guard let connection = try? Connection(path, access: .readOnly),
        let tables = try? connection.integer(
          "SELECT count(*) FROM sqlite_schema WHERE name = 'message'"),
        tables > 0
      else { return nil }
      return connection
    }
    if let connection = open(file.path) { return connection }
    guard try file.copyWithKeptHead(to: patched) else { return nil }
    return open(patched)
  }
}

extension StoreReader {
  fileprivate func totals() throws(StoreError) -> (conversations: Int, messages: Int) {
    let conversations = try connection.integer("SELECT count(*) FROM conversation")
    let messages = try connection.integer("SELECT sum(count) FROM message_bucket")
    return (Int(conversations ?? 0), Int(messages ?? 0))
  }

  fileprivate func firstComplaint() throws(StoreError) -> String? {
    let check = try connection.prepare("PRAGMA quick_check(1)")
    guard try check.step() else { return nil }
    let verdict = check.text(0)
    return verdict == "ok" ? nil : verdict
  }
}
