// SPDX-License-Identifier: MIT

/// The history of the database's shape.
///
/// `PRAGMA user_version` holds the number of steps that were applied. A step that has been released
/// never changes again; a change of shape is a new step at the end of ``migrations``, with a
/// fixture of the version before it in the tests.
enum Schema {
  /// Each brings the database from the version of its index to the next one.
  static let migrations: [Migration] = [.version1, .version2, .version3, .version4]

  /// The version that this program reads and writes.
  static var currentVersion: Int { migrations.count }

  /// `PRAGMA application_id`: "Mart". `file` and others can tell whose database it is.
  static let applicationID = 0x4D61_7274

  struct Migration: Sendable {
    let apply: @Sendable (Connection) throws(StoreError) -> Void
  }

  static func version(of connection: Connection) throws(StoreError) -> Int {
    Int(try connection.integer("PRAGMA user_version") ?? 0)
  }

  /// Brings the database to the end of `steps`, each in a transaction that includes its version
  /// number, so a crash or an error leaves a whole version behind.
  ///
  /// Returns the version it had before.
  @discardableResult
  static func migrate(
    _ connection: Connection, by steps: [Migration] = migrations
  ) throws(StoreError) -> Int {
    let found = try version(of: connection)
    guard found <= steps.count else {
      throw .newerVersion(found: found, known: steps.count)
    }
    for version in found..<steps.count {
      do throws(StoreError) {
        try connection.transaction { () throws(StoreError) in
          try steps[version].apply(connection)
          // PRAGMA takes no parameters; these are our own numbers.
          try connection.execute("PRAGMA user_version = \(version + 1)")
          try connection.execute("PRAGMA application_id = \(applicationID)")
        }
      } catch {
        // What may pass by itself (a full disk) keeps its name, so that the caller can try again.
        guard case .statement(_, let reason) = error else { throw error }
        throw .migrationFailed(from: version, reason: reason)
      }
    }
    return found
  }
}
