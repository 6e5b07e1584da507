// SPDX-License-Identifier: MIT
import CSQLite
import ChatCore

/// The store's file through SQLite's C interface.
nonisolated final class PlainDatabase {
  private let database: OpaquePointer
  private var statement: OpaquePointer?

  init(_ path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else {
      throw BenchFailure("the file of the store cannot be opened")
    }
    database = opened
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(database)
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else {
      throw BenchFailure(String(cString: sqlite3_errmsg(database)))
    }
  }

  /// The question as somebody would write it for FTS5.
  func match(_ query: SearchQuery, in conversation: ConversationID?) throws -> String {
    let words = query.terms.map { "\"\($0.text)\"" + ($0.isPrefix ? " *" : "") }
    var match = "body : (\(words.joined(separator: " AND ")))"
    if let conversation { match += " AND facets : c\(conversation.rawValue)" }
    if query.hasLink { match += " AND facets : link" }
    return match
  }

  /// Reads the rows of the first fifty hits. Returns how many there were.
  func count(_ match: String) throws -> Int {
    if statement == nil {
      let sql = """
        SELECT message.* FROM search_words
        CROSS JOIN message ON message.id = search_words.rowid & 1073741823
        WHERE search_words MATCH ?1 ORDER BY search_words.rowid DESC LIMIT 50
        """
      guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
        throw BenchFailure(String(cString: sqlite3_errmsg(database)))
      }
    }
    defer { sqlite3_reset(statement) }
    return try match.withCString { text in
      sqlite3_bind_text(statement, 1, text, -1, nil)
      var rows = 0
      var code = sqlite3_step(statement)
      while code == SQLITE_ROW {
        for column in 0..<sqlite3_column_count(statement) { sqlite3_column_text(statement, column) }
        rows += 1
        code = sqlite3_step(statement)
      }
      guard code == SQLITE_DONE else {
        throw BenchFailure(String(cString: sqlite3_errmsg(database)))
      }
      return rows
    }
  }
}
