// SPDX-License-Identifier: MIT

/// The conversations in the order of the list: pinned first, then by what happened last.
///
/// A change moves one conversation with one binary search, and is never a reason to sort again: two
/// thousand presences cost what they say and no more.
public struct ConversationOrder: Hashable, Sendable {
  /// In order.
  public private(set) var summaries: [ConversationSummary] = []
  /// What each conversation is ordered by, to find it again.
  private var keys: [ConversationID: Key] = [:]

  public init(_ summaries: [ConversationSummary] = []) { replaceAll(with: summaries) }

  /// Takes these and no others.
  public mutating func replaceAll(with summaries: [ConversationSummary]) {
    self.summaries = summaries.sorted { Key($0) < Key($1) }
    keys = Dictionary(summaries.map { ($0.id, Key($0)) }, uniquingKeysWith: { $1 })
  }

  /// Puts a conversation where it belongs now, whether it is new or known.
  public mutating func update(_ summary: ConversationSummary) {
    let key = Key(summary)
    if let old = keys[summary.id] {
      let index = place(of: old)
      if old == key {
        summaries[index] = summary
        return
      }
      summaries.remove(at: index)
    }
    keys[summary.id] = key
    summaries.insert(summary, at: place(of: key))
  }

  public mutating func remove(_ id: ConversationID) {
    guard let key = keys.removeValue(forKey: id) else { return }
    summaries.remove(at: place(of: key))
  }

  /// Where a conversation stands; nil when it is not there.
  public func index(of id: ConversationID) -> Int? { keys[id].map(place(of:)) }

  /// The first place whose conversation does not come before `key`.
  private func place(of key: Key) -> Int {
    var (low, high) = (0, summaries.count)
    while low < high {
      let middle = (low + high) / 2
      if Key(summaries[middle]) < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private struct Key: Hashable, Comparable {
    let isPinned: Bool
    let activity: Timestamp
    let id: ConversationID

    init(_ summary: ConversationSummary) {
      isPinned = summary.isPinned
      activity = summary.activity
      id = summary.id
    }

    static func < (a: Self, b: Self) -> Bool {
      if a.isPinned != b.isPinned { return a.isPinned }
      if a.activity != b.activity { return a.activity > b.activity }
      return a.id > b.id
    }
  }
}
