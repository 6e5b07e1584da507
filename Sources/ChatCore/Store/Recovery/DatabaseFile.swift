// SPDX-License-Identifier: MIT
internal import Glibc

/// The files of a database, looked at without SQLite: before it may touch them.
struct DatabaseFile {
  /// What the file turns out to be.
  enum Finding: Equatable {
    /// There is none, or it is empty: a new one may be made.
    case missing
    /// A database whose `PRAGMA user_version` is this.
    case database(version: Int)
    case damaged(reason: String)
  }

  let path: String

  /// SQLite's write-ahead log: commits that are not yet in the file itself.
  var log: String { path + "-wal" }
  var sharedMemory: String { path + "-shm" }

  /// The first page, kept beside the database since it last changed its shape. With it a file whose
  /// beginning was destroyed can still be read.
  var headCopy: String { path + ".head" }

  /// A recovered database that is whole and waits to take the place of the damaged one.
  var salvaged: String { path + ".salvaged" }

  /// Whether the last process that used the database could not close it.
  var wasCut: Bool { (try? Self.size(log) ?? 0) ?? 0 > 0 }

  /// Reads the header (https://www.sqlite.org/fileformat.html §1.3).
  func inspect() throws(StoreError) -> Finding {
    guard let size = try Self.size(path), size > 0 else { return .missing }
    let header = try Self.read(path, count: Self.headerSize)
    guard header.count == Self.headerSize, header.starts(with: Self.magic) else {
      return .damaged(reason: "The file does not begin as a database does.")
    }
    // A cut log still has what the file lacks; without one the file must be as long as it says.
    let pageSize = Self.pageSize(header)
    let pages = Self.number(header, at: 28)
    let isCountValid = Self.number(header, at: 24) == Self.number(header, at: 92)
    if !wasCut, isCountValid, pageSize > 0, size < Int64(pages) * Int64(pageSize) {
      return .damaged(reason: "The end of the file is missing.")
    }
    return .database(version: Self.number(header, at: 60))
  }

  /// Gives the database and its log another name in the same folder, with the day in it. Nothing is
  /// ever deleted.
  ///
  /// Returns the new place of the database.
  func setAside(at time: Timestamp) throws(StoreError) -> DatabaseFile {
    let (year, month, day) = Day(time).date
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let stem = String(path.dropLast(3)) + "-damaged-\(year)-\(two(month))-\(two(day))"
    var target = DatabaseFile(path: stem + ".db")
    var number = 2
    while try Self.size(target.path) != nil {
      target = DatabaseFile(path: stem + "-\(number).db")
      number += 1
    }
    // The log first: a database that has lost its log looks whole and lacks the last commits.
    for (from, to) in [(log, target.log), (headCopy, target.headCopy), (path, target.path)] {
      guard rename(from, to) == 0 || errno == ENOENT else {
        throw StoreError(errno: errno, path: from)
      }
    }
    // Made anew from the log by whoever opens it.
    unlink(sharedMemory)
    return target
  }

  /// How SQLite can read the database when it cannot write: by its path, or else as a file that is
  /// promised not to change, which needs neither log nor shared memory. A log with commits in it
  /// rules that out.
  func readableLocation() throws(StoreError) -> String {
    do throws(StoreError) {
      let connection = try ReaderLanes.connect(path)
      _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
      return path
    } catch {
      guard !wasCut else { throw error }
      let escaped = path.unicodeScalars.map { scalar in
        switch scalar {
        case "%": "%25"
        case "?": "%3f"
        case "#": "%23"
        default: String(scalar)
        }
      }
      return "file:" + escaped.joined() + "?immutable=1"
    }
  }

  /// Keeps the first page, after the schema has changed.
  func keepHead() {
    guard let header = try? Self.read(path, count: Self.headerSize),
      header.starts(with: Self.magic),
      let page = try? Self.read(path, count: Self.pageSize(header)),
      page != (try? Self.read(headCopy, count: page.count))
    else { return }
    // A help for bad days; without it everything works.
    try? Self.write(page, to: headCopy)
  }

  /// Finishes a recovery: the new database takes the place that the damaged one has left.
  func adoptSalvaged() throws(StoreError) {
    guard try Self.size(path) == nil, try Self.size(salvaged) != nil else { return }
    guard rename(salvaged, path) == 0 else { throw StoreError(errno: errno, path: salvaged) }
  }

  /// Copies the database and its log to `target`, with the kept first page in the place of its own.
  /// False when none was kept.
  func copyWithKeptHead(to target: String) throws(StoreError) -> Bool {
    guard let size = try Self.size(path),
      var head = try? Self.read(headCopy, count: 65_536), head.count >= Self.headerSize
    else { return false }
    let pageSize = Self.pageSize(head)
    guard pageSize > 0, head.count == pageSize else { return false }
    // The page is as old as the last change of shape; what has changed since is the file's length
    // and the list of free pages, which nobody who only reads needs.
    func store(_ number: Int64, at offset: Int) {
      for byte in 0..<4 {
        head[offset + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte))
      }
    }
    store(size / Int64(pageSize), at: 28)
    store(0, at: 32)
    store(0, at: 36)
    try Self.copy(path, to: target, beginning: head)
    if let logSize = try Self.size(log), logSize > 0 {
      try Self.copy(log, to: target + "-wal", beginning: [])
    }
    return true
  }

  // MARK: Files

  static let magic = Array("SQLite format 3\u{0}".utf8)
  static let headerSize = 100

  /// A big-endian number of four bytes.
  static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The page size of a header; 0 when it is not one.
  static func pageSize(_ header: [UInt8]) -> Int {
    let stored = Int(header[16]) << 8 | Int(header[17])
    let size = stored == 1 ? 65_536 : stored
    return size >= 512 && size & (size - 1) == 0 ? size : 0
  }

  static func size(_ path: String) throws(StoreError) -> Int64? {
    var info = stat()
    if stat(path, &info) == 0 { return Int64(info.st_size) }
    if errno == ENOENT { return nil }
    throw StoreError(errno: errno, path: path)
  }

  /// The first `count` bytes, fewer when the file is shorter.
  static func read(_ path: String, count: Int) throws(StoreError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw StoreError(errno: errno, path: path) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = pread(file, &bytes, count, 0)
    guard got >= 0 else { throw StoreError(errno: errno, path: path) }
    return Array(bytes.prefix(got))
  }

  /// Puts a file in the place of another, whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(StoreError) {
    let draft = path + ".new"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw StoreError(errno: errno, path: draft) }
    let written = Glibc.write(file, bytes, bytes.count)
    let failure = written == bytes.count && fsync(file) == 0 ? 0 : (written < 0 ? errno : ENOSPC)
    close(file)
    guard failure == 0, rename(draft, path) == 0 else {
      let code = failure == 0 ? errno : failure
      unlink(draft)
      throw StoreError(errno: code, path: path)
    }
  }

  /// Copies a file; `beginning` takes the place of its first bytes.
  static func copy(_ from: String, to path: String, beginning: [UInt8]) throws(StoreError) {
    let source = open(from, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw StoreError(errno: errno, path: from) }
    defer { close(source) }
    let target = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw StoreError(errno: errno, path: path) }
    defer { close(target) }
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = Glibc.read(source, &chunk, chunk.count)
      guard count > 0 else {
        if count < 0 { throw StoreError(errno: errno, path: from) }
        break
      }
      guard Glibc.write(target, chunk, count) == count else {
        throw StoreError(errno: ENOSPC, path: path)
      }
    }
    guard pwrite(target, beginning, beginning.count, 0) == beginning.count else {
      throw StoreError(errno: ENOSPC, path: path)
    }
  }

  /// Bytes that a person may still write in the folder of `path`, nil when that cannot be told.
  static func freeSpace(_ path: String) -> Int64? {
    var info = statvfs()
    guard statvfs(path, &info) == 0 else { return nil }
    return Int64(clamping: info.f_bavail) * Int64(clamping: info.f_frsize)
  }
}
