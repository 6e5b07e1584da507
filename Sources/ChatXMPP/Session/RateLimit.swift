// SPDX-License-Identifier: GPL-3.0-or-later

/// Lets a burst pass and then so many a second (a token bucket), as a value.
struct RateLimit: Hashable, Sendable {
  /// How many at once.
  let burst: Int
  /// How long until one more may.
  let interval: Duration
  private var left: Int
  private var last: Duration = .zero

  init(burst: Int, interval: Duration) {
    self.burst = burst
    self.interval = interval
    left = burst
  }

  /// Whether one more may pass at this time of a monotonic clock.
  mutating func allows(at now: Duration) -> Bool {
    let earned = Int(min((now - last) / interval, Double(burst)))
    if earned > 0 {
      left = min(burst, left + earned)
      last = now
    }
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}
