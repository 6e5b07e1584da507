// SPDX-License-Identifier: MIT
import Glibc
import Gtk
import GtkTestSupport
import XCTest

final class MainLoopTests: XCTestCase {
  func testDetachedTaskReachesTheMainThreadWithinASecond() throws {
    try withGtk {
      nonisolated(unsafe) var arrived = false
      let start = ContinuousClock.now
      Task.detached { await MainActor.run { arrived = true } }
      Spin.until(limit: .seconds(5)) { arrived }
      XCTAssertTrue(arrived)
      XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
    }
  }

  func testSleepAndStreamsWorkOnTheMainActor() throws {
    try withGtk {
      var received: [Int] = []
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let task = Task {
        for await number in stream { received.append(number) }
      }
      Task {
        for number in 1...3 {
          try? await Task.sleep(for: .milliseconds(1))
          continuation.yield(number)
        }
        continuation.finish()
      }
      Spin.until { received.count == 3 }
      XCTAssertEqual(received, [1, 2, 3])
      task.cancel()
    }
  }

  func testSleepersAreWokenByTheLoop() throws {
    try withGtk {
      let clock = MainLoopClock()
      var slept: Duration?
      Task {
        let start = clock.now
        try await clock.sleep(for: .milliseconds(20))
        slept = start.duration(to: clock.now)
      }
      Spin.until { slept != nil }
      XCTAssertGreaterThanOrEqual(slept ?? .zero, .milliseconds(20))
    }
  }

  func testACancelledSleepEndsAtOnce() throws {
    try withGtk {
      var ends: [Bool] = []
      let cancelledAsleep = Task {
        do { try await MainLoopClock().sleep(for: .seconds(3600)) } catch {
          ends.append(error is CancellationError)
        }
      }
      Task {
        await Task.yield()
        cancelledAsleep.cancel()
      }
      let cancelledBefore = Task {
        do { try await MainLoopClock().sleep(for: .seconds(3600)) } catch {
          ends.append(error is CancellationError)
        }
      }
      cancelledBefore.cancel()
      Spin.until { ends.count == 2 }
      XCTAssertEqual(ends, [true, true])
    }
  }

  func testTasksOfNoActorRunBesideTheMainThread() throws {
    try withGtk {
      let main = pthread_self()
      var sum = 0
      Task {
        let tasks = (0..<100).map { number in
          Task.detached { pthread_equal(pthread_self(), main) == 0 ? number : 0 }
        }
        var total = 0
        for task in tasks { total += await task.value }
        sum = total
      }
      Spin.until { sum != 0 }
      XCTAssertEqual(sum, 4950)
    }
  }

  /// An unread eventfd would make the loop spin; a forgotten timer would wake it.
  func testTheLoopSleepsWhenNothingHappens() throws {
    try withGtk {
      var done = false
      Task { done = true }
      Spin.until { done }
      Spin.pending()
      var wakeUps = 0
      var over = false
      MainLoop.after(.milliseconds(500)) { over = true }
      while !over {
        MainLoop.iterate(mayBlock: true)
        wakeUps += 1
      }
      XCTAssertLessThanOrEqual(wakeUps, 3, "the timer itself, and nothing else")
    }
  }

  func testScheduledCallsCanBeTakenBack() throws {
    try withGtk {
      var calls = 0
      let taken = MainLoop.after(.milliseconds(1)) { calls += 1 }
      taken.cancel()
      XCTAssertFalse(taken.isPending)
      let kept = MainLoop.whenIdle { calls += 10 }
      Spin.until { !kept.isPending }
      XCTAssertEqual(calls, 10)
    }
  }
}
