// SPDX-License-Identifier: MIT
public import ChatCore

/// The messages of one conversation in the store, for a ``MessageList``.
///
/// What the next frame needs is read on the main thread with the reader that is given, what
/// scrolling will need on the store's own.
@MainActor public final class StoreMessages: MessageListSource {
  public let conversation: ConversationID
  private let store: Store
  private let reader: StoreReader
  private var follower: Task<Void, Never>?

  public var onChange: ((StoreChange.MessageChanges) -> Void)?
  /// Called when the store could not be read. The list then shows what it has.
  public var onFault: ((StoreError) -> Void)?

  /// - Parameter reader: a reader of the main thread.
  public init(_ conversation: ConversationID, store: Store, reader: StoreReader) {
    self.conversation = conversation
    self.store = store
    self.reader = reader
    let changes = store.changes(in: conversation)
    follower = Task { [weak self] in
      for await change in changes { self?.onChange?(change) }
    }
  }

  isolated deinit { follower?.cancel() }

  public var count: Int {
    read(or: 0) { reader throws(StoreError) in try reader.count(in: self.conversation) }
  }

  public func rank(of position: MessagePosition) -> Int {
    read(or: 0) { reader throws(StoreError) in
      try reader.rank(of: position, in: self.conversation)
    }
  }

  public func incomingCount(after position: MessagePosition) -> Int {
    read(or: 0) { reader throws(StoreError) in
      try reader.incomingCount(after: position, in: self.conversation)
    }
  }

  public func messages(_ page: MessagePage) -> [Message] {
    let conversation = conversation
    return read(or: []) { reader throws(StoreError) in
      try Self.read(page, of: conversation, with: reader)
    }
  }

  public func load(_ page: MessagePage) async -> [Message]? {
    let conversation = conversation
    do throws(StoreError) {
      return try await store.read { reader throws(StoreError) in
        try Self.read(page, of: conversation, with: reader)
      }
    } catch {
      onFault?(error)
      return nil
    }
  }

  public func messages(_ ids: Set<MessageID>) -> [Message] {
    read(or: []) { reader throws(StoreError) in
      try reader.messages(ids).filter { $0.conversation == self.conversation }
    }
  }

  public func answered(by reply: Reply) -> MessageID? {
    let conversation = conversation
    return read(or: nil) { reader throws(StoreError) in
      if let id = reply.message, let known = try reader.message(id) { return known.id }
      // It may have come after the answer, in a page of the archive.
      guard !reply.referencedID.isEmpty else { return nil }
      let id = reply.referencedID
      if let known = try reader.message(archiveID: id, in: conversation) { return known.id }
      return try reader.messages(originID: id, in: conversation).first?.id
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
      guard let message = try reader.message(atRank: rank, in: conversation) else {
        return try reader.latest(page.limit, in: conversation)
      }
      return try reader.page(page.limit, around: message.position, in: conversation)
    }
  }

  private func read<Value>(
    or fallback: Value, _ body: (StoreReader) throws(StoreError) -> Value
  ) -> Value {
    do throws(StoreError) {
      return try body(reader)
    } catch {
      onFault?(error)
      return fallback
    }
  }
}
