// SPDX-License-Identifier: MIT
import CGtk

/// GTK's own list that keeps a widget for every row.
public final class ListBox: Widget {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_list_box_new())) }

  /// Adds a row with `child` at the end.
  public func append(_ child: Widget) { gtk_list_box_append(pointer(), child.widget) }
}
