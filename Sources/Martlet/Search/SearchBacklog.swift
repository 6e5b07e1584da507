// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Whether there are messages that cannot be found yet: the index of what was written before there
/// was one is made in the background.
final class SearchBacklog {
  /// Called when that is found out, and once nothing is missing any more.
  var onChange: (_ isIndexing: Bool) -> Void = { _ in }

  private(set) var isIndexing = false {
    didSet { if isIndexing != oldValue { onChange(isIndexing) } }
  }
  private let store: Store
  /// Looks, and waits for the end where there is something to wait for.
  private var waiting: Task<Void, Never>?
  private var isWhole = false

  init(_ store: Store) { self.store = store }

  isolated deinit { waiting?.cancel() }

  /// Looks again. To be called with each search: there is nothing to do once all is indexed.
  func look() {
    guard waiting == nil, !isWhole else { return }
    waiting = Task { [weak self, store] in
      if await Self.isIndexing(store) {
        self?.isIndexing = true
        await store.finishSearchIndex()
      }
      // What could not be indexed, on a full disk, is still missing.
      let isIndexing = await Self.isIndexing(store)
      self?.isWhole = !isIndexing
      self?.isIndexing = isIndexing
      self?.waiting = nil
    }
  }

  private static func isIndexing(_ store: Store) async -> Bool {
    let count = try? await store.read { reader throws(StoreError) in
      try reader.messagesToIndex()
    }
    return (count ?? 0) > 0
  }
}
