// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGio
import ChatCore

/// Moments as stanzas carry them (XEP-0082): UTC, with any number of fraction digits.
enum DateTimeProfile {
  /// Reads what servers really send: `Z`, an offset or nothing (taken as UTC), fractions of any
  /// length, and the compact form of XEP-0091. Nil when it is no moment.
  static func read(_ text: String) -> Timestamp? {
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
