// SPDX-License-Identifier: MIT
import CSQLite
import ChatCore

/// The reference: a database of the same shape and settings, written straight through SQLite's C
/// interface, with the statements of the store (`Store.append`, `Store.updateSearchIndex`) and the
/// same values in them: the same rows are read and written.
nonisolated final class PlainTwin {
  /// What differs from one message to the next.
  struct Row {
    var body: String
    var id: String
    var time: Int64
    var hasLink: Bool
  }

  private let database: OpaquePointer
  private let insertion: OpaquePointer
  private let appending: [OpaquePointer]
  private var position: Int64 = 1 << 57
  private var lastID: Int64 = 0

  /// Makes a store in `folder` and opens its file.
  init(folder: String) async throws {
    let store = try Store.open(at: folder).store
    _ = try await store.openConversation(.notes, with: "", title: "Twin", of: .local)
    await store.close()
    var opened: OpaquePointer?
    let path = folder + "/" + Store.fileName
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      throw BenchFailure("the twin cannot be opened")
    }
    database = opened
    // As `Store.prepare` does.
    let settings = """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cache_size = -8192;
      PRAGMA wal_autocheckpoint = 4096;
      PRAGMA journal_size_limit = 4194304;
      """
    guard sqlite3_exec(opened, settings, nil, nil, nil) == SQLITE_OK else {
      throw BenchFailure(String(cString: sqlite3_errmsg(opened)))
    }
    func prepare(_ sql: String) throws -> OpaquePointer {
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v3(
        opened, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      guard code == SQLITE_OK, let statement else {
        throw BenchFailure(String(cString: sqlite3_errmsg(opened)))
      }
      return statement
    }
    insertion = try prepare(
      """
      INSERT INTO message (conversation, position, kind, sender, body, time, delivery, failure,
        reply_message, reply_id, reply_author, reply_excerpt, origin_id, archive_id, occupant_id,
        has_link)
      VALUES (1, ?1, 0, NULL, ?2, ?4, 1, NULL, NULL, NULL, NULL, NULL, ?3, NULL, NULL, ?5)
      """)
    appending = [
      try prepare("BEGIN IMMEDIATE"),
      try prepare("SELECT account FROM conversation WHERE id = 1"),
      try prepare(
        "SELECT position, kind FROM message WHERE conversation = 1 ORDER BY position DESC LIMIT 1"),
      insertion,
      try prepare(
        """
        UPDATE conversation SET activity = max(activity, ?4),
          read_position = iif(1, ?1, read_position)
        WHERE id = 1
        """),
      try prepare("DELETE FROM draft WHERE conversation = 1"),
      try prepare(
        """
        SELECT indexed, (SELECT max(id) FROM message), EXISTS (SELECT 1 FROM search_outdated)
        FROM search_state
        """),
      try prepare(
        """
        INSERT INTO search_words (rowid, body, facets) SELECT key, body, facets FROM search_source
        WHERE id BETWEEN ?6 AND ?6 ORDER BY key
        """),
      try prepare(
        """
        INSERT INTO search_glyphs (rowid, body) SELECT key, glyphs FROM search_source
        WHERE id BETWEEN ?6 AND ?6 AND has_glyphs ORDER BY key
        """),
      try prepare("UPDATE search_state SET indexed = ?6"),
      try prepare("COMMIT"),
    ]
  }

  deinit {
    for statement in appending { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// The bare statement, in the transaction that SQLite makes for it.
  func insert(_ row: Row) throws {
    bind(row)
    try run(insertion)
  }

  /// Everything that an append is.
  func append(_ row: Row) throws {
    bind(row)
    for statement in appending { try run(statement) }
  }

  /// Each statement has those of the values that it asks for.
  private func bind(_ row: Row) {
    position += 1 << 10
    lastID += 1
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for statement in appending {
      let count = sqlite3_bind_parameter_count(statement)
      if count >= 1 { sqlite3_bind_int64(statement, 1, position) }
      if statement == insertion {
        sqlite3_bind_text(statement, 2, row.body, -1, transient)
        sqlite3_bind_text(statement, 3, row.id, -1, transient)
      }
      if count >= 4 { sqlite3_bind_int64(statement, 4, row.time) }
      if count >= 5 { sqlite3_bind_int64(statement, 5, row.hasLink ? 1 : 0) }
      if count >= 6 { sqlite3_bind_int64(statement, 6, lastID) }
    }
  }

  private func run(_ statement: OpaquePointer) throws {
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: continue
      case SQLITE_DONE:
        sqlite3_reset(statement)
        return
      default: throw BenchFailure(String(cString: sqlite3_errmsg(database)))
      }
    }
  }
}
