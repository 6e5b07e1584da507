// SPDX-License-Identifier: MIT

/// A table that is worth saving. The others are made by triggers.
struct SalvagedTable {
  let name: String
  /// The column that is the row's number; nil for a table that is the tree of its key.
  let rowKey: String?

  /// In the order in which they refer to each other.
  static let all = [
    SalvagedTable(name: "account", rowKey: "id"),
    SalvagedTable(name: "conversation", rowKey: "id"),
    SalvagedTable(name: "sender", rowKey: "id"),
    SalvagedTable(name: "message", rowKey: "id"),
    SalvagedTable(name: "draft", rowKey: "conversation"),
    SalvagedTable(name: "errand", rowKey: "id"),
    SalvagedTable(name: "conversation_value", rowKey: nil),
    SalvagedTable(name: "message_version", rowKey: nil),
    SalvagedTable(name: "reaction", rowKey: nil),
    SalvagedTable(name: "draft_attachment", rowKey: nil),
    SalvagedTable(name: "account_value", rowKey: nil),
    SalvagedTable(name: "contact", rowKey: nil),
  ]

  /// Reads rows of one table from the damaged database and writes them to the new one, as far as
  /// both have the same columns.
  final class Copy {
    private let table: SalvagedTable
    private let target: Connection
    private let names: [String]
    private let ascending: CachedStatement
    private let descending: CachedStatement
    private let insertion: CachedStatement
    private(set) var hasRows = false
    /// Whether a row was read that the new database does not take.
    private(set) var hasRefused = false

    /// Nil when not even the shape of the table can be read.
    init?(
      _ table: SalvagedTable, from source: Connection, to target: Connection
    ) throws(StoreError) {
      let wanted = try Self.columns(of: table.name, in: target)
      guard let found = try? Self.columns(of: table.name, in: source) else { return nil }
      names = wanted.filter(found.contains)
      guard !names.isEmpty else { return nil }
      self.table = table
      self.target = target

      let list = names.joined(separator: ", ")
      let up: String
      let down: String
      if let key = table.rowKey {
        let select = """
          SELECT \(key), \(list) FROM \(table.name) NOT INDEXED WHERE \(key) BETWEEN ?1 AND ?2
          """
        up = "\(select) ORDER BY \(key)"
        down = "\(select) ORDER BY \(key) DESC"
      } else {
        // The first two columns lead every key.
        let key = names.prefix(2)
        let select = "SELECT NULL, \(list) FROM \(table.name)"
        up = "\(select) ORDER BY \(key.joined(separator: ", "))"
        down = "\(select) ORDER BY \(key.map { "\($0) DESC" }.joined(separator: ", "))"
      }
      guard let up = try? CachedStatement(up, on: source.handle),
        let down = try? CachedStatement(down, on: source.handle)
      else { return nil }
      ascending = up
      descending = down
      let marks = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      insertion = try CachedStatement(
        "INSERT INTO \(table.name) (\(list)) VALUES (\(marks))", on: target.handle)
    }

    private static func columns(
      of table: String, in connection: Connection
    ) throws(StoreError) -> [String] {
      let query = try connection.prepare("SELECT name FROM pragma_table_info(?1)")
      try query.bind(table)
      var names: [String] = []
      while try query.step() { names.append(query.text(0)) }
      return names
    }

    /// All columns after a first one, which is the row's number. Its parameters are the lowest and
    /// the highest number.
    func query(ascending isAscending: Bool) throws(StoreError) -> Statement {
      Statement(isAscending ? ascending : descending)
    }

    /// Writes the row that was read. One that the new database refuses (its key is there already, a
    /// value makes no sense) is left out; a full disk is not the row's fault, and is thrown.
    func insert(_ row: borrowing Statement) throws(StoreError) {
      hasRows = true
      if try insertAsIs(row) { return }
      if try adoptOrphan(row), try insertAsIs(row) { return }
      if try !isThere(row) { hasRefused = true }
    }

    private func insertAsIs(_ row: borrowing Statement) throws(StoreError) -> Bool {
      let statement = Statement(insertion)
      for index in names.indices {
        try statement.bind(value: row.value(Int32(index) + 1), at: Int32(index) + 1)
      }
      do throws(StoreError) {
        _ = try statement.step()
        return true
      } catch {
        if case .statement = error { return false }
        throw error
      }
    }

    /// The first pass has copied it, or migration has made it (the local account).
    private func isThere(_ row: borrowing Statement) throws(StoreError) -> Bool {
      guard let key = table.rowKey else { return true }
      let query = try target.prepare(text: "SELECT 1 FROM \(table.name) WHERE \(key) = ?1")
      try query.bind(row.integer(0))
      return try query.step()
    }

    /// Makes what the row belongs to, when that was lost: words without their conversation are
    /// still words.
    private func adoptOrphan(_ row: borrowing Statement) throws(StoreError) -> Bool {
      switch table.name {
      case "message":
        guard let index = names.firstIndex(of: "conversation") else { return false }
        let conversation = row.integer(Int32(index) + 1)
        try target.run(
          """
          INSERT INTO conversation (id, account, kind, address, title)
          VALUES (?1, 0, 1, ?2, ?2) ON CONFLICT DO NOTHING
          """, conversation, "recovered-\(conversation)")
      case "conversation":
        guard let index = names.firstIndex(of: "account") else { return false }
        let account = row.integer(Int32(index) + 1)
        try target.run(
          """
          INSERT INTO account (id, address, is_enabled) VALUES (?1, ?2, 0) ON CONFLICT DO NOTHING
          """, account, "recovered-\(account)")
      default: return false
      }
      return target.changedRows > 0
    }
  }
}
