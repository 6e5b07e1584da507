// SPDX-License-Identifier: MIT
internal import Glibc

/// The beginning of a day, month or year of the Gregorian calendar, in the zone of this process.
public struct SearchDate: Hashable, Comparable, Sendable {
  public let year: Int
  /// 1…12
  public let month: Int
  /// 1…31
  public let day: Int

  /// Reads `yyyy`, `yyyy-mm` or `yyyy-mm-dd` (ISO 8601); nil for anything else, and for days that
  /// there are not.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    year = numbers[0]
    month = numbers.count > 1 ? numbers[1] : 1
    day = numbers.count > 2 ? numbers[2] : 1
    guard year > 0, (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Its first moment; where clocks go forward at midnight, the first one that there is.
  public var beginning: Timestamp {
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_isdst = -1
    return Timestamp(microseconds: Int64(mktime(&parts)) * 1_000_000)
  }

  public static func < (a: Self, b: Self) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}
