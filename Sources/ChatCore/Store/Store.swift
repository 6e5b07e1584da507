// SPDX-License-Identifier: MIT
internal import Synchronization

/// The one truth: every conversation, message and draft on this device, in one SQLite database.
///
/// All writing happens here, one transaction after the other, each on disk when its method returns.
/// Reading has lanes of its own, which a write does not hold up: ``read(_:)`` for any thread, and
/// ``makeReader()`` for synchronous reading on the thread that calls it.
///
/// ```swift
/// let message = try await store.append(OutgoingMessage(body: "Hello"), to: conversation)
/// let page = try await store.read { reader throws(StoreError) in
///   try reader.latest(50, in: conversation)
/// }
/// for await change in store.changes() { … }
/// ```
public actor Store {
  nonisolated private let executor = StoreExecutor(label: "im.martlet.store.writer")
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// The folder of the database; nil for a store in memory.
  nonisolated public let folder: String?
  nonisolated private let feed = ChangeFeed()
  nonisolated private let readers: Mutex<ReaderLanes>

  private(set) var connection: Connection
  /// Reads inside a transaction what is not committed yet.
  public private(set) var reader: StoreReader
  let recorder = ChangeRecorder()
  /// The log still has, in older states of pages, what was deleted.
  var logHasDeleted = false
  /// So have the indexes of search.
  var searchHasDeleted = false
  /// The transaction is one of many, and the index of search may wait.
  var isWritingBulk = false
  /// What is left to do for the indexes of search, while it is being done.
  var indexing: Task<Void, Never>?
  /// Held until the store is closed.
  private var lock: FolderLock?
  /// Why nothing can be written; nil in good times.
  private var obstacle: StoreError?
  private let path: String

  /// Opens the database at `location` and brings it to the present version.
  init(location: String, folder: String?, lock: FolderLock?) throws(StoreError) {
    self.folder = folder
    self.lock = lock
    path = location
    let connection = try Connection(location)
    try Self.prepare(connection)
    self.connection = connection
    reader = StoreReader(connection)
    readers = Mutex(try ReaderLanes(location))
    recorder.attach(to: connection)
  }

  /// Opens a database that cannot be written for now.
  init(
    reading file: DatabaseFile, folder: String, lock: FolderLock?, because obstacle: StoreError
  ) throws(StoreError) {
    self.folder = folder
    self.lock = lock
    self.obstacle = obstacle
    path = file.path
    let location = try file.readableLocation()
    connection = try ReaderLanes.connect(location)
    guard try Schema.version(of: connection) == Schema.currentVersion else { throw obstacle }
    reader = StoreReader(connection)
    readers = Mutex(try ReaderLanes(location))
  }

  deinit {
    feed.finish()
    indexing?.cancel()
  }

  /// A store that lives as long as this object and leaves nothing behind.
  public static func inMemory() throws(StoreError) -> Store {
    // SQLite's `memdb` gives all connections of a process that name it the same database. A name
    // that is used once keeps two stores apart.
    try Store(location: "file:/\(String.randomID())?vfs=memdb", folder: nil, lock: nil)
  }

  static func prepare(_ connection: Connection) throws(StoreError) {
    guard try Schema.version(of: connection) <= Schema.currentVersion else {
      throw .newerVersion(
        found: try Schema.version(of: connection), known: Schema.currentVersion)
    }
    try connection.execute(
      """
      PRAGMA journal_mode = WAL;
      -- What the user was told is saved survives a power cut.
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      -- Deleted text is overwritten, not only forgotten.
      PRAGMA secure_delete = ON;
      -- The file may have been tampered with: its schema may call nothing with side effects.
      PRAGMA trusted_schema = OFF;
      -- Pages of the archive touch the indexes of ids all over. They stay in memory (16 MB at
      -- most), are not written to the log in the middle of a transaction to make room, and not
      -- copied from the log to the file after every page.
      PRAGMA cache_size = -16384;
      PRAGMA wal_autocheckpoint = 4096;
      -- A statement that can fail half-way notes what the pages were before: a dozen pages for each
      -- message, which would go to a file as soon as there are a few.
      PRAGMA temp_store = MEMORY;
      -- After a burst the log gives its space back.
      PRAGMA journal_size_limit = 4194304;
      """)
    let found = try Schema.migrate(connection)
    // What cannot be written now (a full disk) is said again by the next start.
    try? keepTrees(connection)
    if found < Schema.currentVersion {
      // The new shape belongs in the file itself, for ``DatabaseFile/keepHead()``.
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Gives the files and the folder free; everything after this throws `.closed`. Readers of
  /// ``makeReader()`` are their owners' business.
  public func close() {
    feed.finish()
    indexing?.cancel()
    readers.withLock { $0.close() }
    connection.close()
    lock = nil
  }

  // MARK: Reading

  /// Runs `body` on one of the readers, outside the main thread. All that it reads belongs to one
  /// moment.
  nonisolated public func read<Result: Sendable>(
    _ body: @Sendable (StoreReader) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    let lane = readers.withLock { $0.next() }
    guard let lane else { throw .closed }
    return try await lane.read(body)
  }

  nonisolated func searchLane() throws(StoreError) -> ReaderLane? {
    let lane = readers.withLock { lanes in
      do throws(StoreError) {
        return Result<ReaderLane?, StoreError>.success(try lanes.search())
      } catch {
        return .failure(error)
      }
    }
    return try lane.get()
  }

  /// A reader for the calling thread, with a connection of its own.
  nonisolated public func makeReader() throws(StoreError) -> StoreReader {
    let location = readers.withLock { $0.location }
    return StoreReader(try ReaderLanes.connect(location))
  }

  /// Every commit from now on. Any number may listen; each gets all of them, in order.
  nonisolated public func changes() -> AsyncStream<StoreChange> { feed.subscribe { $0 } }

  /// What every commit from now on does to the messages of one conversation.
  nonisolated public func changes(
    in conversation: ConversationID
  ) -> AsyncStream<StoreChange.MessageChanges> {
    feed.subscribe { $0.messages[conversation] }
  }

  /// Gives back the memory that much writing has filled with pages of the database.
  public func releaseMemory() { connection.releaseMemory() }

  // MARK: Writing

  /// Whether somebody waits to be let in. Whoever writes much at once stops then, at the next place
  /// where it can, and goes on in another transaction.
  public var isAwaited: Bool { executor.hasWaiting }

  /// Runs several writes as one: all of them are committed, in one change, or none is.
  ///
  /// - Parameter isBulk: one of many such, as when history is fetched. Its messages are found by
  ///   search only when there are enough of them, or after a transaction that is not one of many:
  ///   many at once cost the index less.
  public func transaction<Result: Sendable>(
    isBulk: Bool = false, _ body: @Sendable (isolated Store) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    isWritingBulk = isBulk
    defer { isWritingBulk = false }
    return try write { () throws(StoreError) in try body(self) }
  }

  /// Runs `body` in the open transaction, or else in one of its own whose change is then published.
  func write<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    if connection.isInTransaction { return try body() }
    if let obstacle { try overcome(obstacle) }
    recorder.isRecording = feed.hasListeners
    var change = StoreChange()
    do throws(StoreError) {
      let result = try connection.transaction { () throws(StoreError) in
        let result = try body()
        try updateSearchIndex()
        if recorder.isRecording { change = try recorder.take(from: connection) }
        return result
      }
      feed.publish(change)
      // As soon as nobody reads from it, if not now then after a later write or on closing.
      if logHasDeleted, try connection.emptyLog() { logHasDeleted = false }
      if searchHasDeleted { catchUpSearch() }
      return result
    } catch {
      recorder.discard()
      reader.forgetSenders()
      throw error
    }
  }

  /// Tries to open for writing what could only be read so far.
  private func overcome(_ obstacle: StoreError) throws(StoreError) {
    do throws(StoreError) {
      if lock == nil, let folder { lock = try FolderLock(folder: folder) }
      let connection = try Connection(path)
      try Self.prepare(connection)
      let lanes = try ReaderLanes(path)
      recorder.attach(to: connection)
      self.connection = connection
      reader = StoreReader(connection)
      readers.withLock { $0 = lanes }
      self.obstacle = nil
    } catch {
      throw obstacle
    }
  }
}
