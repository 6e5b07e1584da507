// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// The messages of one conversation of the store, for the list that shows them.
///
/// What cannot be read counts as not there: the list then shows what it has, and the next reading
/// may succeed. The fault is reported once through ``onFault``.
final class StoreMessages: MessageListSource {
  var onChange: ((StoreChange.MessageChanges) -> Void)?
  var onFault: (StoreError) -> Void = { _ in }

  private let conversation: ConversationID
  private let store: Store
  private let reader: StoreReader
  private var follower: Task<Void, Never>?

  init(_ conversation: ConversationID, store: Store, reader: StoreReader) {
    self.conversation = conversation
    self.store = store
    self.reader = reader
    let changes = store.changes()
    follower = Task { [weak self] in
      for await change in changes {
        if let messages = change.messages[conversation] { self?.onChange?(messages) }
      }
    }
  }

  isolated deinit { follower?.cancel() }

  var count: Int { attempt(0) { () throws(StoreError) in try reader.count(in: conversation) } }

  func rank(of position: MessagePosition) -> Int {
    attempt(0) { () throws(StoreError) in try reader.rank(of: position, in: conversation) }
  }

  func messages(_ page: MessagePage) -> [Message] {
    attempt([]) { () throws(StoreError) in
      try Self.read(page, of: conversation, with: reader)
    }
  }

  func load(_ page: MessagePage) async -> [Message]? {
    do throws(StoreError) {
      return try await store.read { [conversation] reader throws(StoreError) in
        try Self.read(page, of: conversation, with: reader)
      }
    } catch {
      onFault(error)
      return nil
    }
  }

  func messages(_ ids: Set<MessageID>) -> [Message] {
    attempt([]) { () throws(StoreError) in
      try reader.messages(ids).filter { $0.conversation == conversation }
    }
  }

  nonisolated private static func read(
    _ page: MessagePage, of conversation: ConversationID, with reader: StoreReader
  ) throws(StoreError) -> [Message] {
    switch page.place {
    case .latest:
      return try reader.latest(page.limit, in: conversation)
    case .before(let position):
      return try reader.page(page.limit, before: position, in: conversation)
    case .after(let position):
      return try reader.page(page.limit, after: position, in: conversation)
    case .around(let position):
      return try reader.page(page.limit, around: position, in: conversation)
    case .aroundRank(let rank):
      guard let middle = try reader.message(atRank: rank, in: conversation) else {
        return try reader.latest(page.limit, in: conversation)
      }
      return try reader.page(page.limit, around: middle.position, in: conversation)
    }
  }

  private func attempt<Value>(
    _ fallback: Value, _ read: () throws(StoreError) -> Value
  ) -> Value {
    do throws(StoreError) {
      return try read()
    } catch {
      onFault(error)
      return fallback
    }
  }
}
