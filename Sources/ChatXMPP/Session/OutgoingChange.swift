// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Something that is to be said about a message: it waits in the store until the server has it, like
/// a message.
struct OutgoingChange: Hashable, Sendable, Codable {
  enum Kind: Hashable, Sendable, Codable {
    /// The text is the message's at the time of sending.
    case correction
    case retraction
    case reactions([String])
  }

  var kind: Kind
  /// The stanza's id, the same each time it is sent.
  var id: String
  var conversation: Int64
  /// The row of the message it is about, and the id under which the other side knows it.
  var message: Int64
  var target: String
  /// The newest row when it was said: what was written before goes out before.
  var after: Int64
}

extension OutgoingChange.Kind {
  /// Does here what it says. A correction has been written by whoever edited the message.
  func apply(to message: MessageID, in store: isolated Store) throws(StoreError) {
    switch self {
    case .correction: break
    case .retraction: try store.retract(message)
    case .reactions(let emoji): try store.setReactions(emoji, by: .me, to: message)
    }
  }
}

extension Store {
  /// Does here what a change says and keeps it for the other side, in the transaction it is called
  /// in. Nil where the other side cannot know the message: there is nobody to tell.
  func keep(
    _ kind: OutgoingChange.Kind, about message: Message, of account: AccountID,
    numberedFrom least: UInt64
  ) throws(StoreError) -> (number: UInt64, change: OutgoingChange)? {
    try kind.apply(to: message.id, in: self)
    guard let target = message.originID else { return nil }
    // Somebody else may have kept one since the numbers were last looked at.
    let last = try ChangeQueue.kept(by: reader, of: account).last
      .flatMap { ChangeQueue.number($0.key) }
    let number = max(least, (last ?? 0) + 1)
    let change = OutgoingChange(
      kind: kind, id: StanzaID.random(), conversation: message.conversation.rawValue,
      message: message.id.rawValue, target: target,
      after: try reader.newestMessageID()?.rawValue ?? 0)
    try setValue(AccountSession.encode(change), for: ChangeQueue.key(number), of: account)
    return (number, change)
  }
}

/// The changes that wait, in the order in which they were said.
///
/// They go out between the messages, each once: a change leaves the queue by the server's
/// acknowledgement, or when the archive shows that it arrived. Said twice it would mean the same.
@NetworkActor
final class ChangeQueue {
  struct Entry: Hashable, Sendable {
    var number: UInt64
    var change: OutgoingChange
    var isHandedOver = false
  }

  /// Tells a change's token from a message's, which is a row and never negative.
  private nonisolated static let mark: UInt64 = 1 << 63
  private nonisolated static let prefix = "xmpp-change "

  private(set) var entries: [Entry] = []
  private var numbers: UInt64 = 0
  /// What the server has had; the store may still be about to hear of it.
  private var done: Set<UInt64> = []

  nonisolated static func isChange(_ token: UInt64) -> Bool { token & mark != 0 }
  nonisolated static func token(_ number: UInt64) -> UInt64 { mark | number }

  /// The key under which the store keeps it; they sort like the numbers.
  nonisolated static func key(_ number: UInt64) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, 20 - digits.count)) + digits
  }

  nonisolated static func kept(
    by reader: StoreReader, of account: AccountID
  ) throws(StoreError) -> [(key: String, value: String)] {
    try reader.values(prefix: prefix, of: account)
  }

  /// Takes up what the store keeps; what is here already stays as it is.
  func restore(_ kept: [(key: String, value: String)]) {
    for (key, value) in kept {
      guard let number = Self.number(key),
        let change = AccountSession.decode(value, as: OutgoingChange.self)
      else { continue }
      add(change, number)
    }
  }

  nonisolated static func number(_ key: String) -> UInt64? {
    UInt64(key.dropFirst(prefix.count))
  }

  /// The lowest number for a change that is about to be kept: one is never used again.
  func next() -> UInt64 {
    numbers += 1
    return numbers
  }

  /// It is in the store now.
  func add(_ change: OutgoingChange, _ number: UInt64) {
    guard !done.contains(number), !entries.contains(where: { $0.number == number }) else {
      return
    }
    entries.append(Entry(number: number, change: change))
    entries.sort { $0.number < $1.number }
    numbers = max(numbers, number)
  }

  /// Those that may go out: nothing written before row `bound` waits any more.
  func due(before bound: Int64?) -> [Entry] {
    // In order: one that must wait holds up those behind it.
    let ready = entries.prefix { entry in
      entry.isHandedOver || bound.map { entry.change.after < $0 } ?? true
    }
    return ready.filter { !$0.isHandedOver }
  }

  func handedOver(_ number: UInt64) {
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
    entries[index].isHandedOver = true
  }

  /// The server has it.
  func remove(token: UInt64) -> UInt64? {
    let number = token & ~Self.mark
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return nil }
    entries.remove(at: index)
    done.insert(number)
    return number
  }

  /// The store has let go of it, too.
  func forgotten(_ number: UInt64) { done.remove(number) }

  func entry(id: String) -> Entry? { entries.first { $0.change.id == id } }

  /// A new session: what was handed over without an answer goes out again.
  func sessionBegan() { for index in entries.indices { entries[index].isHandedOver = false } }
}
