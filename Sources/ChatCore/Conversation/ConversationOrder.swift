// SPDX-License-Identifier: MIT

/// The conversations in the order of the list: pinned first, then by what happened last.
///
/// A change moves one conversation with a binary search, and is never a reason to sort again: two
/// thousand presences cost what they say and no more.
public struct ConversationOrder: Hashable, Sendable {
  private var order = KeyedOrder<ConversationSummary>()

  public init(_ summaries: [ConversationSummary] = []) { replaceAll(with: summaries) }

  /// In order.
  public var summaries: [ConversationSummary] { order.values }

  /// Takes these and no others.
  public mutating func replaceAll(with summaries: [ConversationSummary]) {
    order.replaceAll(with: summaries)
  }

  /// Puts a conversation where it belongs now, whether it is new or known.
  public mutating func update(_ summary: ConversationSummary) { order.update(summary) }

  public mutating func remove(_ id: ConversationID) { order.remove(id) }

  /// Where a conversation stands; nil when it is not there.
  public func index(of id: ConversationID) -> Int? { order.index(of: id) }
}

extension ConversationSummary: Keyed {
  struct Key: Hashable, Comparable {
    let isPinned: Bool
    let activity: Timestamp
    let id: ConversationID

    static func < (a: Self, b: Self) -> Bool {
      if a.isPinned != b.isPinned { return a.isPinned }
      if a.activity != b.activity { return a.activity > b.activity }
      return a.id > b.id
    }
  }

  var key: Key { Key(isPinned: isPinned, activity: activity, id: id) }
}
