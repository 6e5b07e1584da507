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
