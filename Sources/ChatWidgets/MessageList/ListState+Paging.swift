// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Pages that are being read away from the main thread, and those that have come.
struct PageLoads {
  enum Side { case older, newer }

  private var running: [Side: Task<Void, Never>] = [:]
  private var arrived: [Side: [Message]] = [:]

  func isBusy(_ side: Side) -> Bool { running[side] != nil || arrived[side] != nil }

  mutating func start(_ side: Side, _ task: Task<Void, Never>) { running[side] = task }

  mutating func finish(_ side: Side, _ page: [Message]?) {
    running[side] = nil
    arrived[side] = page
  }

  mutating func take(_ side: Side) -> [Message]? { arrived.removeValue(forKey: side) }

  /// What was asked for is not right any more.
  mutating func cancel(_ side: Side? = nil) {
    for (key, task) in running where side == nil || side == key {
      task.cancel()
      running[key] = nil
    }
    if let side { arrived[side] = nil } else { arrived = [:] }
  }
}

extension ListState {
  // MARK: Opening

  /// Reads the first page now, so that the first frame shows the right place.
  func loadEnd() {
    guard let source, !slice.endIsLoaded || slice.messages.isEmpty else { return }
    take(source.messages(MessagePage(.latest, limit: firstPageSize)), from: source)
  }

  /// Loads the stretch around a message unless it is loaded. Returns whether it is there.
  func load(_ message: MessageID) -> Bool {
    if slice.contains(message) { return true }
    guard let source, let found = source.messages([message]).first else { return false }
    take(source.messages(MessagePage(.around(found.position), limit: firstPageSize)), from: source)
    return slice.contains(message)
  }

  /// Loads the stretch around a rank. Returns the index of the message in the slice.
  func loadRank(_ rank: Int) -> Int? {
    if let index = slice.rank(rank) { return index }
    guard let source else { return nil }
    take(source.messages(MessagePage(.aroundRank(rank), limit: firstPageSize)), from: source)
    return slice.rank(rank) ?? (slice.messages.isEmpty ? nil : slice.messages.count / 2)
  }

  private func take(_ page: [Message], from source: any MessageListSource) {
    loads.cancel()
    slice.replace(
      with: page, firstRank: page.first.map { source.rank(of: $0.position) } ?? 0,
      total: source.count)
  }

  /// Enough for the viewport and the prefetching around it, if rows were as low as they can be.
  private var firstPageSize: Int { max(pageSize, Int(viewport / Self.lowestRow)) }
  private static let lowestRow = 24.0  // pixels

  // MARK: Now

  func loadOlderNow() {
    guard let source, let first = slice.messages.first else { return slice.noteStart() }
    loads.cancel(.older)
    let page = source.messages(MessagePage(.before(first.position), limit: pageSize))
    if page.isEmpty { slice.noteStart() } else { slice.prepend(page) }
  }

  func loadNewerNow() {
    guard let source, let last = slice.messages.last else { return slice.noteEnd() }
    loads.cancel(.newer)
    let page = source.messages(MessagePage(.after(last.position), limit: pageSize))
    if page.isEmpty { slice.noteEnd() } else { slice.append(page) }
  }

  // MARK: Ahead

  /// Asks for the next page on either side while about two screens are left.
  func prefetch(_ layout: ListLayout) {
    guard let source else { return }
    let enough = Int(Self.ahead * viewport / max(unit, Self.lowestRow))
    if !slice.startIsLoaded, layout.range.lowerBound < enough, let first = slice.messages.first {
      load(.older, MessagePage(.before(first.position), limit: pageSize), source)
    }
    if !slice.endIsLoaded, slice.rows.count - layout.range.upperBound < enough,
      let last = slice.messages.last
    {
      load(.newer, MessagePage(.after(last.position), limit: pageSize), source)
    }
  }

  private static let ahead = 2.0  // viewports

  private func load(
    _ side: PageLoads.Side, _ page: MessagePage, _ source: any MessageListSource
  ) {
    guard !loads.isBusy(side) else { return }
    let task = Task { [weak self] in
      let messages = await source.load(page)
      guard !Task.isCancelled, let self, self.hasWidget else { return }
      self.loads.finish(side, messages)
      // After a failure there is nothing new to show; scrolling on asks again.
      if messages != nil { self.requestUpdate() }
    }
    loads.start(side, task)
  }

  func takeLoadedPages() {
    if let page = loads.take(.older), let first = slice.messages.first {
      // Nothing that was asked for can be left out or doubled: the side was cancelled otherwise.
      if page.isEmpty { slice.noteStart() } else { slice.prepend(page) }
      assert(page.last.map { $0.position < first.position } ?? true)
    }
    if let page = loads.take(.newer), let last = slice.messages.last {
      if page.isEmpty { slice.noteEnd() } else { slice.append(page) }
      assert(page.first.map { $0.position > last.position } ?? true)
    }
  }

  /// Drops what is far away from the screen.
  func trim() {
    guard let layout, !layout.range.isEmpty, slice.rows.count > layout.range.upperBound - 1 else {
      return
    }
    let count = slice.messages.count
    slice.trim(to: layout.range, margin: max(2 * pageSize, layout.range.count * 3))
    if slice.messages.count != count { loads.cancel() }
  }
}
