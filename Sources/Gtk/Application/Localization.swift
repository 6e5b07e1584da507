// SPDX-License-Identifier: MIT
import CGtk
import Glibc

/// The text in the user's language, from the gettext catalogue of ``Localization/domain``.
public func tr(_ text: String) -> String {
  // Without a translation gettext answers with the pointer it was given, so that must still live.
  text.withCString { String(cString: g_dgettext(Localization.domain, $0)) }
}

/// The singular or plural form for `count` in the user's language.
public func trn(_ singular: String, _ plural: String, _ count: Int) -> String {
  singular.withCString { singular in
    plural.withCString {
      String(cString: g_dngettext(Localization.domain, singular, $0, gulong(clamping: count)))
    }
  }
}

/// A text that needs its context to be told from others, such as a verb from a noun.
public func trc(_ context: String, _ text: String) -> String {
  text.withCString { String(cString: g_dpgettext2(Localization.domain, context, $0)) }
}

extension String {
  /// The text with each "%s" replaced by the next of `values`, first to last. A value is never
  /// searched for places itself.
  public func filling(_ values: String...) -> String {
    var result = ""
    var rest = self[...]
    for value in values {
      guard let place = rest.firstRange(of: "%s") else { break }
      result += rest[..<place.lowerBound] + value
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}

/// Where texts in the user's language come from.
public enum Localization {
  /// The gettext domain.
  public private(set) static var domain = "martlet"

  /// The languages the user reads, the most wanted first, such as "es_MX" and "es"; none in the
  /// C locale.
  public static var languages: [String] {
    var languages: [String] = []
    var next = g_get_language_names()
    while let name = next?.pointee {
      let language = String(cString: name)
      if !["C", "POSIX"].contains(language), !language.contains("."), !language.contains("@") {
        languages.append(language)
      }
      next = next?.advanced(by: 1)
    }
    return languages
  }

  /// Takes the user's locale and finds the catalogue in `folder` (nil: the system's).
  public static func start(domain: String, folder: String?) {
    setlocale(LC_ALL, "")
    self.domain = domain
    if let folder { bindtextdomain(domain, folder) }
    bind_textdomain_codeset(domain, "UTF-8")
  }
}

/// Dates and times as people write them in their language; on any thread.
nonisolated public enum DateText {
  /// `format` is that of `g_date_time_format`, such as "%H:%M" or "%x"; `seconds` count from 1970.
  public static func format(_ seconds: Int64, _ format: String) -> String {
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// As ``format(_:_:)``, for the clock of UTC.
  public static func formatUTC(_ seconds: Int64, _ format: String) -> String {
    guard let time = g_date_time_new_from_unix_utc(gint64(seconds)) else { return "" }
    defer { g_date_time_unref(time) }
    guard let text = g_date_time_format(time, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// The number of the local day in which a moment falls; consecutive days differ by one.
  public static func day(of seconds: Int64) -> Int {
    guard let time = g_date_time_new_from_unix_local(gint64(seconds)) else { return 0 }
    defer { g_date_time_unref(time) }
    var (year, month, day): (gint, gint, gint) = (0, 0, 0)
    g_date_time_get_ymd(time, &year, &month, &day)
    var date = GDate()
    g_date_set_dmy(
      &date, GDateDay(clamping: day), GDateMonth(rawValue: UInt32(month)), GDateYear(clamping: year)
    )
    return Int(g_date_get_julian(&date))
  }
}
