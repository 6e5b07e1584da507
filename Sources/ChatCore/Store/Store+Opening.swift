// SPDX-License-Identifier: MIT
internal import Glibc

/// A store that was opened, and what it took.
public struct OpenOutcome: Sendable {
  public let store: Store
  public let event: Event

  public enum Event: Hashable, Sendable {
    /// As it was left.
    case opened
    /// There was none yet.
    case created
    /// It was written by an older Martlet and has been brought up to date.
    case migrated(from: Int)
  }
}

extension Store {
  /// The name of the database in the data folder.
  public static let fileName = "martlet.db"

  /// Opens the store in `folder`, which is made when it is not there, and claims the folder for
  /// this process.
  public static func open(at folder: String) throws(StoreError) -> OpenOutcome {
    try makeFolder(folder)
    let lock = try FolderLock(folder: folder)
    let path = folder + "/" + fileName
    let isNew = (try fileSize(path) ?? 0) == 0
    let store = try Store(location: path, folder: folder, lock: lock)
    return OpenOutcome(store: store, event: isNew ? .created : .opened)
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

  private static func fileSize(_ path: String) throws(StoreError) -> Int64? {
    var info = stat()
    if stat(path, &info) == 0 { return Int64(info.st_size) }
    if errno == ENOENT { return nil }
    throw StoreError(errno: errno, path: path)
  }
}
