// SPDX-License-Identifier: MIT
internal import CSQLite
internal import Glibc

/// Notes which rows a transaction touches, through SQLite's update hook, and makes one
/// ``StoreChange`` of them when it has been committed.
///
/// The hook sees the row's id only, and may not query. Whose message it was is asked just before
/// the commit, while the transaction can still see it, unless it was said before
/// (``inserting(into:_:)``); a deleted row is announced by ``willDelete``. The change is published
/// after COMMIT has returned: SQLite's own commit hook runs before that, when the disk can still
/// refuse.
final class ChangeRecorder {
  private var inserted: [(row: Int64, owner: ConversationID?)] = []
  private var updated: [Int64] = []
  private var deleted: [Int64: ConversationID] = [:]
  private var conversations: Set<ConversationID> = []
  /// Whose messages are being inserted, where that is known.
  private var owner: ConversationID?
  /// When nobody listens there is nothing to note.
  var isRecording = false

  /// From now on the connection keeps the recorder alive, since its hooks point to it.
  func attach(to connection: Connection) {
    connection.hookContext = self
    let me = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_update_hook(
      connection.handle,
      { context, operation, _, table, row in
        guard let context, let table else { return }
        Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue()
          .note(operation, table, row)
      }, me)
    sqlite3_rollback_hook(
      connection.handle,
      { context in
        guard let context else { return }
        Unmanaged<ChangeRecorder>.fromOpaque(context).takeUnretainedValue().discard()
      }, me)
  }

  private func note(_ operation: Int32, _ table: UnsafePointer<CChar>, _ row: Int64) {
    guard isRecording else { return }
    if strcmp(table, "message") == 0 {
      switch operation {
      case SQLITE_INSERT: inserted.append((row, owner))
      case SQLITE_UPDATE: updated.append(row)
      default: break
      }
    } else if strcmp(table, "conversation") == 0 || strcmp(table, "draft") == 0 {
      // Both are keyed by the conversation.
      conversations.insert(ConversationID(rawValue: row))
    }
  }

  /// Tells of messages that are about to be deleted.
  func willDelete(_ message: MessageID, of conversation: ConversationID) {
    if isRecording { deleted[message.rawValue] = conversation }
  }

  /// What `body` inserts are messages of one conversation.
  func inserting<Result>(
    into conversation: ConversationID, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    owner = conversation
    defer { owner = nil }
    return try body()
  }

  func discard() {
    inserted.removeAll(keepingCapacity: true)
    updated.removeAll(keepingCapacity: true)
    deleted.removeAll(keepingCapacity: true)
    conversations.removeAll(keepingCapacity: true)
  }

  /// What the transaction that is about to commit has done; then forgets it.
  func take(from connection: Connection) throws(StoreError) -> StoreChange {
    defer { discard() }
    var change = StoreChange()
    change.summaries = conversations
    for (message, conversation) in deleted {
      change.messages[conversation, default: .init()].deleted.insert(MessageID(rawValue: message))
    }
    let owner = try connection.prepare("SELECT conversation FROM message WHERE id = ?1")
    for (row, known) in inserted where deleted[row] == nil {
      var found = known
      if found == nil { found = try Self.owner(of: row, owner) }
      guard let conversation = found else { continue }
      change.messages[conversation, default: .init()].inserted.insert(MessageID(rawValue: row))
    }
    for row in updated {
      guard let conversation = try Self.owner(of: row, owner) else { continue }
      let id = MessageID(rawValue: row)
      // Written and changed in one transaction is new to everybody.
      if change.messages[conversation]?.inserted.contains(id) != true {
        change.messages[conversation, default: .init()].updated.insert(id)
      }
    }
    change.summaries.formUnion(change.messages.keys)
    return change
  }

  private static func owner(
    of row: Int64, _ statement: borrowing Statement
  ) throws(StoreError) -> ConversationID? {
    defer { statement.reset() }
    try statement.bind(row)
    return try statement.step() ? ConversationID(rawValue: statement.integer(0)) : nil
  }
}
