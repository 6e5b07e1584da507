// SPDX-License-Identifier: MIT
import CSQLite
import ChatCore

/// The reference: a database of the same shape and settings, written straight through SQLite's C
/// interface.
nonisolated final class PlainTwin {
  private let database: OpaquePointer
  private let insertion: OpaquePointer
  private let appending: [OpaquePointer]
  private var position: Int64 = 1 << 57

  /// Makes a store in `folder` and opens its file.
  init(folder: String) async throws {
    let store = try Store.open(at: folder).store
    _ = try await store.openConversation(.notes, with: "", title: "Twin", of: .local)
    await store.close()
    var opened: OpaquePointer?
    guard sqlite3_open(folder + "/" + Store.fileName, &opened) == SQLITE_OK, let opened else {
      throw BenchFailure("the twin cannot be opened")
    }
    database = opened
    sqlite3_exec(
      opened, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;",
      nil, nil, nil)
    func prepare(_ sql: String) throws -> OpaquePointer {
      var statement: OpaquePointer?
      guard sqlite3_prepare_v2(opened, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
        throw BenchFailure(String(cString: sqlite3_errmsg(opened)))
      }
      return statement
    }
    insertion = try prepare(
      """
      INSERT INTO message (conversation, position, kind, sender, body, time, delivery, failure,
        reply_message, reply_id, reply_author, reply_excerpt, origin_id, archive_id, occupant_id)
      VALUES (1, ?1, 0, NULL, ?2, 1700000000000000, 1, NULL, NULL, NULL, NULL, NULL, ?3, NULL, NULL)
      """)
    appending = [
      try prepare("BEGIN IMMEDIATE"),
      try prepare("SELECT account FROM conversation WHERE id = 1"),
      try prepare(
        "SELECT position, kind FROM message WHERE conversation = 1 ORDER BY position DESC LIMIT 1"),
      insertion,
      try prepare(
        """
        UPDATE conversation SET activity = max(activity, 1700000000000000), read_position = ?1
        WHERE id = 1
        """),
      try prepare("DELETE FROM draft WHERE conversation = 1"),
      try prepare(
        """
        INSERT INTO search_words (rowid, body, facets) SELECT key, body, facets FROM search_source
        WHERE id = (SELECT max(id) FROM message)
        """),
      try prepare("UPDATE search_state SET indexed = (SELECT max(id) FROM message)"),
      try prepare("COMMIT"),
    ]
  }

  deinit {
    for statement in appending { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// The bare statement, in the transaction that SQLite makes for it.
  func insert(_ body: String, _ id: String) throws {
    bind(body, id)
    try run(insertion)
  }

  /// Everything that an append is.
  func append(_ body: String, _ id: String) throws {
    bind(body, id)
    sqlite3_bind_int64(appending[4], 1, position)
    for statement in appending { try run(statement) }
  }

  private func bind(_ body: String, _ id: String) {
    position += 1 << 10
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_int64(insertion, 1, position)
    sqlite3_bind_text(insertion, 2, body, -1, transient)
    sqlite3_bind_text(insertion, 3, id, -1, transient)
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
