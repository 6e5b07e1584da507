// SPDX-License-Identifier: MIT
internal import CSQLite

/// A value that can be a parameter of a statement.
protocol Bindable {
  /// Returns SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Bool: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self ? 1 : 0)
  }
}

extension Double: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_double(statement, index, self)
  }
}

extension String: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // The pointer lives only for the closure, so SQLite takes a copy: SQLITE_TRANSIENT is the
    // destructor -1, a C macro that is not imported.
    let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    var text = self
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { chars in
        // An empty string may have no address, which SQLite would take for NULL.
        chars.baseAddress == nil
          ? sqlite3_bind_text(statement, index, "", 0, nil)
          : sqlite3_bind_text64(
            statement, index, chars.baseAddress, UInt64(chars.count), transient,
            UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    self?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index)
  }
}

extension Bindable where Self: RawRepresentable, RawValue: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    rawValue.bind(to: statement, at: index)
  }
}

extension ConversationID: Bindable {}
extension MessageID: Bindable {}
extension MessagePosition: Bindable {}
extension AccountID: Bindable {}

extension Timestamp: Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, microseconds)
  }
}
