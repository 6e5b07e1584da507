// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Which stretches of the account's archive have not been fetched yet, as a value that is kept in
/// the store: where the last run stopped, the next one goes on.
///
/// Everything is by the archive's ids, never by time.
struct ArchiveHoles: Hashable, Sendable, Codable {
  /// A stretch between two known messages, both outside it.
  struct Hole: Hashable, Sendable, Codable {
    var number: Int
    /// The last known message before it; nil reaches to the beginning of the archive.
    var after: String?
    /// The first known message behind it; nil reaches to the present.
    var before: String?
    /// The gap rows that stand for it, by conversation.
    var gaps: [Int64: Int64] = [:]
  }

  /// The newest message of the archive that was received.
  private(set) var newest: String?
  /// The oldest hole first.
  private(set) var holes: [Hole] = []
  private var numbers = 0

  init() {}

  /// A new session: what happened since ``newest`` is unknown. Returns the hole to fetch now.
  mutating func sessionBegan() -> Hole {
    // The hole at the end may be there from a session in which nothing was fetched.
    if let last = holes.last, last.before == nil { return last }
    numbers += 1
    let hole = Hole(number: numbers, after: newest, before: nil)
    holes.append(hole)
    return hole
  }

  /// A live message came with its id.
  mutating func received(_ id: String) { newest = id }

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
    if holes[index].before == nil, index == holes.count - 1, let last, newest == holes[index].after
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

  mutating func note(gap: MessageID, in conversation: ConversationID, of number: Int) {
    self[number]?.gaps[conversation.rawValue] = gap.rawValue
  }

  subscript(number: Int) -> Hole? {
    get { holes.first { $0.number == number } }
    set {
      guard let index = holes.firstIndex(where: { $0.number == number }) else { return }
      if let newValue { holes[index] = newValue } else { holes.remove(at: index) }
    }
  }
}
