// SPDX-License-Identifier: MIT
import CGtk

/// A month of days to choose from.
public final class Calendar: Widget {
  public init() {
    super.init(adopting: UnsafeMutableRawPointer(gtk_calendar_new()))
    // GTK 4.8 names its four buttons by the type of what is on them.
    let names = [tr("Previous month"), tr("Next month"), tr("Previous year"), tr("Next year")]
    let buttons = descendants.filter {
      martlet_instance_is(UnsafeRawPointer($0.widget), gtk_button_get_type()) != 0
    }
    for (button, name) in zip(buttons, names) { button.setAccessibleLabel(name) }
  }

  /// A month of the Gregorian calendar; `month` counts from 1.
  public struct Month: Hashable, Sendable {
    public var year: Int
    public var month: Int

    public init(year: Int, month: Int) {
      self.year = year
      self.month = month
    }

    /// When each of its days begins in the local zone, and the first of the next month, in seconds
    /// since 1970.
    public var dayStarts: [Int64] {
      guard let days = (1...12).contains(month) ? Self.days(month, of: year) : nil else {
        return []
      }
      let next = month == 12 ? (year + 1, 1) : (year, month + 1)
      return ((1...days).map { (year, month, $0) } + [(next.0, next.1, 1)]).compactMap { day in
        let start = g_date_time_new_local(gint(day.0), gint(day.1), gint(day.2), 0, 0, 0)
        guard let start else { return nil }
        defer { g_date_time_unref(start) }
        return Int64(g_date_time_to_unix(start))
      }
    }

    private static func days(_ month: Int, of year: Int) -> Int? {
      guard let year = UInt16(exactly: year), year > 0 else { return nil }
      return Int(g_date_get_days_in_month(GDateMonth(rawValue: UInt32(month)), year))
    }
  }

  /// The month that is shown.
  public var month: Month {
    read(or: Month(year: 1970, month: 1)) { date in
      Month(
        year: Int(g_date_time_get_year(date)), month: Int(g_date_time_get_month(date)))
    }
  }

  /// The start of the chosen day in the local zone, in seconds since 1970.
  public var dayStart: Int64 {
    read(or: 0) { chosen in
      let day = g_date_time_new_local(
        g_date_time_get_year(chosen), g_date_time_get_month(chosen),
        g_date_time_get_day_of_month(chosen), 0, 0, 0)
      guard let day else { return 0 }
      defer { g_date_time_unref(day) }
      return Int64(g_date_time_to_unix(day))
    }
  }

  private func read<Value>(or fallback: Value, _ body: (OpaquePointer) -> Value) -> Value {
    guard let chosen = gtk_calendar_get_date(pointer()) else { return fallback }
    defer { g_date_time_unref(chosen) }
    return body(chosen)
  }

  /// Chooses the local day of a moment, in seconds since 1970, and shows its month.
  public func select(_ seconds: Int64) {
    guard let date = g_date_time_new_from_unix_local(gint64(seconds)) else { return }
    defer { g_date_time_unref(date) }
    gtk_calendar_select_day(pointer(), date)
  }

  /// Points out days of the month that is shown, from 1: CSS has them as
  /// `label.day-number:checked`, and days with the same numbers of the months beside it.
  ///
  /// GTK 4.8 shows marks only once another day is chosen. So one is, and then the old one again,
  /// which is told as usual.
  public func mark(_ days: some Sequence<Int>) {
    gtk_calendar_clear_marks(pointer())
    for day in days { gtk_calendar_mark_day(pointer(), guint(clamping: day)) }
    guard let chosen = gtk_calendar_get_date(pointer()) else { return }
    defer { g_date_time_unref(chosen) }
    let step: gint = g_date_time_get_day_of_month(chosen) == 1 ? 1 : -1
    guard let other = g_date_time_add_days(chosen, step) else { return }
    defer { g_date_time_unref(other) }
    gtk_calendar_select_day(pointer(), other)
    gtk_calendar_select_day(pointer(), chosen)
  }

  /// Called when another day has been chosen, which turning the month does, too.
  @discardableResult
  public func onDaySelected(_ body: @escaping () -> Void) -> SignalHandler {
    on("day-selected") { _ in body() }
  }

  /// Called when another month is shown.
  public func onMonthChanged(_ body: @escaping () -> Void) {
    for signal in ["next-month", "prev-month", "next-year", "prev-year"] {
      on(signal) { _ in body() }
    }
  }
}
