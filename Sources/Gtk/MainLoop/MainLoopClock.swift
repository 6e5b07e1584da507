// SPDX-License-Identifier: MIT
import CGtk
import Synchronization

/// A clock whose sleepers are woken by GLib's main loop, to a millisecond.
///
/// `ContinuousClock` wakes them through libdispatch's thread pool, which then wakes the process each
/// second for ever: see `JobPool`. The time while the machine is suspended is not slept.
nonisolated public struct MainLoopClock: Clock {
  public typealias Instant = ContinuousClock.Instant

  public init() {}

  public var now: Instant { ContinuousClock().now }
  public var minimumResolution: Duration { .milliseconds(1) }

  /// - Throws: `CancellationError`, at once when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let sleeper = Sleeper()
    await withTaskCancellationHandler {
      await withCheckedContinuation { sleeper.sleep(for: now.duration(to: deadline), $0) }
    } onCancel: {
      sleeper.wake()
    }
    try Task.checkCancellation()
  }
}

/// One sleep. It ends once, by its time or by whoever wakes it.
nonisolated private final class Sleeper: Sendable {
  private enum State {
    case awake
    case asleep(CheckedContinuation<Void, Never>, source: UInt)
    case over
  }

  private let state = Mutex(State.awake)

  func sleep(for duration: Duration, _ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .asleep(continuation, source: attach(duration))
      return false
    }
    if isOver { continuation.resume() }
  }

  func wake() {
    let before = state.withLock { state in
      defer { state = .over }
      return state
    }
    guard case .asleep(let continuation, let address) = before else { return }
    if let source = OpaquePointer(bitPattern: address).map(UnsafeMutablePointer<GSource>.init) {
      g_source_destroy(source)
      g_source_unref(source)
    }
    continuation.resume()
  }

  /// The address of a source with a reference of ours.
  private func attach(_ duration: Duration) -> UInt {
    let (seconds, attoseconds) = duration.components
    let partly = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    let source = g_timeout_source_new(overflow ? .max : guint(clamping: whole + partly))
    g_source_set_callback(
      source,
      { data in
        if let data { Unmanaged<Sleeper>.fromOpaque(data).takeUnretainedValue().wake() }
        return 0
      }, Unmanaged.passRetained(self).toOpaque(),
      { data in if let data { Unmanaged<Sleeper>.fromOpaque(data).release() } })
    g_source_attach(source, nil)
    return UInt(bitPattern: source)
  }
}
