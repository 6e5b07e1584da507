// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGio
import ChatCore

/// Moments as stanzas carry them (XEP-0082): UTC, with any number of fraction digits.
enum DateTimeProfile {
  /// Reads what servers really send: `Z`, an offset or nothing (taken as UTC), fractions of any
  /// length, and the compact form of XEP-0091. Nil when it is no moment.
  static func read(_ text: String) -> Timestamp? { readUTC(text) ?? readAny(text) }

  /// The form that XEP-0082 §3.2 prescribes for UTC, which nearly all send: with nothing to look up
  /// or to allocate. Nil for all others.
  static func readUTC(_ text: String) -> Timestamp? {
    var text = text
    return text.withUTF8 { bytes -> Timestamp? in
      let (dash, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
      guard (20...27).contains(bytes.count), bytes[bytes.count - 1] == UInt8(ascii: "Z"),
        bytes[4] == dash, bytes[7] == dash, bytes[10] == UInt8(ascii: "T"), bytes[13] == colon,
        bytes[16] == colon
      else { return nil }
      func number(_ places: Range<Int>) -> Int64? {
        var number: Int64 = 0
        for place in places {
          guard (0x30...0x39).contains(bytes[place]) else { return nil }
          number = number * 10 + Int64(bytes[place] - 0x30)
        }
        return number
      }
      guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
        let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
        year >= 1, (1...12).contains(month), (1...length(ofMonth: month)).contains(day),
        hour < 24, minute < 60, second < 60
      else { return nil }
      var fraction: Int64 = 0
      if bytes.count > 20 {
        guard bytes[19] == UInt8(ascii: "."), bytes.count > 21,
          let digits = number(20..<(bytes.count - 1))
        else { return nil }
        fraction = (bytes.count..<27).reduce(digits) { digits, _ in digits * 10 }
      }
      let seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
      return Timestamp(microseconds: seconds * 1_000_000 + fraction)
    }
  }

  /// In days; the 29th of February is left to GLib.
  private static func length(ofMonth month: Int64) -> Int64 {
    month == 2 ? 28 : 30 + (month + month / 8) % 2
  }

  /// Days since 1970-01-01. The year begins in March here, so that a leap day is its last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 719_469
  }

  /// Whatever GLib makes sense of.
  static func readAny(_ text: String) -> Timestamp? {
    guard text.utf8.count <= 64, let utc = g_time_zone_new_utc() else { return nil }
    defer { g_time_zone_unref(utc) }
    guard let moment = g_date_time_new_from_iso8601(text, utc) else { return nil }
    defer { g_date_time_unref(moment) }
    return Timestamp(
      microseconds: Int64(g_date_time_to_unix(moment)) * 1_000_000
        + Int64(g_date_time_get_microsecond(moment)))
  }

  /// `2018-07-05T12:39:40.123456Z`; nil outside the years GLib knows (1 to 9999).
  static func write(_ time: Timestamp) -> String? {
    guard let moment = g_date_time_new_from_unix_utc(gint64(time.seconds)) else { return nil }
    defer { g_date_time_unref(moment) }
    guard let date = String(takingC: g_date_time_format(moment, "%Y-%m-%dT%H:%M:%S")) else {
      return nil
    }
    let fraction = String(time.microseconds - time.seconds * 1_000_000)
    return date + "." + String(repeating: "0", count: 6 - fraction.count) + fraction + "Z"
  }
}

/// When a stanza was sent, if it comes late (XEP-0203).
enum Delay {
  static let namespace = "urn:xmpp:delay"

  /// The moment a `<delay/>` directly inside `element` states. With `by` given, only a delay that
  /// this entity set counts.
  static func time(in element: XMLElement, by: JID? = nil) -> Timestamp? {
    for delay in element.children("delay", namespace) {
      if let by, delay["from"].flatMap({ try? JID($0) }) != by { continue }
      if let time = delay["stamp"].flatMap(DateTimeProfile.read) { return time }
    }
    return nil
  }
}
