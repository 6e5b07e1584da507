// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension AccountSession {
  /// Messages a page of history: two screens.
  static let historyPage = 50
  /// A gap of more than this many pages is filled in several goes.
  static let gapPages = 100

  /// One page of the archive with one person.
  private func page(
    _ position: Archive.Position, with peer: JID
  ) async throws(RequestFailure) -> (items: [Archive.Item], end: Archive.End) {
    let reader = CatchUp(hole: 0)
    histories.append(reader)
    defer { histories.removeAll { $0 === reader } }
    let query = Archive.query(reader.begin(), position, with: peer, size: Self.historyPage)
    let iq = try await ask("set", query)
    guard let end = Archive.end(in: iq) else { throw .unusableAnswer }
    return (reader.take(), end)
  }

  /// Fetches the page before everything that is here. Returns how many messages are new, and whether
  /// the archive has nothing older.
  func fetchOlder(
    _ conversation: ConversationID, with peer: JID
  ) async throws(RequestFailure) -> (count: Int, isComplete: Bool) {
    let first = try? await store.read { reader throws(StoreError) in
      try reader.page(200, after: MessagePosition(rawValue: .min), in: conversation)
    }
    let oldest = first?.lazy.compactMap(\.archiveID).first
    let (items, end) = try await page(oldest.map(Archive.Position.before) ?? .last, with: peer)
    let count = await store(items, in: conversation, with: peer) { store throws(StoreError) in
      try store.reader.page(1, after: MessagePosition(rawValue: .min), in: conversation).first
        .map { .before($0.id) } ?? .end
    }
    return (count, end.isComplete || items.isEmpty)
  }

  /// Fills a gap from its end backwards and takes it away. What cannot be fetched leaves it.
  func fill(
    _ gap: Message, with peer: JID
  ) async throws(RequestFailure) {
    let conversation = gap.conversation
    for _ in 0..<Self.gapPages {
      let ends = try? await store.read { reader throws(StoreError) in
        (
          before: try reader.page(100, before: gap.position, in: conversation)
            .last { $0.archiveID != nil }?.archiveID,
          after: try reader.page(100, after: gap.position, in: conversation)
            .first { $0.archiveID != nil }?.archiveID
        )
      }
      guard let ends else { return }
      var (items, end) = try await page(
        ends.after.map(Archive.Position.before) ?? .last, with: peer)
      var isFilled = end.isComplete || items.isEmpty
      if let known = ends.before, let index = items.lastIndex(where: { $0.id == known }) {
        items.removeFirst(index + 1)
        isFilled = true
      }
      _ = await store(items, in: conversation, with: peer) { _ in .closing(gap: gap.id) }
      if isFilled {
        _ = try? await store.delete([gap.id])
        return
      }
    }
  }

  /// Stores a page of history. `place` is asked in the transaction.
  private func store(
    _ items: [Archive.Item], in conversation: ConversationID, with peer: JID,
    at place: @escaping @Sendable (isolated Store) throws(StoreError) -> Placement
  ) async -> Int {
    let page = page(of: items)
    let texts = page.talks.first { $0.peer == peer }?.texts ?? []
    let count = await withCheckedContinuation { continuation in
      writer.write { store throws(StoreError) in
        var count = 0
        if try store.reader.summary(of: conversation) != nil {
          let new = try store.withoutResends(texts, in: conversation)
          count = try store.receivePage(new, in: conversation, at: try place(store)).count
        }
        return { [count] in continuation.resume(returning: count) }
      }
    }
    for change in page.changes where change.verified.peer == peer {
      applyIfKnown(change.content, change.verified)
    }
    applyEarly(to: texts, with: peer)
    await withCheckedContinuation { continuation in
      writer.afterwards { continuation.resume() }
    }
    return count
  }

  /// Judges and reads the items of a page, the oldest first.
  func page(of items: some Sequence<Archive.Item>) -> ArchivePage {
    ArchivePage(items, of: address, changeWriter)
  }
}
