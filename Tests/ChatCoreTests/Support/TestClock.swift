// SPDX-License-Identifier: MIT
import Synchronization

/// A clock that stands still until it is told to go on.
final class TestClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    let key: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Sleeper] = []
    var next = 0
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let key = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isDone = state.withLock { state in
          if state.cancelled.contains(key) { return true }
          state.sleepers.append(
            Sleeper(key: key, deadline: deadline, continuation: continuation))
          return false
        }
        if isDone { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(key)
        return state.sleepers.firstIndex { $0.key == key }.map { state.sleepers.remove(at: $0) }
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until so many tasks sleep.
  func sleepers(_ count: Int) async {
    await until { state.withLock { $0.sleepers.count } >= count }
  }

  /// Lets time pass and wakes whoever is due, the earliest first.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}

/// Waits until `condition` holds. It must come to hold without any clock.
func until(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async rethrows {
  // Not a limit: only so that waiting leaves the processor to whoever is waited for.
  while try await !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
