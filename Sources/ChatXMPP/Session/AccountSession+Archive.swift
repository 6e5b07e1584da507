// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension AccountSession {
  func beginCatchUp() {
    // What an earlier run handed over stands behind here, also when this one ends before it has looked.
    if !hasSettledBefore { holes.setOutstanding(true) }
    let number = holes.sessionBegan().number
    let catchUp = CatchUp(hole: number)
    self.catchUp = catchUp
    sessionHole = number
    writer.write { [weak self] store throws(StoreError) in
      let watermark = try store.reader.newestMessageID()?.rawValue ?? 0
      return { self?.holes.note(watermark: watermark, of: number) }
    }
    keepHoles()
    writer.afterwards { [weak self] in
      if let self, self.catchUp === catchUp { self.fetchPage(of: catchUp) }
    }
  }

  /// After a resumption: pages that were asked for may never come.
  func resumeCatchUp() {
    guard let number = holes.holes.last?.number else { return }
    let catchUp = CatchUp(hole: number)
    self.catchUp = catchUp
    writer.afterwards { [weak self] in
      if let self, self.catchUp === catchUp { self.fetchPage(of: catchUp) }
    }
  }

  /// A live message shows how far the archive goes.
  func noteLive(_ id: String) { holes.received(id) }

  /// A server that was too busy for a page is asked again after this long.
  static let archiveRetryDelay: Duration = .seconds(30)
  /// What it said nothing about so often no longer holds up what is to be sent.
  private static let archivePatience = 2

  private func fetchPage(of catchUp: CatchUp) {
    guard let hole = holes[catchUp.hole] else { return endCatchUp(catchUp) }
    let position =
      (catchUp.next ?? hole.before ?? hole.firstLive)
      .map(Archive.Position.before) ?? .last
    catchUp.isAsking = true
    let size = catchUp.next == nil ? preferences.pageSize : preferences.laterPageSize
    let query = Archive.query(catchUp.begin(), position, size: size)
    request("set", to: nil, query) { [weak self, weak catchUp] result in
      guard let self, let catchUp, self.catchUp === catchUp else { return }
      catchUp.isAsking = false
      switch result {
      case .success(let iq):
        guard let end = Archive.end(in: iq) else { return self.giveUp(catchUp) }
        catchUp.silences = 0
        self.received(catchUp.take(), end, hole: hole, catchUp)
      // A server without an archive, or one that has forgotten the id we went by.
      case .failure(.refused): self.giveUp(catchUp)
      case .failure(.disconnected): break
      case .failure: self.retry(catchUp)
      }
    }
  }

  private func giveUp(_ catchUp: CatchUp) {
    catchUp.isAsking = true  // and never again
    storeGathered(catchUp)
    writer.afterwards { [weak self] in
      self?.holes.leave(catchUp.hole)
      self?.endCatchUp(catchUp)
    }
  }

  private func retry(_ catchUp: CatchUp) {
    catchUp.silences += 1
    // What came before need not wait with it; and nothing is asked before its time.
    catchUp.isAsking = true
    storeGathered(catchUp)
    if catchUp.silences >= Self.archivePatience, !isSettled, settling == nil {
      becameReady(isNewSession: true)
    }
    _ = clock.schedule(after: Self.archiveRetryDelay) { [weak self, weak catchUp] in
      if let self, let catchUp, self.catchUp === catchUp { self.fetchPage(of: catchUp) }
    }
  }

  private func received(
    _ items: [Archive.Item], _ end: Archive.End, hole: ArchiveHoles.Hole, _ catchUp: CatchUp
  ) {
    var items = items
    var reachesStart = end.isComplete
    if let known = hole.after, let index = items.lastIndex(where: { $0.id == known }) {
      items.removeFirst(index + 1)
      reachesStart = true
    }
    catchUp.count += items.count
    if hole.after == nil, catchUp.count >= preferences.firstFetch, !preferences.fetchesWholeArchive
    {
      reachesStart = true
    }
    catchUp.gather(items, end)
    catchUp.isAtEnd = reachesStart || end.first == nil
    catchUp.reachesBeginning = end.isComplete
    onEvent?(.catchingUp(messages: catchUp.count))
    proceed(catchUp)
  }

  /// Stores what is due and asks for more, each without waiting for the other; but no more than two
  /// batches are ever in memory.
  private func proceed(_ catchUp: CatchUp) {
    guard self.catchUp === catchUp else { return }
    let stores = catchUp.isDue && !catchUp.isStoring
    // First, so that the server is at work while the others are read and stored.
    if !catchUp.isAtEnd, !catchUp.isAsking, stores || !catchUp.isDue { fetchPage(of: catchUp) }
    if stores { storeGathered(catchUp) }
  }

  /// Puts what was gathered into the store; also what came before a connection broke.
  func storeGathered(_ catchUp: CatchUp) {
    guard !catchUp.isEmpty, let hole = holes[catchUp.hole] else { return }
    let (first, last) = catchUp.ends
    let reachesStart = catchUp.isAtEnd
    catchUp.isStoring = true
    store(catchUp.takeGathered(), of: hole)
    if hole.after == nil, catchUp.reachesBeginning { applyAllEarly() }
    writer.afterwards { [weak self] in
      guard let self else { return }
      catchUp.isStoring = false
      let isClosed = self.holes.fetched(
        hole.number, first: first, last: last, reachesStart: reachesStart)
      if isClosed { self.close(hole.number) }
      // More comes soon, unless the connection is gone.
      self.keepHoles(isBulk: !isClosed && self.catchUp === catchUp)
      guard self.catchUp === catchUp else { return }
      if !self.isSettled, self.settling == nil {
        self.settle(hole, isClosed: isClosed)
      }
      if isClosed { self.endCatchUp(catchUp) } else { self.proceed(catchUp) }
    }
  }

  private func close(_ number: Int) {
    let account = account
    writer.write { store throws(StoreError) in
      try store.closeHole(number, of: account)
      return nil
    }
  }

  private func endCatchUp(_ catchUp: CatchUp) {
    guard self.catchUp === catchUp else { return }
    self.catchUp = nil
    keepHoles()
    writer.write { store throws(StoreError) in
      store.releaseMemory()
      return nil
    }
    onEvent?(.catchingUp(messages: nil))
    if !isSettled, settling == nil { becameReady(isNewSession: true) }
    // Holes of earlier sessions that were cut short.
    if let older = holes.holes.last {
      let next = CatchUp(hole: older.number)
      next.count = 1
      self.catchUp = next
      fetchPage(of: next)
    }
  }

  // MARK: Storing a page

  private func store(_ items: some Sequence<Archive.Item>, of hole: ArchiveHoles.Hole) {
    let page = page(of: items)
    for talk in page.talks {
      // The newest first: each part goes right before the one that is there.
      for end in stride(from: talk.texts.count, to: 0, by: -Self.messagesAtOnce) {
        let part = talk.texts[max(0, end - Self.messagesAtOnce)..<end]
        store(Array(part), with: talk.peer, of: hole)
      }
    }
    // The page's own changes are older than those of newer pages that waited for its messages.
    for change in page.changes { applyIfKnown(change.content, change.verified, isBulk: true) }
    for talk in page.talks { applyEarly(to: talk.texts, with: talk.peer, isBulk: true) }
  }

  /// Of one conversation: some 5 ms for whoever wants to write meanwhile.
  private static let messagesAtOnce = 250

  private func store(_ messages: [IncomingMessage], with peer: JID, of hole: ArchiveHoles.Hole) {
    let (account, title, number) = (account, title(of: peer), hole.number)
    writer.write(isBulk: true) { store throws(StoreError) in
      let conversation = try store.openConversation(
        .direct, with: peer.description, title: title, of: account)
      let new = try store.withoutResends(messages, in: conversation)
      var place = try store.place(of: number, in: conversation, of: account)
      if place == nil {
        // Nothing of the hole came here yet. What was written since it began is newer; for a new
        // account that is everything, its archive being older than anything written here.
        let watermark = hole.after == nil ? 0 : hole.watermark ?? .max
        if let newer = try store.reader.firstMessage(writtenAfter: watermark, in: conversation) {
          place = .before(newer)
        } else if hole.after != nil, let time = new.first?.time,
          let gap = try store.openGap(in: conversation, at: time)
        {
          place = .gap(gap)
        }
      }
      let written = try store.receivePage(new, in: conversation, at: place?.placement ?? .end)
      if case .gap(let gap) = place {
        try store.setPlace(.gap(gap), of: number, in: conversation, of: account)
      } else if let first = written.first {
        try store.setPlace(.before(first), of: number, in: conversation, of: account)
      }
      return nil
    }
  }

  // MARK: What became of the last messages

  /// Before anything is handed over again, the archive is asked what it has: the connection may
  /// have broken between the message's arrival and the word of it.
  func settle(_ hole: ArchiveHoles.Hole, isClosed: Bool) {
    // In the first session of a run, anything queued may have been handed over by the run before.
    let isFirst = !hasSettledBefore
    guard isFirst || holes.anchor != nil else { return becameReady(isNewSession: true) }
    let start = holes.anchor ?? ArchiveHoles.Anchor(id: hole.after)
    // Every message from there on has just been read, unless reading began before a live one: what
    // the server sends again after a resumption may be older than what was handed over.
    if isClosed, start.id == hole.after, hole.before == nil, hole.firstLive == nil {
      return becameReady(isNewSession: true)
    }
    let (account, tokens) = (account, outstanding)
    let inDoubtChanges = Set(
      changes.entries.filter { isFirst || tokens.contains(ChangeQueue.token($0.number)) }
        .map(\.change.id))
    // From now on: the page that has just been stored may be the last one, and its end must not let
    // anything go out before that.
    let settlement = CatchUp(hole: 0)
    settling = settlement
    writer.write { [weak self] store throws(StoreError) in
      let queued = try store.reader.queued(in: account, limit: 1_000)
      return {
        guard let self, self.settling === settlement else { return }
        let inDoubt = queued.filter {
          isFirst || tokens.contains(UInt64(truncatingIfNeeded: $0.id.rawValue))
        }
        let ids = Set(inDoubt.compactMap(\.originID)).union(inDoubtChanges)
        if ids.isEmpty { return self.settled(settlement) }
        self.look(for: ids, after: start.id, pages: Self.settlingPages)
      }
    }
  }

  private static let settlingPages = 100

  /// Looks through the archive from where it was last known, oldest first: that is where messages
  /// are that were sent right before the connection broke.
  private func look(for ids: Set<String>, after known: String?, pages: Int) {
    let reader = CatchUp(hole: 0)
    settling = reader
    request("set", to: nil, Archive.query(reader.begin(), .after(known))) { [weak self] result in
      guard let self, self.settling === reader else { return }
      guard case .success(let iq) = result, let end = Archive.end(in: iq) else {
        // After a broken connection the next session asks; otherwise nobody would.
        if result != .failure(.disconnected) { self.settled(reader) }
        return
      }
      var ids = ids
      for item in reader.take() {
        guard let verified = MessagePipeline.verify(item, account: self.address),
          verified.isMine, let id = StanzaIdentity.origin(of: verified.message),
          ids.remove(id) != nil
        else { continue }
        self.settled(id, archiveID: item.id, with: verified.peer)
      }
      if ids.isEmpty || end.isComplete || pages == 0 {
        self.writer.afterwards { [weak self] in self?.settled(reader) }
      } else {
        self.look(for: ids, after: end.last ?? known, pages: end.last == nil ? 0 : pages - 1)
      }
    }
  }

  /// Nothing more is to be looked for, unless the connection has gone meanwhile.
  private func settled(_ reader: CatchUp) {
    guard settling === reader else { return }
    settling = nil
    becameReady(isNewSession: true)
  }

  private func settled(_ id: String, archiveID: String, with peer: JID) {
    if let entry = changes.entry(id: id) { return forget(ChangeQueue.token(entry.number)) }
    let account = account
    writer.write { store throws(StoreError) in
      guard let conversation = try store.reader.conversation(with: peer.description, of: account),
        let message = try store.message(id, isMine: true, in: conversation)
      else { return nil }
      try store.setArchiveID(archiveID, of: message.id)
      try store.updateDelivery(of: message.id, to: .sent)
      return nil
    }
  }
}
