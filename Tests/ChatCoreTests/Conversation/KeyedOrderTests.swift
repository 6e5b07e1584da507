// SPDX-License-Identifier: MIT
import Synchronization
import Testing

@testable import ChatCore

/// 113-P03: what a change costs, counted in comparisons.
@Suite struct KeyedOrderTests {
  /// Counts how often two keys are compared.
  private final class Meter: Sendable {
    private let number = Mutex(0)
    func count() { number.withLock { $0 += 1 } }
    func take() -> Int {
      number.withLock { number in
        defer { number = 0 }
        return number
      }
    }
  }

  private struct Item: Keyed {
    struct Key: Hashable, Comparable {
      let rank: Int
      let meter: Meter

      static func < (a: Self, b: Self) -> Bool {
        a.meter.count()
        return a.rank < b.rank
      }
      static func == (a: Self, b: Self) -> Bool { a.rank == b.rank }
      func hash(into hasher: inout Hasher) { hasher.combine(rank) }
    }

    let id: Int
    var rank: Int
    let meter: Meter

    var key: Key { Key(rank: rank, meter: meter) }
  }

  /// Comparisons of one sort, and of as many changes as there are items.
  private func cost(of count: Int) -> (sort: Int, changes: Int) {
    let meter = Meter()
    var random = SeededGenerator(seed: 7)
    let ranks = (0..<2 * count).shuffled(using: &random)
    var order = KeyedOrder<Item>()
    order.replaceAll(
      with: (0..<count).map { Item(id: $0, rank: ranks[$0], meter: meter) })
    let sort = meter.take()
    for id in 0..<count {
      order.update(Item(id: id, rank: ranks[count + id], meter: meter))
    }
    let changes = meter.take()
    #expect(order.values.map(\.rank) == order.values.map(\.rank).sorted())
    return (sort, changes)
  }

  @Test func aChangeCostsTwoBinarySearchesAndNoSort() {
    for count in [500, 1_000, 2_000, 4_000] {
      // The steps of a search among so many, one more for where it ends.
      let steps = Int.bitWidth - count.leadingZeroBitCount
      #expect(cost(of: count).changes <= 2 * steps * count, "\(count)")
    }
  }

  @Test func eightTimesAsManyCostLessThanTwelveTimesAsMuch() {
    let (few, many) = (cost(of: 500), cost(of: 4_000))
    #expect(Double(many.changes) / Double(few.changes) < 12)
    #expect(Double(many.sort) / Double(few.sort) < 12)
  }
}
