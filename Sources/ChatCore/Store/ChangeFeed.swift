// SPDX-License-Identifier: MIT
internal import Synchronization

/// Hands each committed change to any number of listeners, in the order of commits.
final class ChangeFeed: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<StoreChange>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// A stream of every change from now on. It keeps what was not read yet; it ends with the store.
  func subscribe() -> AsyncStream<StoreChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: StoreChange.self)
    let key = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
    }
    return stream
  }

  func publish(_ change: StoreChange) {
    guard !change.isEmpty else { return }
    // Copied out: a continuation may call back into the lock.
    let listeners = state.withLock { $0.listeners }
    for key in listeners.keys.sorted() { listeners[key]?.yield(change) }
  }

  func finish() {
    let listeners = state.withLock { $0.listeners }
    for listener in listeners.values { listener.finish() }
  }
}
