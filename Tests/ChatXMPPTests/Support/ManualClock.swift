// SPDX-License-Identifier: GPL-3.0-or-later
@testable import ChatXMPP

/// A clock that stands still until a test moves it.
@NetworkActor
final class ManualClock: StreamClock {
  private(set) var now: Duration = .zero
  private var timers: [(due: Duration, timer: StreamTimer)] = []

  func schedule(
    after delay: Duration, _ action: @escaping @NetworkActor () -> Void
  ) -> StreamTimer {
    let timer = StreamTimer(action)
    timers.append((now + delay, timer))
    timer.whenCancelled { [weak self, weak timer] in
      self?.timers.removeAll { $0.timer === timer }
    }
    return timer
  }

  /// Lets time pass; what falls due happens in order, at its time.
  func advance(by duration: Duration) {
    let end = now + duration
    while let next = timers.filter({ $0.due <= end }).min(by: { $0.due < $1.due }) {
      timers.removeAll { $0.timer === next.timer }
      now = next.due
      next.timer.fire()
    }
    now = end
  }

  var pending: Int { timers.count }
}
