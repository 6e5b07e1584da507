// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What the windows share of the core: the store and what carries messages.
final class Session {
  let store: Store
  /// Reads for the main thread: the first frame, and small look-ups.
  let reader: StoreReader
  /// What the user has to be told about how the store was opened, nil when nothing happened.
  let notice: String?

  private init(_ store: Store, notice: String?) throws(StoreError) {
    self.store = store
    self.notice = notice
    reader = try store.makeReader()
  }

  /// Opens the conversations of the user.
  static func open(folder: String) throws(StoreError) -> Session {
    let outcome = try Store.open(at: folder)
    return try Session(outcome.store, notice: nil)
  }

  /// A session in memory that leaves nothing behind.
  static func demo() throws(StoreError) -> Session {
    try Session(try Store.inMemory(), notice: nil)
  }

  /// Notes to Self if it is there already.
  func knownNotes() throws(StoreError) -> ConversationID? {
    try reader.conversation(with: "", of: .local)
  }

  /// Notes to Self; made when it is not there.
  func openNotes() async throws(StoreError) -> ConversationID {
    try await store.openConversation(
      .notes, with: "", title: tr("Notes to Self"), of: .local)
  }
}
