// SPDX-License-Identifier: MIT
internal import Glibc

/// A moment: microseconds since 1970-01-01 00:00:00 UTC. For display only; it never orders
/// messages.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var microseconds: Int64

  public init(microseconds: Int64) { self.microseconds = microseconds }

  /// Whole seconds since 1970, rounded towards the past.
  public var seconds: Int64 {
    microseconds >= 0 ? microseconds / 1_000_000 : (microseconds - 999_999) / 1_000_000
  }

  /// The wall clock's present time.
  public static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }

  public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
}
