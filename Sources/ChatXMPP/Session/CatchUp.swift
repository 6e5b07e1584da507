// SPDX-License-Identifier: GPL-3.0-or-later

/// Reading the archive after a connect: the newest page first, then back to what is known.
///
/// The newest page is stored at once. Behind it the next page is asked for while others are stored,
/// more and more of them in one transaction: each costs a wait for the disk and writes pages of
/// the indexes anew.
@NetworkActor
final class CatchUp {
  let hole: Int
  /// Messages fetched so far.
  var count = 0
  /// Requests in a row to which the server has said nothing.
  var silences = 0
  private(set) var query = ""
  private var items: [Archive.Item] = []

  /// Pages that came and are not in the store, the newest first.
  private var gathered: [[Archive.Item]] = []
  /// The ends of what was gathered, by the server's word.
  private(set) var ends: (first: String?, last: String?) = (nil, nil)
  /// Where to go on asking, once something came.
  private(set) var next: String?
  /// So many pages are stored at once.
  private var batch = 1
  /// Four thousand messages. Whoever wants to write meanwhile need not wait for all of them, see
  /// ``StoreWriter``.
  private static let largestBatch = 16
  var isAsking = false
  var isStoring = false
  /// Nothing older is to be asked for.
  var isAtEnd = false
  /// The archive has nothing older.
  var reachesBeginning = false

  init(hole: Int) { self.hole = hole }

  var isEmpty: Bool { gathered.isEmpty }
  var isDue: Bool { !isEmpty && (isAtEnd || gathered.count >= batch) }

  /// Takes a page that goes right before what was gathered.
  func gather(_ page: [Archive.Item], _ end: Archive.End) {
    if isEmpty { ends.last = page.last?.id ?? end.last }
    ends.first = end.first
    next = end.first
    gathered.append(page)
  }

  /// All that was gathered, the oldest message first.
  func takeGathered() -> some Sequence<Archive.Item> {
    defer {
      gathered = []
      batch = min(2 * batch, Self.largestBatch)
    }
    return gathered.reversed().joined()
  }

  func begin() -> String {
    query = StanzaID.random()
    items = []
    return query
  }

  func received(_ item: Archive.Item, of query: String) {
    // A page holds what was asked for; a server that sends on and on is not listened to.
    if query == self.query, items.count < 4 * Archive.pageSize { items.append(item) }
  }

  func take() -> [Archive.Item] {
    defer { items = [] }
    return items
  }
}
