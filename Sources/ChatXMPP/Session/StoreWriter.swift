// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Writes to the store what the stream brings, in order, many things in one transaction, and tells
/// when it is safe.
@NetworkActor
final class StoreWriter {
  /// One piece of writing. It returns what is to be done on the network thread once it is committed.
  typealias Work =
    @Sendable (isolated Store) throws(StoreError) -> (@NetworkActor @Sendable () -> Void)?

  /// After an error that may pass (a full disk), the same is tried again this much later.
  static let retryDelay: Duration = .seconds(2)

  /// So much at least is done in a transaction of many before others are let in: each transaction has
  /// its price, and two accounts that read their archives let each other in all the time.
  nonisolated static let turn: Duration = .milliseconds(10)

  private enum Piece {
    case work(Work, isBulk: Bool)
    case mark(@NetworkActor () -> Void)
  }

  private let store: Store
  private let clock: any StreamClock
  private var pieces: [Piece] = []
  private var isWriting = false

  init(store: Store, clock: any StreamClock) {
    self.store = store
    self.clock = clock
  }

  /// - Parameter isBulk: one of many such (``Store/transaction(isBulk:_:)``).
  func write(isBulk: Bool = false, _ work: @escaping Work) {
    pieces.append(.work(work, isBulk: isBulk))
    run()
  }

  /// Calls `body` when everything before it is committed: at once, when nothing waits.
  func afterwards(_ body: @escaping @NetworkActor () -> Void) {
    if pieces.isEmpty, !isWriting { return body() }
    pieces.append(.mark(body))
    run()
  }

  private func run() {
    guard !isWriting, !pieces.isEmpty else { return }
    isWriting = true
    // Begun in the next turn: what one read of the socket brought becomes one transaction.
    Task { await self.drain() }
  }

  private func drain() async {
    while !pieces.isEmpty {
      let batch = pieces
      pieces = []
      var works: [Work] = []
      var isBulk = true
      for case .work(let work, let isOneOfMany) in batch {
        works.append(work)
        isBulk = isBulk && isOneOfMany
      }
      await commit(works, isBulk: isBulk)
      for case .mark(let body) in batch { body() }
    }
    isWriting = false
  }

  /// - Parameter isBulk: when somebody waits for the store, what is left goes into another
  ///   transaction behind theirs.
  private func commit(_ works: [Work], isBulk: Bool) async {
    var works = works[...]
    while !works.isEmpty {
      do throws(StoreError) {
        let (done, after) = try await store.transaction(isBulk: isBulk) {
          [works] store throws(StoreError) in
          var after: [@NetworkActor @Sendable () -> Void] = []
          var done = 0
          let end = ContinuousClock.now + Self.turn
          for work in works {
            if let body = try work(store) { after.append(body) }
            done += 1
            if isBulk, store.isAwaited, ContinuousClock.now > end { break }
          }
          return (done, after)
        }
        for body in after { body() }
        works.removeFirst(done)
      } catch {
        switch error.remedy {
        case .waitAndRetry, .retryWithBanner, .banner:
          // Nothing is acknowledged to the server meanwhile, so nothing is lost.
          await pause()
        case .recover, .refuse, .report:
          // One of them cannot be stored at all. The others can, and it must not stop them.
          guard works.count > 1 else { return }
          for work in works { await commit([work], isBulk: isBulk) }
          return
        }
      }
    }
  }

  private func pause() async {
    await withCheckedContinuation { continuation in
      _ = clock.schedule(after: Self.retryDelay) { continuation.resume() }
    }
  }
}
