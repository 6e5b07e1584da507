// SPDX-License-Identifier: MIT

/// What has a place by a key of its own.
protocol Keyed {
  associatedtype ID: Hashable
  associatedtype Key: Hashable, Comparable

  var id: ID { get }
  /// What it is ordered by; no two have the same.
  var key: Key { get }
}

/// Values in the order of their keys. A change of one costs a binary search for where it was and
/// another for where it belongs, whatever the number of the others.
struct KeyedOrder<Value: Keyed> {
  /// In order.
  private(set) var values: [Value] = []
  /// What each is ordered by, to find it again.
  private var keys: [Value.ID: Value.Key] = [:]

  init() {}

  /// Takes these and no others, with one sort.
  mutating func replaceAll(with values: [Value]) {
    self.values = values.sorted { $0.key < $1.key }
    keys = Dictionary(values.map { ($0.id, $0.key) }, uniquingKeysWith: { $1 })
  }

  /// Puts a value where it belongs now, whether it is new or known.
  mutating func update(_ value: Value) {
    let key = value.key
    if let old = keys[value.id] {
      let index = place(of: old)
      if old == key {
        values[index] = value
        return
      }
      values.remove(at: index)
    }
    keys[value.id] = key
    values.insert(value, at: place(of: key))
  }

  mutating func remove(_ id: Value.ID) {
    guard let key = keys.removeValue(forKey: id) else { return }
    values.remove(at: place(of: key))
  }

  /// Where a value stands; nil when it is not there.
  func index(of id: Value.ID) -> Int? { keys[id].map(place(of:)) }

  /// The first place whose value does not come before `key`.
  private func place(of key: Value.Key) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension KeyedOrder: Equatable where Value: Equatable {}
extension KeyedOrder: Hashable where Value: Hashable {}
extension KeyedOrder: Sendable where Value: Sendable, Value.ID: Sendable, Value.Key: Sendable {}
