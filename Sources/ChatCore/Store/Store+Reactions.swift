// SPDX-License-Identifier: MIT

extension Store {
  /// Adds my reaction with `emoji` behind the others of mine, or takes it back where it is there.
  ///
  /// - Returns: what all of mine are now, in order, as they are told to the other side (XEP-0444
  ///   §3 always tells all of them).
  @discardableResult
  public func toggleReaction(
    _ emoji: String, to id: MessageID
  ) throws(StoreError) -> [String] {
    try write { () throws(StoreError) in
      guard let message = try reader.message(id), !message.isRetracted else { throw .notFound }
      let before = message.reactions.filter { $0.senders.contains(.me) }.map(\.emoji)
      let isThere = before.contains(emoji)
      let now = isThere ? before.filter { $0 != emoji } : before + [emoji]
      try setReactions(now, by: .me, to: id)
      return now
    }
  }
}
