// SPDX-License-Identifier: MIT

/// A search in the messages of this device.
public struct MessageSearch: Hashable, Sendable {
  /// Where the words may stand.
  public enum Reach: Hashable, Sendable {
    /// As words, or the beginnings of words. By an index, whatever there is.
    case words
    /// Also inside of words ("tea" in "steady"). Looks at texts, the newest first, until there are
    /// enough: for when there is no such word.
    case insideWords
  }

  public var query: SearchQuery
  /// In this conversation only; nil for all.
  public var conversation: ConversationID?
  public var reach: Reach

  public init(
    _ query: SearchQuery, in conversation: ConversationID? = nil, reach: Reach = .words
  ) {
    self.query = query
    self.conversation = conversation
    self.reach = reach
  }
}

/// A message that was found.
public struct SearchHit: Identifiable, Hashable, Sendable {
  /// The place of a hit among all hits: greater is newer.
  public struct Place: Hashable, Comparable, Sendable {
    let key: Int64
    public static func < (a: Self, b: Self) -> Bool { a.key < b.key }
  }

  public let message: Message
  public let place: Place
  public var id: MessageID { message.id }
}

extension StoreReader {
  /// The newest hits, the newest first.
  ///
  /// Newest is by the time of the messages, also across conversations and in history that came late
  /// from an archive; of several in one second, by which came first to this device.
  ///
  /// - Parameters:
  ///   - place: only what is older than the hit at this place: the last one of the page before.
  ///   - limit: so many at most.
  public func hits(
    _ search: MessageSearch, olderThan place: SearchHit.Place? = nil, limit: Int
  ) throws(StoreError) -> [SearchHit] {
    guard let plan = try SearchPlan(search, reader: self) else { return [] }
    return try snapshot { () throws(StoreError) in
      var hits: [SearchHit] = []
      let known =
        plan.looksAtTexts
        ? try keys(plan, before: place?.key, limit: limit)
        : try newestBeginnings(plan, before: place?.key, limit: limit)
      if let known {
        for key in known {
          guard let message = try message(SearchPlan.id(of: key)) else { continue }
          hits.append(SearchHit(message: message, place: SearchHit.Place(key: key)))
        }
      } else {
        let rows = try plan.page(on: connection, before: place?.key, limit: limit)
        while try rows.step() {
          let key = rows.integer(messageColumnCount)
          hits.append(SearchHit(message: try message(rows), place: SearchHit.Place(key: key)))
        }
      }
      return hits
    }
  }

  /// How many hits there are. Goes through all of them: a tenth of a second for half a million.
  public func hitCount(_ search: MessageSearch) throws(StoreError) -> Int {
    guard let plan = try SearchPlan(search, reader: self) else { return 0 }
    if plan.looksAtTexts {
      return try snapshot { () throws(StoreError) in
        try keys(plan, before: nil, limit: .max).count
      }
    }
    let rows = try plan.count(on: connection)
    return try rows.step() ? Int(rows.integer(0)) : 0
  }

  /// Looks at texts: one by one down the index where that is likely to be enough, since what is
  /// found there is the newest and ends the search; and at all of what is left, if it is not.
  ///
  /// - Parameter walkLimit: so many one by one.
  func keys(
    _ plan: SearchPlan, before key: Int64?, limit: Int, walkLimit: Int = 20_000
  ) throws(StoreError) -> [Int64] {
    var found: [Int64] = []
    var seen = 0
    var last = key
    let walk = try plan.walk(on: connection, before: key, limit: walkLimit)
    while found.count < limit, try walk.step() {
      seen += 1
      last = walk.integer(0)
      if walk.bool(1) { found.append(walk.integer(0)) }
    }
    guard found.count < limit, seen == walkLimit else { return found }
    let rest = try plan.rest(on: connection, before: last, limit: limit - found.count)
    while try rest.step() { found.append(rest.integer(0)) }
    return found
  }
}
