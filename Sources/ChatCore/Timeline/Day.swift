// SPDX-License-Identifier: MIT
internal import Glibc

/// A day of the calendar, as the people at this computer count it.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before.
  public let number: Int

  public init(number: Int) { self.number = number }

  /// The day of a moment, in the zone that is set for this process.
  public init(_ time: Timestamp) {
    var seconds = time_t(time.seconds)
    var parts = tm()
    localtime_r(&seconds, &parts)
    self.init(time, secondsFromUTC: parts.tm_gmtoff)
  }

  /// The day of a moment in a zone that is so many seconds east of UTC.
  public init(_ time: Timestamp, secondsFromUTC offset: Int) {
    let (seconds, overflow) = time.seconds.addingReportingOverflow(Int64(offset))
    let local = overflow ? time.seconds : seconds
    // Rounded towards the past, so that 1969-12-31 23:00 is the day -1.
    number = Int(local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
  }

  public static func < (a: Self, b: Self) -> Bool { a.number < b.number }

  /// Year, month 1…12 and day 1…31 of the Gregorian calendar.
  ///
  /// By eras of 400 years that begin on a 1st of March, so that the leap day comes last.
  public var date: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468  // days from 0000-03-01 to 1970-01-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
