// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets

/// Any number of messages that take no memory: each is made when it is asked for.
final class GeneratedMessages: MessageListSource {
  private(set) var count: Int
  var onChange: ((StoreChange.MessageChanges) -> Void)?
  private let end = Timestamp.now

  init(_ count: Int) { self.count = count }

  /// `more` messages come in at the end.
  func append(_ more: Int) {
    var changes = StoreChange.MessageChanges()
    for index in count..<count + more { changes.inserted.insert(message(index).id) }
    count += more
    onChange?(changes)
  }

  private func message(_ index: Int) -> Message {
    let minutes = Int64(count - 1 - index) * 2
    return ListSamples.message(
      index, time: Timestamp(microseconds: end.microseconds - minutes * 60_000_000))
  }

  func rank(of position: MessagePosition) -> Int {
    min(max(Int((position.rawValue + 1023) >> 10), 0), count)
  }

  /// All are counted as those of others: to look at a million would cost what no store takes.
  func incomingCount(after position: MessagePosition) -> Int {
    count - rank(of: MessagePosition(rawValue: position.rawValue + 1))
  }

  func messages(_ page: MessagePage) -> [Message] {
    let end: Int
    switch page.place {
    case .latest: end = count
    case .before(let position): end = rank(of: position)
    case .after(let position):
      let start = rank(of: MessagePosition(rawValue: position.rawValue + 1))
      return (start..<min(start + page.limit, count)).map(message)
    case .around(let position): end = rank(of: position) + page.limit / 2
    case .aroundRank(let rank): end = rank + page.limit / 2
    }
    let last = min(max(end, 0), count)
    return (max(last - page.limit, 0)..<last).map(message)
  }

  func load(_ page: MessagePage) async -> [Message]? { messages(page) }

  func messages(_ ids: Set<MessageID>) -> [Message] {
    ids.compactMap { id in
      let index = Int(id.rawValue) - 1
      return (0..<count).contains(index) ? message(index) : nil
    }
  }
}
