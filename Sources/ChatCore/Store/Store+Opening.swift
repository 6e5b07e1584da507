// SPDX-License-Identifier: MIT
internal import Glibc

/// A store that was opened, and what it took.
public struct OpenOutcome: Sendable {
  public let store: Store
  public let event: Event
  /// Whether the last process could not close the store (a power cut, a crash). Nothing that was
  /// committed is lost by that; ``Store/verify()`` makes sure of the disk.
  public let wasCut: Bool

  init(store: Store, event: Event, wasCut: Bool = false) {
    self.store = store
    self.event = event
    self.wasCut = wasCut
  }

  public enum Event: Hashable, Sendable {
    /// As it was left.
    case opened
    /// There was none yet.
    case created
    /// It was written by an older Martlet and has been brought up to date.
    case migrated(from: Int)
    /// It can be read but not written, for this reason. Each write tries again, so it becomes whole
    /// without a restart once the reason has gone.
    case readOnly(StoreError)
    /// It was damaged: tell the user where the old file is.
    case recovered(Recovery)
  }
}

extension Store {
  /// The name of the database in the data folder.
  public static let fileName = "martlet.db"

  /// With less free than this, "the disk is full" is the likelier reason of anything that fails;
  /// and the least that must be free to go on. Bytes.
  public static let neededSpace: Int64 = 8 << 20  // twice the log at its largest

  /// Opens the store in `folder`, which is made when it is not there, and claims the folder for
  /// this process.
  ///
  /// Takes some milliseconds, whatever the size. A full or write-protected disk gives a store that
  /// can be read.
  ///
  /// - Throws: `.inUse` when another process has the folder; `.newerVersion` and `.damaged` with
  ///   the
  ///   files untouched (after `.damaged` call ``recover(at:)``); `.notAccessible`, `.diskFull` and the
  ///   like when not even reading is possible.
  public static func open(at folder: String) throws(StoreError) -> OpenOutcome {
    try makeFolder(folder)
    let lock: FolderLock?
    do throws(StoreError) { lock = try FolderLock(folder: folder) } catch .readOnly {
      // Nobody can write here, so there is nothing to claim.
      lock = nil
    }
    let file = DatabaseFile(path: folder + "/" + fileName)
    if lock != nil { try file.adoptSalvaged() }
    let finding = try file.inspect()
    let wasCut = file.wasCut
    let event: OpenOutcome.Event
    switch finding {
    case .damaged(let reason):
      throw isFull(folder) ? .diskFull : .damaged(reason: reason)
    case .database(let version) where version > Schema.currentVersion:
      throw .newerVersion(found: version, known: Schema.currentVersion)
    case .database(let version):
      if wasCut { try refuseNewerVersion(file) }
      event = version == Schema.currentVersion ? .opened : .migrated(from: version)
    case .missing:
      event = .created
      // SQLite would make a file that everybody may read; its log takes the same permissions.
      let made = creat(file.path, 0o600)
      if made >= 0 { Glibc.close(made) }
    }
    do throws(StoreError) {
      // SQLite would open the file all the same, and not tell before the first write.
      guard lock != nil else { throw .readOnly }
      let store = try Store(location: file.path, folder: folder, lock: lock)
      if event != .opened { file.keepHead() }
      return OpenOutcome(store: store, event: event, wasCut: wasCut)
    } catch {
      let reason = isFull(folder) && error.canBeAFullDisk ? StoreError.diskFull : error
      guard finding != .missing, reason.remedy != .recover,
        let store = try? Store(reading: file, folder: folder, lock: lock, because: reason)
      else { throw reason }
      return OpenOutcome(store: store, event: .readOnly(reason), wasCut: wasCut)
    }
  }

  /// The version in the file may be behind the one in the log. Looking through a connection that
  /// cannot write leaves both as they are.
  private static func refuseNewerVersion(_ file: DatabaseFile) throws(StoreError) {
    guard let connection = try? Connection(file.path, access: .readOnly),
      let version = try? Schema.version(of: connection)
    else { return }
    guard version <= Schema.currentVersion else {
      throw .newerVersion(found: version, known: Schema.currentVersion)
    }
  }

  private static func isFull(_ folder: String) -> Bool {
    DatabaseFile.freeSpace(folder).map { $0 < neededSpace } ?? false
  }

  /// Makes a folder that only its owner can read, with all above it.
  private static func makeFolder(_ path: String) throws(StoreError) {
    var info = stat()
    if stat(path, &info) == 0 { return }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw StoreError(errno: errno, path: path)
    }
  }
}

extension StoreError {
  /// Whether a disk without space can show itself as this (case: a full disk seen as `NOTADB`).
  fileprivate var canBeAFullDisk: Bool {
    switch self {
    case .damaged, .inputOutput, .notAccessible, .statement, .migrationFailed: true
    default: false
    }
  }
}
