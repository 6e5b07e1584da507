// SPDX-License-Identifier: MIT
public import Gtk

/// Runs GTK's loop from within a test.
public enum Spin {
  /// Why a GTK test is skipped, nil when it can run.
  public static var skipReason: String? {
    Display.isAvailable ? nil : "no display: run scripts/test, or set DISPLAY or WAYLAND_DISPLAY"
  }

  /// Runs the loop until `condition` holds. Returns false when that takes longer than `limit`,
  /// which is only there to end a test that hangs.
  @discardableResult
  public static func until(
    limit: Duration = .seconds(20), _ condition: () throws -> Bool
  ) rethrows -> Bool {
    let start = ContinuousClock.now
    // Wakes the loop now and then, so that a condition that no event announces is seen.
    let tick = MainLoop.every(.milliseconds(5)) { true }
    defer { tick.cancel() }
    while try !condition() {
      if ContinuousClock.now - start > limit { return false }
      MainLoop.iterate(mayBlock: true)
    }
    return true
  }

  /// Runs the loop until the window has painted `count` more frames.
  @discardableResult
  public static func frames(_ count: Int, of widget: Widget) -> Bool {
    var painted = 0
    let handler = widget.onPainted { painted += 1 }
    defer { handler?.disconnect() }
    return until {
      widget.queueDraw()
      return painted >= count
    }
  }

  /// Runs what is due now.
  public static func pending() {
    while MainLoop.iterate() {}
  }
}
