// SPDX-License-Identifier: MIT
internal import CSQLite

/// Why the store could not do what was asked. Whatever is thrown, what was committed before is safe
/// and the transaction that failed left no trace.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process has the data folder; nil when it did not say which.
  case inUse(process: Int32?)
  /// The folder or a file in it cannot be made, opened or written.
  case notAccessible(path: String, reason: String)
  /// No space is left on the device.
  case diskFull
  /// The files may be read but not written.
  case readOnly
  /// The device failed to read or write (`SQLITE_IOERR` and its kin).
  case inputOutput(reason: String)
  /// Another connection kept the database locked for longer than ``Connection/busyTimeout``.
  case busy
  /// The file is not a database, or it is damaged.
  case damaged(reason: String)
  /// The file was written by a newer Martlet, and is left untouched.
  case newerVersion(found: Int, known: Int)
  /// A schema step failed and was rolled back: the file is as it was before.
  case migrationFailed(from: Int, reason: String)
  /// The conversation or message is not (or no longer) in the store.
  case notFound
  /// A statement was refused: a mistake of the program, not of the user's data.
  case statement(code: Int32, reason: String)

  /// The store was closed by ``Store/close()``.
  public static let closed = StoreError.statement(
    code: SQLITE_MISUSE, reason: "the store has been closed")

  /// What is to be done about an error.
  public enum Remedy: Hashable, Sendable {
    /// Wait a moment and try again; nothing needs to be said yet.
    case waitAndRetry
    /// Tell the user in a banner, keep what is typed, and try again when there is a chance.
    case retryWithBanner
    /// Tell the user in a banner; only the user can help.
    case banner
    /// Set the damaged file aside and start anew with what can be saved.
    case recover
    /// Say why in a dialog and stop.
    case refuse
    /// Tell the user that this one action did not happen.
    case report
  }

  public var remedy: Remedy {
    switch self {
    case .busy: .waitAndRetry
    case .diskFull, .inputOutput: .retryWithBanner
    case .readOnly, .notAccessible: .banner
    case .damaged: .recover
    case .inUse, .newerVersion, .migrationFailed: .refuse
    case .notFound, .statement: .report
    }
  }

  /// Reads a SQLite result code (https://www.sqlite.org/rescode.html), primary or extended.
  init(code: Int32, reason: String) {
    switch code & 0xff {
    case SQLITE_FULL: self = .diskFull
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_IOERR: self = .inputOutput(reason: reason)
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(reason: reason)
    case SQLITE_CANTOPEN, SQLITE_PERM: self = .notAccessible(path: "", reason: reason)
    default: self = .statement(code: code, reason: reason)
    }
  }
}
