// SPDX-License-Identifier: MIT
internal import CSQLite

/// A compiled statement on loan from its connection's cache; it is reset when it leaves scope.
///
/// Columns count from 0, parameters from 1, as in SQLite. Column text is valid only until the next
/// `step()`, so every accessor makes a Swift value of its own.
struct Statement: ~Copyable {
  private let cached: CachedStatement
  private var handle: OpaquePointer { cached.handle }

  init(_ cached: CachedStatement) {
    cached.isInUse = true
    self.cached = cached
  }

  deinit {
    sqlite3_reset(cached.handle)
    sqlite3_clear_bindings(cached.handle)
    cached.isInUse = false
  }

  /// Binds all parameters in order.
  func bind<each Value: Bindable>(_ values: repeat each Value) throws(StoreError) {
    var index: Int32 = 0
    for value in repeat each values {
      index += 1
      try check(value.bind(to: handle, at: index))
    }
  }

  /// Binds parameters whose number and types are known at run time only, in order.
  func bind(all values: [any Bindable]) throws(StoreError) {
    for (index, value) in values.enumerated() {
      try check(value.bind(to: handle, at: Int32(index) + 1))
    }
  }

  /// Binds one parameter; the others keep what they have.
  @inline(__always)
  func bind(_ value: some Bindable, at index: Int32) throws(StoreError) {
    try check(value.bind(to: handle, at: index))
  }

  /// Binds a value of another statement's row, whatever its type.
  func bind(value: OpaquePointer?, at index: Int32) throws(StoreError) {
    try check(sqlite3_bind_value(handle, index, value))
  }

  /// Goes to the next row; false when there is none.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Makes the statement ready for another run; bound values stay until bound again.
  func reset() { sqlite3_reset(handle) }

  private func check(_ code: Int32) throws(StoreError) {
    if code != SQLITE_OK { throw error(code) }
  }

  private func error(_ code: Int32) -> StoreError {
    let reason = sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) } ?? ""
    return StoreError(code: code, reason: reason)
  }

  // MARK: Columns

  /// The column as it is, valid until the next `step()`.
  func value(_ column: Int32) -> OpaquePointer? { sqlite3_column_value(handle, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func bool(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The text, with bytes that are not UTF-8 repaired: a damaged file must not trap.
  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

/// Owns one compiled statement.
final class CachedStatement {
  let handle: OpaquePointer
  var isInUse = false

  init(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else {
      throw StoreError(code: code, reason: String(cString: sqlite3_errmsg(connection)))
    }
    handle = compiled
  }

  deinit { sqlite3_finalize(handle) }
}
