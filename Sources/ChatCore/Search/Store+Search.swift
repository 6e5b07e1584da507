// SPDX-License-Identifier: MIT
internal import CSQLite
internal import Synchronization

extension Store {
  /// Searches on a thread of its own, which holds up no other reading. When the task is cancelled
  /// the search stops at once and throws.
  nonisolated public func search<Result: Sendable>(
    _ body: @escaping @Sendable (StoreReader) throws(StoreError) -> Result
  ) async throws(StoreError) -> Result {
    guard let lane = try searchLane() else { throw .closed }
    let interruption = Interruption()
    let outcome = await withTaskCancellationHandler {
      await lane.search(interruption, body)
    } onCancel: {
      interruption.set()
    }
    return try outcome.get()
  }

  /// A page of hits, see ``StoreReader/hits(_:olderThan:limit:)``. Where no message has the words
  /// as words, those that have them inside of words.
  ///
  /// - Returns: the hits, and the search that goes on with them.
  nonisolated public func firstHits(
    _ search: MessageSearch, limit: Int
  ) async throws(StoreError) -> (hits: [SearchHit], search: MessageSearch) {
    try await self.search { reader throws(StoreError) in
      try reader.firstHits(search, limit: limit)
    }
  }

  /// See ``StoreReader/hits(_:olderThan:limit:)``.
  nonisolated public func hits(
    _ search: MessageSearch, olderThan place: SearchHit.Place?, limit: Int
  ) async throws(StoreError) -> [SearchHit] {
    try await self.search { reader throws(StoreError) in
      try reader.hits(search, olderThan: place, limit: limit)
    }
  }

  /// See ``StoreReader/hitCount(_:)``.
  nonisolated public func hitCount(_ search: MessageSearch) async throws(StoreError) -> Int {
    try await self.search { reader throws(StoreError) in try reader.hitCount(search) }
  }
}

extension StoreReader {
  /// See ``Store/firstHits(_:limit:)``.
  public func firstHits(
    _ search: MessageSearch, limit: Int
  ) throws(StoreError) -> (hits: [SearchHit], search: MessageSearch) {
    let hits = try hits(search, limit: limit)
    guard hits.isEmpty, search.reach == .words, search.query.hasWordsToLookInside else {
      return (hits, search)
    }
    var wider = search
    wider.reach = .insideWords
    return (try self.hits(wider, limit: limit), wider)
  }
}

extension SearchQuery {
  /// One or two letters are inside of nearly every text.
  fileprivate var hasWordsToLookInside: Bool {
    terms.contains { term in
      if case .word(let text, _) = SearchWord(term) { text.count >= 3 } else { false }
    }
  }
}

/// Tells a search on another thread that nobody waits for it any more.
final class Interruption: Sendable {
  private let isSet = Atomic(false)
  func set() { isSet.store(true, ordering: .relaxed) }
  var hasHappened: Bool { isSet.load(ordering: .relaxed) }
}

extension ReaderLane {
  func search<Value: Sendable>(
    _ interruption: Interruption, _ body: @Sendable (StoreReader) throws(StoreError) -> Value
  ) -> Result<Value, StoreError> {
    let connection = reader.connection
    guard !interruption.hasHappened else { return .failure(.interrupted) }
    connection.interrupt(by: interruption)
    defer { connection.interrupt(by: nil) }
    do throws(StoreError) { return .success(try read(body)) } catch { return .failure(error) }
  }
}

extension StoreError {
  static let interrupted = StoreError.statement(code: SQLITE_INTERRUPT, reason: "interrupted")
}

extension Connection {
  /// Lets statements end with an error when the interruption happens; nil lets them run.
  fileprivate func interrupt(by interruption: Interruption?) {
    guard let interruption else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    // The caller keeps it alive until it sets another.
    let context = Unmanaged.passUnretained(interruption).toOpaque()
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().hasHappened ? 1 : 0
      }, context)
  }
}
