// SPDX-License-Identifier: MIT
import CGtk

/// The numbers behind a scroll bar, in pixels.
public final class Adjustment: Object {
  private var adjustment: UnsafeMutablePointer<GtkAdjustment> { pointer() }

  public convenience init() {
    self.init(adopting: UnsafeMutableRawPointer(gtk_adjustment_new(0, 0, 0, 0, 0, 0)))
  }

  public var value: Double {
    get { gtk_adjustment_get_value(adjustment) }
    set { gtk_adjustment_set_value(adjustment, newValue) }
  }

  public var lower: Double { gtk_adjustment_get_lower(adjustment) }
  public var upper: Double { gtk_adjustment_get_upper(adjustment) }
  public var pageSize: Double { gtk_adjustment_get_page_size(adjustment) }

  /// Sets all numbers at once, clamped to what makes sense, and tells of the change once.
  ///
  /// Not finite or negative numbers count as 0; `value` is clamped to 0 … upper - page.
  public func configure(value: Double, upper: Double, pageSize: Double, step: Double) {
    let page = max(0, pageSize.isFinite ? pageSize : 0)
    let end = max(page, upper.isFinite ? upper : 0)
    gtk_adjustment_configure(
      adjustment, Self.clamp(value, upper: end, page: page), 0, end, step, page * 0.9, page)
  }

  /// Sets the bounds around a value that stays as it is, and tells of the change once.
  ///
  /// Scrolling that goes on (kinetic, animated, a finger on the screen) computes values from where
  /// it began, so a list whose content grows at the top must move the bounds and not the value.
  /// `above` and `below` are the pixels that the value can still move either way, not negative.
  public func slideBounds(above: Double, below: Double, pageSize: Double, step: Double) {
    let value = value
    let page = max(0, pageSize.isFinite ? pageSize : 0)
    let lower = value - max(0, above.isFinite ? above : 0)
    let upper = value + max(0, below.isFinite ? below : 0) + page
    guard
      abs(lower - self.lower) > 0.01 || abs(upper - self.upper) > 0.01
        || page != self.pageSize
    else { return }
    gtk_adjustment_configure(adjustment, value, lower, upper, step, page * 0.9, page)
  }

  /// The value that an adjustment may take: finite and within 0 … upper - page.
  public static func clamp(_ value: Double, upper: Double, page: Double) -> Double {
    guard value.isFinite else { return 0 }
    return min(max(0, value), max(0, upper - page))
  }

  @discardableResult
  public func onValueChanged(_ body: @escaping () -> Void) -> SignalHandler {
    on("value-changed") { _ in body() }
  }
}
