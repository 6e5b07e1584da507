// SPDX-License-Identifier: MIT

/// Which rows are on the screen and where, computed from the one that must not move.
///
/// Only rows in and near the viewport are ever measured, so the cost does not depend on how many
/// there are.
nonisolated struct ListLayout {
  /// What everything else is laid out from.
  enum Pin: Equatable {
    /// The last row ends at the bottom edge, or `lag` pixels below it while it slides in.
    case end(lag: Double)
    /// The row with this index begins `top` pixels below the top edge.
    case row(Int, top: Double)
  }

  /// The loaded rows and the room for them.
  struct Room {
    var rows: Int
    /// Pixels.
    var viewport: Double
    /// Pixels beyond each edge in which rows are kept, so that the next step finds them ready.
    var overscan: Double
    /// Whether the first loaded row is the first of the whole history, and the last one the last.
    var startIsLoaded: Bool
    var endIsLoaded: Bool
  }

  /// The rows in the viewport and the overscan.
  private(set) var range: Range<Int>
  /// The top edge of each of them, in pixels from the top of the viewport.
  private(set) var tops: [Double] = []
  /// The bottom edge of the last of them.
  private(set) var bottom: Double
  /// A row is wanted that is not loaded, or whose neighbour, which it depends on, is not.
  private(set) var lacksOlder = false
  private(set) var lacksNewer = false
  /// The last row of the history is there and does not reach below the bottom edge.
  private(set) var isAtEnd = false

  /// - Parameter height: the height in pixels of a row; called for rows in and near the viewport.
  init(_ pin: Pin, in room: Room, height: @escaping (Int) -> Int) {
    var fill = Fill(pin, room, height)
    fill.down(to: room.viewport)
    if fill.range.upperBound == room.rows, room.endIsLoaded, fill.bottom < room.viewport {
      // Nothing may be left empty below the last row; few rows stand on the bottom edge.
      fill.shift(by: room.viewport - fill.bottom)
    }
    fill.up(to: 0)
    if fill.range.lowerBound == 0, room.startIsLoaded, fill.top > 0 {
      let empty = fill.top
      fill.down(to: room.viewport + empty)
      fill.shift(by: -min(empty, max(0, fill.bottom - room.viewport)))
    }
    isAtEnd =
      room.endIsLoaded && fill.range.upperBound == room.rows && fill.bottom < room.viewport + 0.5
    fill.up(to: -room.overscan)
    fill.down(to: room.viewport + room.overscan)
    range = fill.range
    bottom = fill.bottom
    lacksOlder = !room.startIsLoaded && range.lowerBound == 0
    lacksNewer = !room.endIsLoaded && range.upperBound == room.rows
    tops.reserveCapacity(range.count)
    var top = fill.top
    for row in range {
      tops.append(top)
      top += Double(height(row))
    }
  }

  func top(of row: Int) -> Double { tops[row - range.lowerBound] }

  func bottom(of row: Int) -> Double {
    row + 1 < range.upperBound ? top(of: row + 1) : bottom
  }

  /// The first row of those that `isEligible` whose bottom is below the top edge: what the next
  /// layout starts from.
  func firstVisible(where isEligible: (Int) -> Bool) -> Int? {
    range.first { bottom(of: $0) > 0 && isEligible($0) }
  }

  /// Rows that are placed one after the other, up and down from the pin.
  private struct Fill {
    var range: Range<Int>
    var top: Double
    var bottom: Double
    let rows: Int
    let height: (Int) -> Int

    init(_ pin: Pin, _ room: Room, _ height: @escaping (Int) -> Int) {
      rows = room.rows
      self.height = height
      switch pin {
      case .end(let lag):
        range = rows..<rows
        top = room.viewport + lag
      case .row(let row, let pinned):
        let row = min(max(row, 0), rows)
        range = row..<row
        top = pinned
      }
      bottom = top
    }

    mutating func down(to limit: Double) {
      while range.upperBound < rows, bottom < limit {
        bottom += Double(height(range.upperBound))
        range = range.lowerBound..<range.upperBound + 1
      }
    }

    mutating func up(to limit: Double) {
      while range.lowerBound > 0, top > limit {
        range = range.lowerBound - 1..<range.upperBound
        top -= Double(height(range.lowerBound))
      }
    }

    mutating func shift(by distance: Double) {
      top += distance
      bottom += distance
    }
  }
}
