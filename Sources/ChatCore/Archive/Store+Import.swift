// SPDX-License-Identifier: MIT

/// What an import has done.
public struct ImportResult: Hashable, Sendable {
  public var newAccounts = 0
  public var newConversations = 0
  public var newMessages = 0
  /// Messages that were in the store already.
  public var knownMessages = 0

  public init() {}
}

extension Store {
  /// Takes an archive (``StoreReader/writeArchive(of:to:at:)``) into the store.
  ///
  /// The file is read twice: first to see that it is whole, so that nothing of a damaged one is
  /// taken; then message by message, in flat memory. What is in the store already is left as it is,
  /// so a second import does nothing, and one that was interrupted can be repeated. Accounts come in
  /// disabled. Nothing is sent: what had not been sent when the archive was written has failed
  /// (``DeliveryFailure/Cause/exported``).
  ///
  /// - Parameter progress: called now and then with the number of messages read.
  nonisolated public func importArchive(
    from path: String, progress: @Sendable (Int) -> Void = { _ in }
  ) async throws(ArchiveFault) -> ImportResult {
    let file: InputFile
    do throws(FileFailure) { file = try InputFile(path: path) } catch { throw .file(error) }
    var check = ArchiveReader(file)
    while try check.next() != nil {}
    do throws(FileFailure) { try file.rewind() } catch { throw .file(error) }

    var reader = ArchiveReader(file)
    var state = ImportState()
    var batch: [Archive.Item] = []
    repeat {
      batch.removeAll(keepingCapacity: true)
      while batch.count < Self.importBatch, let item = try reader.next() { batch.append(item) }
      do throws(StoreError) {
        state = try await take(batch, state)
      } catch {
        throw .store(error)
      }
      progress(state.result.newMessages + state.result.knownMessages)
    } while !batch.isEmpty
    return state.result
  }

  /// Items in one transaction: enough to be quick, and few enough for a message that is sent
  /// meanwhile not to wait.
  private static let importBatch = 500

  private func take(
    _ batch: [Archive.Item], _ before: ImportState
  ) throws(StoreError) -> ImportState {
    var state = before
    try write { () throws(StoreError) in
      for item in batch {
        switch item {
        case .account(let account): try take(account, &state)
        case .conversation(let key): try open(key, &state)
        case .message(let message): try take(message, &state)
        case .conversationEnd(let facts): try finish(facts, &state)
        }
      }
      try keepRead(state)
    }
    return state
  }

  // MARK: Accounts and conversations

  private func take(
    _ account: Archive.Account, _ state: inout ImportState
  ) throws(StoreError) {
    let known = try connection.integer(
      "SELECT id FROM account WHERE address = ?1", account.address)
    if let known {
      state.accounts[account.address] = AccountID(rawValue: known)
      return
    }
    // It has no password here: the user signs in before it connects.
    try connection.run(
      "INSERT INTO account (address, name, is_enabled) VALUES (?1, ?2, 0)",
      account.address, account.name)
    state.accounts[account.address] = AccountID(rawValue: connection.lastInsertedRow)
    state.result.newAccounts += 1
  }

  private func open(
    _ key: Archive.ConversationKey, _ state: inout ImportState
  ) throws(StoreError) {
    var account = state.accounts[key.account] ?? .local
    if !key.account.isEmpty, account == .local {
      try take(Archive.Account(address: key.account), &state)
      account = state.accounts[key.account] ?? .local
    }
    var current = ImportState.Current(account: account)
    if let known = try reader.conversation(with: key.address, of: account) {
      current.id = known
      let read = try reader.readPosition(in: known)
      current.wasRead = try reader.incomingCount(after: read, in: known) == 0
      current.wasEmpty = try reader.count(in: known) == 0
      try noteNameless(in: known)
    } else {
      try connection.run(
        "INSERT INTO conversation (account, kind, address, title) VALUES (?1, ?2, ?3, ?3)",
        account, key.kind.rawValue, key.address)
      current.id = ConversationID(rawValue: connection.lastInsertedRow)
      current.isNew = true
      state.result.newConversations += 1
    }
    state.current = current
  }

  private func finish(
    _ facts: Archive.ConversationFacts, _ state: inout ImportState
  ) throws(StoreError) {
    try keepRead(state)
    guard let current = state.current else { return }
    state.current = nil
    if current.isNew {
      try connection.run(
        "UPDATE conversation SET title = ?2, is_pinned = ?3, muted_until = ?4 WHERE id = ?1",
        current.id, facts.title, facts.isPinned, facts.mutedUntil)
    }
    if current.isNew || current.wasEmpty {
      let end = try reader.position(.last, in: current.id) ?? 0
      try connection.run(
        "UPDATE conversation SET read_position = ?2 WHERE id = ?1", current.id,
        max(0, min(facts.readPosition.rawValue, end)))
    }
    // A clock that was wrong does not put a conversation on top for years.
    try connection.run(
      """
      UPDATE conversation SET activity = max(activity, min(?2, coalesce(
        (SELECT time FROM message WHERE conversation = ?1 ORDER BY position DESC LIMIT 1), 0)))
      WHERE id = ?1
      """, current.id, Timestamp.now)
    if !facts.draft.isEmpty, try reader.draft(in: current.id) == nil {
      try saveDraft(Draft(text: facts.draft), in: current.id)
    }
  }

  /// While messages come in they are no news: what was read stays so, and what is new gets the mark
  /// of the archive at its end.
  private func keepRead(_ state: ImportState) throws(StoreError) {
    guard let current = state.current, current.wasRead else { return }
    if let end = try reader.position(.last, in: current.id) {
      try markRead(upTo: MessagePosition(rawValue: end), in: current.id)
    }
  }
}

/// What an import remembers from one batch to the next.
struct ImportState: Sendable {
  var result = ImportResult()
  var accounts: [String: AccountID] = [:]
  var current: Current?

  /// The conversation that is being read.
  struct Current: Sendable {
    var id = ConversationID(rawValue: 0)
    var account: AccountID
    var isNew = false
    /// Before the import: no messages, and none that was unread.
    var wasEmpty = true
    var wasRead = true
    /// The message after which the next one comes; nil for the beginning.
    var last: MessageID?

    init(account: AccountID) { self.account = account }
  }
}
