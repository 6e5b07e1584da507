// SPDX-License-Identifier: MIT
internal import Synchronization

/// Hands each committed change to any number of listeners, in the order of commits.
final class ChangeFeed: Sendable {
  private struct State {
    var listeners: [Int: Listener] = [:]
    var next = 0
  }

  private struct Listener {
    let yield: @Sendable (StoreChange) -> Void
    let finish: @Sendable () -> Void
  }

  private let state = Mutex(State())

  var hasListeners: Bool { state.withLock { !$0.listeners.isEmpty } }

  /// A stream of what `part` takes from every change from now on; changes of which it takes nothing
  /// are left out. The stream keeps what was not read yet, and ends with the store.
  func subscribe<Part: Sendable>(
    _ part: @escaping @Sendable (StoreChange) -> Part?
  ) -> AsyncStream<Part> {
    let (stream, continuation) = AsyncStream.makeStream(of: Part.self)
    let listener = Listener(
      yield: { change in
        if let part = part(change) { continuation.yield(part) }
      },
      finish: { continuation.finish() })
    let key = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
    }
    return stream
  }

  func publish(_ change: StoreChange) {
    guard !change.isEmpty else { return }
    // Copied out: a listener may come back to the lock.
    let listeners = state.withLock { $0.listeners }
    for listener in listeners.values { listener.yield(change) }
  }

  func finish() {
    let listeners = state.withLock { $0.listeners }
    for listener in listeners.values { listener.finish() }
  }
}
