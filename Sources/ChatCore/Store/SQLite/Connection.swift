// SPDX-License-Identifier: MIT
internal import CSQLite
internal import Glibc

/// One connection to a database, confined to the thread or actor that made it.
///
/// Statements are compiled once and kept, keyed by the address of their text: a `StaticString` is a
/// constant of the program, so an address stands for its text and a look-up hashes no characters.
final class Connection {
  enum Access {
    case readWrite
    case readOnly
  }

  let handle: OpaquePointer
  private var isClosed = false
  private var cache: [SQLText: CachedStatement] = [:]
  private var textCache: [String: CachedStatement] = [:]
  /// What the hooks of this connection point to.
  var hookContext: AnyObject?

  /// - Parameters:
  ///   - location: a path or a `file:` URI (https://www.sqlite.org/uri.html).
  ///   - busyTimeout: how long a statement waits for a lock that another connection holds.
  init(
    _ location: String, access: Access = .readWrite,
    busyTimeout: Duration = Connection.busyTimeout
  ) throws(StoreError) {
    _ = Self.countsNoMemory
    // The owner sees to it that one thread at a time comes here; SQLite need not lock by itself.
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
    flags |= access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(location, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw StoreError(code: code, reason: reason)
    }
    handle = opened
    setBusyTimeout(busyTimeout)
  }

  /// SQLite counts what memory it takes under one lock for all threads, a sixth of the time of
  /// writing a message, and nobody asks for the sum. That is said before the first connection; where
  /// another library of the process had one before, it counts on.
  private static let countsNoMemory = martlet_sqlite_count_no_memory() == SQLITE_OK

  /// How long a statement waits for a lock that another connection holds.
  private func setBusyTimeout(_ busyTimeout: Duration) {
    let attempts = Int(busyTimeout / Self.busyPause)
    sqlite3_busy_handler(
      handle,
      { limit, attempt in
        guard Int(attempt) < Int(bitPattern: limit) else { return 0 }
        usleep(Connection.busyPauseInMicroseconds)
        return 1
      }, UnsafeMutableRawPointer(bitPattern: attempts))
  }

  static let busyTimeout: Duration = .seconds(5)

  /// SQLite's own handler soon waits for a tenth of a second between two attempts. A store in
  /// memory is free only for moments while somebody reads it again and again.
  private static let busyPause: Duration = .microseconds(200)
  private static let busyPauseInMicroseconds: UInt32 = 200

  deinit { close() }

  /// Gives the file free. Statements that are on loan keep working until they are returned
  /// (https://www.sqlite.org/c3ref/close.html); new ones are refused.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    cache.removeAll()
    textCache.removeAll()
    sqlite3_close_v2(handle)
  }

  // MARK: Statements

  /// A compiled statement for `head` followed by `tail`, ready for binding.
  ///
  /// It goes back to the cache when it leaves scope. Asking for a statement that is still in use
  /// (a query inside the loop over the same query) gives a second one.
  func prepare(_ head: StaticString, _ tail: StaticString = "") throws(StoreError) -> Statement {
    guard !isClosed else { throw .closed }
    let text = SQLText(head: head, tail: tail)
    if let cached = cache[text], !cached.isInUse { return Statement(cached) }
    let compiled = try CachedStatement(text.joined, on: handle)
    if cache[text] == nil { cache[text] = compiled }
    return Statement(compiled)
  }

  /// A statement whose text is made at run time. It is not kept.
  func prepare(text: String) throws(StoreError) -> Statement {
    guard !isClosed else { throw .closed }
    return Statement(try CachedStatement(text, on: handle))
  }

  /// A statement whose text is made at run time, of few different ones. It is kept.
  func prepareOften(text: String) throws(StoreError) -> Statement {
    guard !isClosed else { throw .closed }
    if let kept = textCache[text], !kept.isInUse { return Statement(kept) }
    let compiled = try CachedStatement(text, on: handle)
    if textCache.count >= Self.textCacheLimit { textCache.removeAll() }
    if textCache[text] == nil { textCache[text] = compiled }
    return Statement(compiled)
  }

  private static let textCacheLimit = 32

  /// Runs a statement that returns no rows, with its parameters in order.
  func run<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(StoreError) {
    let statement = try prepare(sql)
    try statement.bind(repeat each values)
    while try statement.step() {}
  }

  /// Runs all statements of a script, without parameters.
  func execute(_ script: String) throws(StoreError) {
    guard !isClosed else { throw .closed }
    try check(sqlite3_exec(handle, script, nil, nil, nil))
  }

  /// The first column of the first row, nil when there is no row or it is NULL.
  func integer<each Value: Bindable>(
    _ sql: StaticString, _ values: repeat each Value
  ) throws(StoreError) -> Int64? {
    let statement = try prepare(sql)
    try statement.bind(repeat each values)
    return try statement.step() ? statement.optionalInteger(0) : nil
  }

  // MARK: State

  /// How many rows the last statement inserted, changed or deleted, without triggers.
  var changedRows: Int { Int(sqlite3_changes64(handle)) }

  /// How many rows all statements have changed since the connection was made, with triggers.
  var totalChanges: Int { Int(sqlite3_total_changes64(handle)) }

  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  var isInTransaction: Bool { !isClosed && sqlite3_get_autocommit(handle) == 0 }

  func check(_ code: Int32) throws(StoreError) {
    guard code == SQLITE_OK else {
      throw StoreError(code: code, reason: String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// Puts the log into the database and empties it. False when somebody still reads from it; nobody
  /// is waited for.
  func emptyLog() throws(StoreError) -> Bool {
    setBusyTimeout(.zero)
    defer { setBusyTimeout(Self.busyTimeout) }
    return try integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
  }

  /// Frees the pages that are kept in memory and not in use. They lie among other things that stay,
  /// and only malloc_trim(3) gives the system what is free between those.
  func releaseMemory() {
    sqlite3_db_release_memory(handle)
    malloc_trim(0)
  }

  // MARK: Transactions

  /// Runs `body` in a transaction of its own: committed when it returns, rolled back when it
  /// throws.
  ///
  /// `IMMEDIATE` takes the write lock at once: a transaction that begins by reading cannot find out
  /// half-way that somebody else has written (https://www.sqlite.org/lang_transaction.html).
  func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // Some errors (a full disk) have rolled back by themselves already.
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` so that all its queries see the same moment.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    if isInTransaction { return try body() }
    try run("BEGIN")
    defer { try? run("COMMIT") }
    return try body()
  }
}

/// The identity of a statement: the addresses of its constant parts.
private struct SQLText: Hashable {
  let head: StaticString
  let tail: StaticString

  var joined: String { tail.utf8CodeUnitCount == 0 ? "\(head)" : "\(head) \(tail)" }

  static func == (a: Self, b: Self) -> Bool {
    a.head.utf8Start == b.head.utf8Start && a.tail.utf8Start == b.tail.utf8Start
      && a.head.utf8CodeUnitCount == b.head.utf8CodeUnitCount
      && a.tail.utf8CodeUnitCount == b.tail.utf8CodeUnitCount
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(head.utf8Start)
    hasher.combine(tail.utf8Start)
  }
}
