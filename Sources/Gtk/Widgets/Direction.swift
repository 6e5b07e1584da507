// SPDX-License-Identifier: MIT
import CGtk

/// Which way the interface reads.
public enum Direction: Sendable {
  case leftToRight, rightToLeft

  /// The direction of all widgets that were not given one of their own; the user's language at
  /// the start.
  public static var `default`: Direction {
    get {
      gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
    }
    set {
      gtk_widget_set_default_direction(
        newValue == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }
  }
}
