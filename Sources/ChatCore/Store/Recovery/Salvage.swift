// SPDX-License-Identifier: MIT

/// Copies what can be read out of a damaged database into a new one.
///
/// Each table is walked from its beginning to the first unreadable page, and then from its end;
/// what lies between is halved until the rows on whole pages are found. Indexes are not trusted.
struct Salvage {
  private let source: Connection
  private let target: Connection
  /// False as soon as one row or page could not be read.
  private(set) var isComplete = true

  /// As many rows as one transaction takes.
  private static let batch = 5_000
  /// Below this many rows a hole is looked at row by row.
  private static let smallHole: Int64 = 64
  /// So many failed attempts in one table, and the rest of it is given up: its root is gone.
  private static let patience = 50_000

  /// - Parameters:
  ///   - source: the damaged database, opened for reading only.
  ///   - target: a new database of the present version.
  init(from source: Connection, to target: Connection) {
    self.source = source
    self.target = target
  }

  mutating func run() throws(StoreError) {
    for table in SalvagedTable.all {
      guard let copy = try SalvagedTable.Copy(table, from: source, to: target) else {
        isComplete = false
        continue
      }
      if table.rowKey != nil { try copyRows(copy) } else { try copyKeys(copy) }
      if copy.hasRefused { isComplete = false }
    }
    // The new store makes its indexes of search later, little by little.
    try target.run(
      """
      UPDATE search_state SET (backlog, indexed) = (
        SELECT coalesce(max(id), 0), coalesce(max(id), 0) FROM message)
      """)
  }

  // MARK: Tables with row numbers

  private mutating func copyRows(_ copy: SalvagedTable.Copy) throws(StoreError) {
    var holes = [Int64(0)...Int64.max]
    var failures = 0
    while let hole = holes.popLast(), failures < Self.patience {
      guard let low = try copyRun(copy, hole, ascending: true) else { continue }
      isComplete = false
      failures += 1
      guard low < hole.upperBound else { continue }
      let rest = low + 1...hole.upperBound
      guard let high = try copyRun(copy, rest, ascending: false) else { continue }
      failures += 1
      guard high > rest.lowerBound else { continue }
      let middle = rest.lowerBound...high - 1
      if middle.upperBound - middle.lowerBound < Self.smallHole {
        for row in middle where try copyRun(copy, row...row, ascending: true) != nil {
          failures += 1
        }
      } else if copy.hasRows {
        let half = middle.lowerBound + (middle.upperBound - middle.lowerBound) / 2
        holes.append(middle.lowerBound...half)
        holes.append(half + 1...middle.upperBound)
      }
    }
  }

  /// Copies rows of a range until its end or until one cannot be read. Returns nil at the end, else
  /// the number at which reading failed.
  private func copyRun(
    _ copy: SalvagedTable.Copy, _ range: ClosedRange<Int64>, ascending: Bool
  ) throws(StoreError) -> Int64? {
    var next = ascending ? range.lowerBound : range.upperBound
    while true {
      var end: RunEnd = .batchIsFull
      try target.transaction { () throws(StoreError) in
        let query = try copy.query(ascending: ascending)
        try query.bind(ascending ? next : range.lowerBound, ascending ? range.upperBound : next)
        for _ in 0..<Self.batch {
          do throws(StoreError) {
            guard try query.step() else {
              end = .everythingIsRead
              return
            }
          } catch {
            end = .damage
            return
          }
          try copy.insert(query)
          let row = query.integer(0)
          guard row != (ascending ? range.upperBound : range.lowerBound), range.contains(row) else {
            end = .everythingIsRead
            return
          }
          next = ascending ? row + 1 : row - 1
        }
      }
      switch end {
      case .batchIsFull: continue
      case .everythingIsRead: return nil
      case .damage: return next
      }
    }
  }

  private enum RunEnd { case batchIsFull, everythingIsRead, damage }

  // MARK: Tables with keys of their own

  private mutating func copyKeys(_ copy: SalvagedTable.Copy) throws(StoreError) {
    // From the beginning, and after damage from the end.
    for ascending in [true, false] {
      var isDamaged = false
      try target.transaction { () throws(StoreError) in
        let query = try copy.query(ascending: ascending)
        while true {
          do throws(StoreError) {
            guard try query.step() else { return }
          } catch {
            isDamaged = true
            return
          }
          try copy.insert(query)
        }
      }
      guard isDamaged else { return }
      isComplete = false
    }
  }
}
