// SPDX-License-Identifier: MIT
import Dispatch
import Glibc
import Synchronization

/// How long something takes, in microseconds.
nonisolated enum Stopwatch {
  static func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = now()
    try body()
    return now() - start
  }

  static func microseconds(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows -> Double {
    let start = now()
    try await body()
    return now() - start
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}

/// Runs work that does not need the main thread, and blocks that thread until it is done.
nonisolated enum Blocking {
  static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task.detached {
      do { try await body() } catch { failure.withLock { $0 = error } }
      done.signal()
    }
    done.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

/// What stands behind a benchmark's name.
nonisolated struct Options {
  private let arguments: [String]
  init(_ arguments: [String]) { self.arguments = arguments }

  /// The number after `name`, nil when there is none.
  func number(_ name: String) -> Int? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    return Int(arguments[index + 1])
  }
}
