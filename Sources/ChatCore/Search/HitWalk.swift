// SPDX-License-Identifier: MIT

/// The hits of a search in one conversation, and the one that is being looked at: walked from the
/// newest to the oldest, and found page by page.
///
/// Pages come in the order of time. Within what was found the hits stand as the messages do in the
/// conversation, where a clock that was wrong orders nothing.
public struct HitWalk: Equatable, Sendable {
  /// The last first.
  public private(set) var hits: [SearchHit] = []
  /// The one that is being looked at.
  public private(set) var current: MessageID?
  /// Whether all hits have been found.
  public private(set) var isWhole = false
  /// How many there are in all; nil until they were counted.
  public var total: Int?

  /// Where the next page goes on.
  public private(set) var end: SearchHit.Place?

  public init() {}

  /// Takes the next page.
  ///
  /// - Parameter limit: what was asked for; fewer are the last ones.
  public mutating func add(_ page: [SearchHit], limit: Int) {
    let known = Set(hits.map(\.id))
    hits += page.filter { !known.contains($0.id) }
    hits.sort { $0.message.position > $1.message.position }
    end = page.last?.place ?? end
    isWhole = page.count < limit
    if isWhole { total = hits.count }
    if current == nil { current = hits.first?.id }
  }

  /// The place of the current hit among those that were found, from 1.
  public var number: Int? {
    current.flatMap { id in hits.firstIndex { $0.id == id } }.map { $0 + 1 }
  }

  /// Goes on to older hits, or back to newer ones; from the oldest on to the newest and back, once
  /// all have been found.
  ///
  /// - Returns: false when a page has to be added first.
  public mutating func step(older: Bool) -> Bool {
    guard let number else { return false }
    let index = number - 1 + (older ? 1 : -1)
    if hits.indices.contains(index) {
      current = hits[index].id
      return true
    }
    guard isWhole else { return false }
    current = older ? hits.first?.id : hits.last?.id
    return true
  }

  /// Stays at a message that is still a hit after the search was made again.
  public mutating func stay(at message: MessageID?) {
    if let message, hits.contains(where: { $0.id == message }) { current = message }
  }
}
