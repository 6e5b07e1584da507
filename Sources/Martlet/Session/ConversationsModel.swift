// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// The conversations in the order of the list, kept in step with the store.
@MainActor final class ConversationsModel {
  private(set) var order = ConversationOrder()
  /// Called after a change, at most once a turn of the main loop.
  var onChange: () -> Void = {}

  private let store: Store
  private var follower: Task<Void, Never>?
  private var notice: Scheduled?

  /// What fits on a screen and a little more: the first frame waits for no others.
  private static let firstPage = 30

  init(_ store: Store, reader: StoreReader) throws(StoreError) {
    self.store = store
    order = ConversationOrder(try reader.summaries(limit: Self.firstPage))
    let changes = store.changes()
    let isWhole = order.summaries.count < Self.firstPage
    follower = Task { [weak self, store] in
      if !isWhole {
        // Unreadable now: the next change tries again for what it names.
        let all = try? await store.read { reader throws(StoreError) in try reader.summaries() }
        if let all { self?.take(all) }
      }
      for await change in changes where !change.summaries.isEmpty {
        await self?.update(change.summaries)
      }
    }
  }

  isolated deinit {
    follower?.cancel()
    notice?.cancel()
  }

  private func take(_ summaries: [ConversationSummary]) {
    order.replaceAll(with: summaries)
    changed()
  }

  private func update(_ ids: Set<ConversationID>) async {
    let found = try? await store.read { reader throws(StoreError) in
      var found: [ConversationID: ConversationSummary] = [:]
      for id in ids { found[id] = try reader.summary(of: id) }
      return found
    }
    guard let found else { return }
    for id in ids {
      if let summary = found[id] { order.update(summary) } else { order.remove(id) }
    }
    changed()
  }

  private func changed() {
    guard notice?.isPending != true else { return }
    notice = MainLoop.whenIdle { [weak self] in self?.onChange() }
  }
}
