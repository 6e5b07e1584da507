// SPDX-License-Identifier: GPL-3.0-or-later
/// Which stretches of the account's archive have not been fetched yet, as a value that is kept in
/// the store: where the last run stopped, the next one goes on.
///
/// Everything is by the archive's ids, never by time. The newest hole is filled first, each from
/// its end backwards; so while a hole is open, all that was written to the store since it began is
/// newer than what is missing in it.
struct ArchiveHoles: Hashable, Sendable, Codable {
  /// A stretch between two known messages, both outside it.
  struct Hole: Hashable, Sendable, Codable {
    var number: Int
    /// The last known message before it; nil reaches to the beginning of the archive.
    var after: String?
    /// The first known message behind it; nil reaches to the beginning of the session.
    var before: String?
    /// The first live message of the session it belongs to.
    var firstLive: String?
    /// The newest row of the store when it began.
    var watermark: Int64?
  }

  /// A place in the archive; nil is its beginning.
  struct Anchor: Hashable, Sendable, Codable {
    var id: String?
  }

  /// The newest message of the archive that was received.
  private(set) var newest: String?
  /// The oldest hole first.
  private(set) var holes: [Hole] = []
  /// Where the archive stood when the oldest message was handed over of which nothing is known yet:
  /// what became of it stands behind here.
  private(set) var anchor: Anchor?
  private var numbers = 0

  init() {}

  /// A new session: what happened since ``newest`` is unknown. Returns the hole to fetch now.
  mutating func sessionBegan() -> Hole {
    if let last = holes.last, last.before == nil {
      // Nothing came out of the session before: the hole has only become longer.
      guard let live = last.firstLive else { return last }
      holes[holes.count - 1].before = live
    }
    numbers += 1
    let hole = Hole(number: numbers, after: newest, before: nil)
    holes.append(hole)
    return hole
  }

  /// A live message came with its id.
  mutating func received(_ id: String) {
    newest = id
    if let last = holes.indices.last, holes[last].before == nil, holes[last].firstLive == nil {
      holes[last].firstLive = id
    }
  }

  /// A message was handed over, or all that were are accounted for.
  mutating func setOutstanding(_ isOutstanding: Bool) {
    if !isOutstanding {
      anchor = nil
    } else if anchor == nil {
      anchor = Anchor(id: newest)
    }
  }

  /// A page of a hole was stored, `first` and `last` being its ends. Returns whether the hole is
  /// now closed.
  ///
  /// - Parameter reachesStart: the page holds the message the hole begins behind, or the archive
  ///   has nothing older.
  mutating func fetched(
    _ number: Int, first: String?, last: String?, reachesStart: Bool
  ) -> Bool {
    guard let index = holes.firstIndex(where: { $0.number == number }) else { return true }
    // The newest page of all: what was received live meanwhile is newer still.
    if holes[index].before == nil, index == holes.count - 1, let last,
      newest == holes[index].after
    {
      newest = last
    }
    holes[index].before = first ?? holes[index].before
    guard reachesStart || first == nil else { return false }
    holes.remove(at: index)
    return true
  }

  /// Leaves what is older for later: history is fetched when it is looked at.
  mutating func leave(_ number: Int) { holes.removeAll { $0.number == number } }

  mutating func note(watermark: Int64, of number: Int) {
    if self[number]?.watermark == nil { self[number]?.watermark = watermark }
  }

  subscript(number: Int) -> Hole? {
    get { holes.first { $0.number == number } }
    set {
      guard let index = holes.firstIndex(where: { $0.number == number }) else { return }
      if let newValue { holes[index] = newValue } else { holes.remove(at: index) }
    }
  }
}
