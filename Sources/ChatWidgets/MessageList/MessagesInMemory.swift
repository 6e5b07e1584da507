// SPDX-License-Identifier: MIT
public import ChatCore

/// Messages that are kept nowhere else; for demos, previews and tests.
public final class MessagesInMemory: MessageListSource {
  /// In the order of positions.
  public private(set) var all: [Message] = []
  private var positions: [MessageID: MessagePosition] = [:]
  public var onChange: ((StoreChange.MessageChanges) -> Void)?

  public init(_ messages: [Message] = []) {
    all = messages.sorted { $0.position < $1.position }
    for message in all { positions[message.id] = message.position }
  }

  // MARK: Changing

  /// Adds messages, or replaces those with the same id, as one change.
  public func put(_ messages: [Message]) {
    var changes = StoreChange.MessageChanges()
    for message in messages {
      if let index = index(of: message.id) {
        all.remove(at: index)
        changes.updated.insert(message.id)
      } else {
        changes.inserted.insert(message.id)
      }
      positions[message.id] = message.position
      all.insert(message, at: rank(of: message.position))
    }
    onChange?(changes)
  }

  /// Changes one message in place.
  public func update(_ id: MessageID, _ body: (inout Message) -> Void) {
    guard let index = index(of: id) else { return }
    body(&all[index])
    var changes = StoreChange.MessageChanges()
    changes.updated.insert(id)
    onChange?(changes)
  }

  public func remove(_ ids: Set<MessageID>) {
    all.removeAll { ids.contains($0.id) }
    var changes = StoreChange.MessageChanges()
    for id in ids where positions.removeValue(forKey: id) != nil { changes.deleted.insert(id) }
    onChange?(changes)
  }

  private func index(of id: MessageID) -> Int? {
    guard let position = positions[id] else { return nil }
    let index = rank(of: position)
    return index < all.count && all[index].id == id ? index : nil
  }

  // MARK: MessageListSource

  public var count: Int { all.count }

  public func incomingCount(after position: MessagePosition) -> Int {
    all[rank(of: MessagePosition(rawValue: position.rawValue + 1))...]
      .count { !$0.sender.isMe && $0.kind == .text }
  }

  public func rank(of position: MessagePosition) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  public func messages(_ page: MessagePage) -> [Message] {
    let limit = max(page.limit, 0)
    switch page.place {
    case .latest: return Array(all.suffix(limit))
    case .before(let position): return Array(all[..<rank(of: position)].suffix(limit))
    case .after(let position):
      return Array(all[rank(of: MessagePosition(rawValue: position.rawValue + 1))...].prefix(limit))
    case .around(let position): return around(rank(of: position), limit)
    case .aroundRank(let rank): return around(rank, limit)
    }
  }

  private func around(_ rank: Int, _ limit: Int) -> [Message] {
    let end = min(max(rank, 0) - limit / 2 + limit, all.count)
    let start = max(end - limit, 0)
    return Array(all[start..<min(max(end, start + limit), all.count)])
  }

  public func load(_ page: MessagePage) async -> [Message]? { messages(page) }

  public func messages(_ ids: Set<MessageID>) -> [Message] {
    ids.compactMap { index(of: $0).map { all[$0] } }
  }
}
