// SPDX-License-Identifier: MIT
import FoundationEssentials

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
    Timestamp(microseconds: Int64((Date.now.timeIntervalSince1970 * 1_000_000).rounded()))
  }

  public static func < (a: Self, b: Self) -> Bool { a.microseconds < b.microseconds }
}
