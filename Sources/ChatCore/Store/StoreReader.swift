// SPDX-License-Identifier: MIT

/// Reads the store, synchronously, on the thread that made it.
///
/// The main thread uses one for the first frame and for small look-ups: a page of 50 messages out
/// of a million takes well under a millisecond. Longer reading goes through ``Store/read(_:)``.
/// Each method sees what was committed when it was called; ``snapshot(_:)`` holds several together.
///
/// Not `Sendable` on purpose: a connection belongs to one thread.
public final class StoreReader {
  let connection: Connection
  /// Rows of `sender` never change, so each is read once and its strings are shared.
  private var senders: [Int64: Sender] = [:]

  /// For searching; made when it is first needed.
  var newestTexts: NewestTexts?

  init(_ connection: Connection) { self.connection = connection }

  /// Runs `body` so that everything it reads belongs to the same moment.
  public func snapshot<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.snapshot(body)
  }

  /// The one who wrote a message, by the number in its row.
  func sender(_ row: Int64) throws(StoreError) -> Sender {
    if let known = senders[row] { return known }
    let query = try connection.prepare("SELECT address, name FROM sender WHERE id = ?1")
    try query.bind(row)
    // A damaged file can name a sender that is not there.
    let found = try query.step()
    let sender = Sender.other(
      address: found ? query.text(0) : "", name: found ? query.text(1) : "")
    if senders.count >= Self.senderCacheLimit { senders.removeAll() }
    senders[row] = sender
    return sender
  }

  /// Bounds the memory of a room whose occupants come and go for years.
  private static let senderCacheLimit = 4_096

  /// After a rollback a number may come to mean somebody else.
  func forgetSenders() { senders.removeAll() }
}
