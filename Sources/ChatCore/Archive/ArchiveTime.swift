// SPDX-License-Identifier: MIT

/// Moments as archives write them: RFC 3339 in UTC with six digits of a fraction,
/// "2026-11-30T09:05:00.000001Z".
enum ArchiveTime {
  /// From 0000-01-01 to the last microsecond of 9999-12-31.
  private static let years: ClosedRange<Int64> = -62_167_219_200_000_000...253_402_300_799_999_999

  /// Nil outside the years 0 to 9999, which the format does not reach.
  static func write(_ time: Timestamp) -> String? {
    guard years.contains(time.microseconds) else { return nil }
    let seconds = time.seconds
    let date = Day(time, secondsFromUTC: 0)
    let (year, month, day) = date.date
    let ofDay = seconds - Int64(date.number) * 86_400
    let fraction = time.microseconds - seconds * 1_000_000
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(Int(ofDay / 3_600), 2) + ":" + padded(Int(ofDay / 60 % 60), 2) + ":"
      + padded(Int(ofDay % 60), 2) + "." + padded(Int(fraction), 6) + "Z"
  }

  /// Nil for anything else than ``write(_:)`` makes; the fraction may have 0 to 6 digits.
  static func read(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes.count <= 27, bytes.last == UInt8(ascii: "Z"),
      bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction = bytes[19..<bytes.count - 1]
    var microseconds = 0
    if !fraction.isEmpty {
      guard fraction.removeFirst() == UInt8(ascii: "."), let value = number(fraction) else {
        return nil
      }
      microseconds = (fraction.count..<6).reduce(value) { value, _ in value * 10 }
    }
    let date = Day(year: year, month: month, day: day)
    // The 31st of a month that has none is another day's number.
    guard date.date == (year, month, day) else { return nil }
    let seconds = date.number * 86_400 + hour * 3_600 + minute * 60 + second
    return Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.utf8.count, 0)) + digits
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension Day {
  /// A date of the Gregorian calendar; a day or month too many goes on counting.
  init(year: Int, month: Int, day: Int) {
    // Eras of 400 years that begin on a 1st of March, as in ``date``.
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(number: era * 146_097 + dayOfEra - 719_468)
  }
}
