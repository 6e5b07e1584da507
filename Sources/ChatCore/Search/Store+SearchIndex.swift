// SPDX-License-Identifier: MIT

/// Keeps the indexes of search in step with the messages.
extension Store {
  /// Brings the indexes in step with what this transaction has done; called before its end.
  func updateSearchIndex() throws(StoreError) {
    let state = try connection.prepare(
      """
      SELECT indexed, (SELECT max(id) FROM message), EXISTS (SELECT 1 FROM search_outdated)
      FROM search_state
      """)
    guard try state.step() else { return }
    if state.bool(2) { try replaceOutdated() }
    let indexed = state.integer(0)
    let last = state.integer(1)
    guard last > indexed, !isWritingBulk || last - indexed >= Self.bulk else { return }
    try index(indexed + 1...last)
    try connection.run("UPDATE search_state SET indexed = ?1", last)
  }

  /// As many as may wait to be indexed: whoever writes next waits some 20 ms for them.
  private static let bulk = 2_000

  /// Takes what has changed or gone out of the indexes, with the words with which it came in.
  private func replaceOutdated() throws(StoreError) {
    try connection.run(
      """
      INSERT INTO search_words (search_words, rowid, body, facets)
        SELECT 'delete', key, body, facets FROM search_outdated ORDER BY key
      """)
    try connection.run(
      """
      INSERT INTO search_glyphs (search_glyphs, rowid, body)
        SELECT 'delete', key, body || '  ' FROM search_outdated WHERE has_glyphs ORDER BY key
      """)
    try connection.run(
      """
      INSERT INTO search_words (rowid, body, facets) SELECT key, body, facets FROM search_source
      WHERE id IN (SELECT id FROM search_outdated) ORDER BY key
      """)
    try connection.run(
      """
      INSERT INTO search_glyphs (rowid, body) SELECT key, glyphs FROM search_source
      WHERE id IN (SELECT id FROM search_outdated) AND has_glyphs ORDER BY key
      """)
    try connection.run("DELETE FROM search_outdated")
    // After a correction the old text is not found, but kept: the message has it.
    if logHasDeleted { try forgetDeletedWords() }
  }

  /// In the order of keys: FTS5 writes a new tree each time the order goes back.
  private func index(_ ids: ClosedRange<Int64>) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO search_words (rowid, body, facets) SELECT key, body, facets FROM search_source
      WHERE id BETWEEN ?1 AND ?2 ORDER BY key
      """, ids.lowerBound, ids.upperBound)
    try connection.run(
      """
      INSERT INTO search_glyphs (rowid, body) SELECT key, glyphs FROM search_source
      WHERE id BETWEEN ?1 AND ?2 AND has_glyphs ORDER BY key
      """, ids.lowerBound, ids.upperBound)
  }

  /// FTS5 makes one tree of several when there are so many of one size, and of all at once, however
  /// long that takes, when there are `crisis`. By its own numbers, 4 and 16, it would write each word
  /// of a long history three times over: a third of what the index costs. A question looks into a
  /// few more trees for that.
  private static let trees = (merged: 16, crisis: 64)

  /// Says so to the indexes of a database that has not heard it.
  static func keepTrees(_ connection: Connection) throws(StoreError) {
    let known = try connection.integer(
      "SELECT v FROM search_words_config WHERE k = 'automerge'")
    guard known != Int64(trees.merged) else { return }
    try connection.transaction { () throws(StoreError) in
      try connection.run(
        "INSERT INTO search_words (search_words, rank) VALUES ('crisismerge', ?1)", trees.crisis)
      try connection.run(
        "INSERT INTO search_words (search_words, rank) VALUES ('automerge', ?1)", trees.merged)
    }
  }

  // MARK: What was there before the index

  /// Indexes the newest messages that were written before there was an index.
  ///
  /// - Parameter limit: so many at most. The default takes some milliseconds, for which a message
  ///   that is sent meanwhile waits.
  /// - Returns: whether there are more.
  func indexOlderMessages(limit: Int = 500) throws(StoreError) -> Bool {
    try write { () throws(StoreError) in
      let backlog = try connection.integer("SELECT backlog FROM search_state") ?? 0
      guard backlog > 0 else { return false }
      let first =
        try connection.integer(
          """
          SELECT min(id) FROM (SELECT id FROM message WHERE id <= ?1 ORDER BY id DESC LIMIT ?2)
          """, backlog, limit) ?? 1
      try noteLinks(in: first...backlog)
      try index(first...backlog)
      try connection.run("UPDATE search_state SET backlog = ?1", first - 1)
      return first > 1
    }
  }

  private func noteLinks(in ids: ClosedRange<Int64>) throws(StoreError) {
    let texts = try connection.prepare("SELECT id, body FROM message WHERE id BETWEEN ?1 AND ?2")
    try texts.bind(ids.lowerBound, ids.upperBound)
    var linked: [Int64] = []
    while try texts.step() {
      if texts.text(1).hasLink { linked.append(texts.integer(0)) }
    }
    // Nothing that anybody sees has changed.
    let wasRecording = recorder.isRecording
    recorder.isRecording = false
    defer { recorder.isRecording = wasRecording }
    for id in linked { try connection.run("UPDATE message SET has_link = 1 WHERE id = ?1", id) }
  }

  // MARK: What was deleted

  /// FTS5 marks words as deleted and drops them when its trees are merged; until then they can be
  /// read from the file (its "secure-delete" came with SQLite 3.42). Small indexes are merged at
  /// once. Large ones get it done step by step, see ``forgetMoreDeletedWords()``.
  private func forgetDeletedWords() throws(StoreError) {
    let pages = try connection.integer(
      """
      SELECT (SELECT count(*) FROM search_words_data) + (SELECT count(*) FROM search_glyphs_data)
      """)
    guard pages ?? 0 > Self.pagesMergedAtOnce else {
      try connection.run("INSERT INTO search_words (search_words) VALUES ('optimize')")
      try connection.run("INSERT INTO search_glyphs (search_glyphs) VALUES ('optimize')")
      return
    }
    try connection.run("UPDATE search_state SET has_deleted = 1")
    searchHasDeleted = true
  }

  /// Of about 4 KiB: some 20 ms.
  private static let pagesMergedAtOnce = 512
  /// Pages that one step writes.
  private static let mergeStep = 64

  /// Does a part of merging the indexes into one tree each. Returns whether there is more to do.
  func forgetMoreDeletedWords() throws(StoreError) -> Bool {
    try write { () throws(StoreError) in
      guard try connection.integer("SELECT has_deleted FROM search_state") == 1 else {
        return false
      }
      let before = connection.totalChanges
      // A negative number goes on until there is one tree (https://www.sqlite.org/fts5.html §6.9).
      try connection.run(
        "INSERT INTO search_words (search_words, rank) VALUES ('merge', ?1)", -Self.mergeStep)
      try connection.run(
        "INSERT INTO search_glyphs (search_glyphs, rank) VALUES ('merge', ?1)", -Self.mergeStep)
      // The two commands themselves count as a change each.
      if connection.totalChanges - before > 2 { return true }
      try connection.run("UPDATE search_state SET has_deleted = 0")
      searchHasDeleted = false
      logHasDeleted = true
      return false
    }
  }

  // MARK: In the background

  /// Does in the background what is left to do for the indexes since they were not there yet or the
  /// program ended: to be called some time after the store was opened, once. A little at a time: who
  /// wants to write meanwhile waits for one step.
  public func catchUpSearch() {
    guard indexing == nil else { return }
    indexing = Task { [weak self] in
      while await self?.takeSearchStep() ?? false {
        if Task.isCancelled { return }
        await Task.yield()
      }
      await self?.endIndexing()
    }
  }

  /// Does what ``catchUpSearch()`` does, and returns when it is done, or cannot be done now.
  public func finishSearchIndex() async {
    catchUpSearch()
    await indexing?.value
  }

  private func takeSearchStep() -> Bool {
    // What fails now (a full disk) is tried again with the next start.
    (try? indexOlderMessages()) ?? false || (try? forgetMoreDeletedWords()) ?? false
  }

  private func endIndexing() { indexing = nil }
}

extension StoreReader {
  /// How many messages at most are not found yet, because they were written before there was an
  /// index and it is still being made.
  public func messagesToIndex() throws(StoreError) -> Int {
    Int(try connection.integer("SELECT backlog FROM search_state") ?? 0)
  }
}
