// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension ListState {
  /// Shows another conversation, from its end, an anchor, or its first unread message.
  func show(
    _ source: (any MessageListSource)?, at anchor: ScrollAnchor?, firstUnread: MessageID?
  ) {
    self.source?.onChange = nil
    loads.cancel()
    slide.stop()
    changes = StoreChange.MessageChanges()
    resized = []
    (destination, layout, firstUnseen, lastFocused) = (nil, nil, nil, nil)
    (selection, isInSelectionMode, returns) = (nil, false, [])
    style.expanded = []
    flash = JumpFlash()
    reading = ListReading()
    slice = MessageSlice()
    slice.firstUnread = firstUnread
    unit = 0
    self.source = source
    self.anchor = nil
    source?.onChange = { [weak self] in self?.received($0) }
    if let anchor {
      destination = .anchor(anchor)
    } else if let firstUnread {
      destination = .unread(firstUnread)
    }
    onSelectionChanged?()
    stockForOpening()
    requestUpdate()
  }

  private func received(_ more: StoreChange.MessageChanges) {
    changes.inserted.formUnion(more.inserted)
    changes.updated.formUnion(more.updated)
    changes.deleted.formUnion(more.deleted)
    requestUpdate()
  }

  /// Brings the slice up to date with what has changed since the last frame.
  func applyChanges() {
    guard let source else { return }
    let resized = resized
    self.resized = []
    if slice.messages.isEmpty {
      changes = StoreChange.MessageChanges()
      if destination == nil { loadEnd() }
      return
    }
    guard changes != StoreChange.MessageChanges() else {
      return keepReading(changed: resized, gone: [])
    }
    let changes = changes
    self.changes = StoreChange.MessageChanges()
    let follower = Follower(self)
    keepReading(changed: changes.updated.union(resized), gone: changes.deleted)
    if changes.inserted.count > Self.fewChanges {
      reload(source)
    } else {
      merge(changes, source)
    }
    moveAnchorOffDeleted(source)
    reading.count(in: source)
    follower.follow(self)
  }

  /// More than so many new messages are not looked at one by one.
  private static let fewChanges = 100

  private func merge(_ changes: StoreChange.MessageChanges, _ source: any MessageListSource) {
    let touched = changes.updated.union(changes.deleted)
    let loaded = touched.filter { slice.contains($0) }
    if loaded.count < touched.count {
      // Something that is not loaded has changed; it may be in a page that is under way.
      loads.cancel()
    }
    let present = source.messages(changes.inserted.union(loaded))
    guard let first = slice.messages.first, let last = slice.messages.last else { return }
    let (startWasLoaded, endWasLoaded) = (slice.startIsLoaded, slice.endIsLoaded)
    let kept = slice.messages.filter { !loaded.contains($0.id) }
    let added = present.filter { message in
      if message.position < first.position {
        loads.cancel(.older)
        return startWasLoaded
      }
      if message.position > last.position {
        loads.cancel(.newer)
        return endWasLoaded
      }
      return true
    }
    let known = Set(kept.map(\.id))
    let merged = (kept + added.filter { !known.contains($0.id) })
      .sorted { $0.position < $1.position }
    slice.replace(
      with: merged, firstRank: merged.first.map { source.rank(of: $0.position) } ?? 0,
      total: source.count)
    if merged.isEmpty, slice.total > 0 { loadEnd() }
  }

  private func reload(_ source: any MessageListSource) {
    loads.cancel()
    let page =
      if let anchor, let message = slice.message(anchor.message) {
        MessagePage(.around(message.position), limit: max(slice.messages.count, pageSize))
      } else {
        MessagePage(.latest, limit: pageSize)
      }
    let messages = source.messages(page)
    slice.replace(
      with: messages, firstRank: messages.first.map { source.rank(of: $0.position) } ?? 0,
      total: source.count)
  }

  /// A row that changes while most of it is above the top edge must not push what is below it: then
  /// the next row is the one that stays.
  private func keepReading(changed: Set<MessageID>, gone: Set<MessageID>) {
    guard let anchor, let layout, let row = slice.row(of: anchor.message),
      layout.range.contains(row)
    else { return }
    let isGone = gone.contains(anchor.message)
    let isMostlyHidden = anchor.offset > layout.bottom(of: row)
    guard isGone || changed.contains(anchor.message) && isMostlyHidden else { return }
    let next = layout.range.first {
      $0 > row && slice.isMessage(row: $0) && layout.top(of: $0) < viewport
        && !gone.contains(slice.rows[$0].messageID)
    }
    if let next {
      self.anchor = ScrollAnchor(
        message: slice.rows[next].messageID, offset: -layout.top(of: next))
    } else if isGone {
      // All that was on the screen went; the nearest one that is left takes its place.
      anchorFallback = slice.message(anchor.message)?.position
    }
  }

  private func moveAnchorOffDeleted(_ source: any MessageListSource) {
    guard let anchor, !slice.contains(anchor.message) else { return }
    if let position = anchorFallback, let message = slice.nearestMessage(to: position) {
      self.anchor = ScrollAnchor(message: message.id, offset: 0)
    } else {
      self.anchor = nil
    }
    anchorFallback = nil
  }
}

/// What the end of the list looked like before a change, so that it can be followed.
private struct Follower {
  private let last: MessageID?
  private let lastHeight: Int?
  private let isFollowing: Bool

  init(_ list: ListState) {
    isFollowing = list.anchor == nil && list.slice.endIsLoaded
    last = list.slice.messages.last?.id
    lastHeight = list.slice.rows.indices.last.flatMap { list.slice.height(ofRow: $0) }
  }

  /// Lets new messages slide in at the end, and notes the first that nobody has seen.
  func follow(_ list: ListState) {
    guard isFollowing else { return }
    let slice = list.slice
    guard let old = last.flatMap({ slice.row(of: $0) }) else {
      // More has come than is loaded.
      if last != nil { noteUnseen(list, from: 0) }
      begin(list, list.viewport)
      return
    }
    guard old + 1 < slice.rows.count else { return }
    noteUnseen(list, from: old + 1)
    // What was at the end stays where it is in this frame.
    var distance = Double(list.height(ofRow: old) - (lastHeight ?? list.height(ofRow: old)))
    for row in old + 1..<slice.rows.count where distance < list.viewport {
      distance += Double(list.height(ofRow: row))
    }
    begin(list, distance)
  }

  private func noteUnseen(_ list: ListState, from row: Int) {
    guard !list.isWatched, list.firstUnseen == nil else { return }
    list.firstUnseen =
      list.slice.rows[row...].first { $0.message.map { !$0.sender.isMe } ?? false }?.messageID
  }

  private func begin(_ list: ListState, _ distance: Double) {
    guard list.animates, list.widget.isMapped else { return }
    list.slide.begin(distance: distance, limit: list.viewport)
    list.runTicker()
  }
}
