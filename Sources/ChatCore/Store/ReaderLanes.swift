// SPDX-License-Identifier: MIT

/// The readers of a store, each with a thread of its own: one long search does not hold up a page
/// of messages.
struct ReaderLanes {
  /// What SQLite is told to open.
  let location: String
  private var lanes: [ReaderLane]
  private var turn = 0
  private var searching: ReaderLane?

  init(_ location: String) throws(StoreError) {
    self.location = location
    lanes = [try ReaderLane(location, number: 1), try ReaderLane(location, number: 2)]
  }

  /// The lane for searching, which may take long; made when it is first asked for, nil once closed.
  mutating func search() throws(StoreError) -> ReaderLane? {
    guard !lanes.isEmpty else { return nil }
    if let searching { return searching }
    let lane = try ReaderLane(location, number: 3)
    searching = lane
    return lane
  }

  /// The lanes take turns; nil once closed.
  mutating func next() -> ReaderLane? {
    guard !lanes.isEmpty else { return nil }
    turn = (turn + 1) % lanes.count
    return lanes[turn]
  }

  /// Each lane ends with the work it has.
  mutating func close() {
    lanes.removeAll()
    searching = nil
  }

  /// A connection that can do nothing but read.
  static func connect(_ location: String) throws(StoreError) -> Connection {
    let connection = try Connection(location, access: .readOnly)
    try connection.execute("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")
    return connection
  }
}

/// A reader with a thread of its own.
actor ReaderLane {
  nonisolated private let executor: StoreExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let reader: StoreReader

  init(_ location: String, number: Int) throws(StoreError) {
    executor = StoreExecutor(label: "im.martlet.store.reader\(number)")
    reader = StoreReader(try ReaderLanes.connect(location))
  }

  func read<Result: Sendable>(
    _ body: @Sendable (StoreReader) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try reader.snapshot { () throws(StoreError) in try body(reader) }
  }
}
