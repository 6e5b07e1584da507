// SPDX-License-Identifier: MIT

extension StoreReader {
  /// Opens the store in `folder` for reading only, beside whoever has it: nothing is claimed,
  /// changed or kept from being written.
  ///
  /// - Returns: nil when there is no store yet.
  /// - Throws: as ``Store/open(at:)``. A store of an older Martlet is brought up to date first,
  ///   which needs the folder for a moment.
  public static func open(at folder: String) throws(StoreError) -> StoreReader? {
    let file = DatabaseFile(path: folder + "/" + Store.fileName)
    switch try file.inspect() {
    case .missing: return nil
    case .damaged(let reason): throw .damaged(reason: reason)
    case .database: break
    }
    let location = try file.readableLocation()
    let connection = try ReaderLanes.connect(location)
    let version = try Schema.version(of: connection)
    guard version <= Schema.currentVersion else {
      throw .newerVersion(found: version, known: Schema.currentVersion)
    }
    guard version < Schema.currentVersion else { return StoreReader(connection) }
    connection.close()
    // Opening brings it up to date, and its end gives the folder free again.
    _ = try Store.open(at: folder)
    return StoreReader(try ReaderLanes.connect(file.path))
  }
}
