// SPDX-License-Identifier: MIT
import CGtk

/// Children in a row or a column.
public final class Box: Widget {
  public init(_ orientation: Orientation, spacing: Int = 0, role: AccessibleRole? = nil) {
    let box: UnsafeMutablePointer<GtkWidget> = gtk_box_new(orientation.gtk, gint(clamping: spacing))
    super.init(adopting: UnsafeMutableRawPointer(box))
    if let role { setAccessibleRole(role) }
  }

  public func append(_ child: Widget) { gtk_box_append(pointer(), child.widget) }
  public func prepend(_ child: Widget) { gtk_box_prepend(pointer(), child.widget) }
  public func insert(_ child: Widget, after sibling: Widget?) {
    gtk_box_insert_child_after(pointer(), child.widget, sibling?.widget)
  }
  public func remove(_ child: Widget) { gtk_box_remove(pointer(), child.widget) }

  public var orientation: Orientation {
    get {
      let isHorizontal = gtk_orientable_get_orientation(pointer()) == GTK_ORIENTATION_HORIZONTAL
      return isHorizontal ? .horizontal : .vertical
    }
    set { gtk_orientable_set_orientation(pointer(), newValue.gtk) }
  }

  public var spacing: Int {
    get { Int(gtk_box_get_spacing(pointer())) }
    set { gtk_box_set_spacing(pointer(), gint(clamping: newValue)) }
  }
}

/// A child with others over it.
public final class Overlay: Widget {
  public init(child: Widget? = nil) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_overlay_new()))
    gtk_overlay_set_child(pointer(), child?.widget)
  }

  public func add(_ overlay: Widget) { gtk_overlay_add_overlay(pointer(), overlay.widget) }
  public func remove(_ overlay: Widget) { gtk_overlay_remove_overlay(pointer(), overlay.widget) }
}

/// Shows and hides its child with a transition.
public final class Revealer: Widget {
  public enum Transition {
    case none, crossfade, slideUp, slideDown
  }

  public init(_ transition: Transition, child: Widget? = nil) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_revealer_new()))
    gtk_revealer_set_child(pointer(), child?.widget)
    let type =
      switch transition {
      case .none: GTK_REVEALER_TRANSITION_TYPE_NONE
      case .crossfade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
      case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
      case .slideDown: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
      }
    gtk_revealer_set_transition_type(pointer(), type)
  }

  public var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(pointer()) != 0 }
    set { gtk_revealer_set_reveal_child(pointer(), newValue ? 1 : 0) }
  }

  public func setDuration(milliseconds: UInt32) {
    gtk_revealer_set_transition_duration(pointer(), milliseconds)
  }
}

/// A line between two groups.
public final class Separator: Widget {
  public init(_ orientation: Orientation) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_separator_new(orientation.gtk)))
  }
}

/// Several children of which one is shown.
public final class Stack: Widget {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_stack_new())) }

  public func add(_ child: Widget, named name: String) {
    gtk_stack_add_named(pointer(), child.widget, name)
  }

  public var visibleName: String {
    get { gtk_stack_get_visible_child_name(pointer()).map { String(cString: $0) } ?? "" }
    set { gtk_stack_set_visible_child_name(pointer(), newValue) }
  }
}

/// Two children with a divider that can be dragged.
public final class Paned: Widget {
  public init(_ orientation: Orientation, start: Widget, end: Widget) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_paned_new(orientation.gtk)))
    gtk_paned_set_start_child(pointer(), start.widget)
    gtk_paned_set_end_child(pointer(), end.widget)
    gtk_paned_set_resize_start_child(pointer(), 0)
    gtk_paned_set_shrink_start_child(pointer(), 0)
    gtk_paned_set_shrink_end_child(pointer(), 0)
  }

  /// Where the divider is, in pixels from the start.
  public var position: Int {
    get { Int(gtk_paned_get_position(pointer())) }
    set { gtk_paned_set_position(pointer(), gint(clamping: newValue)) }
  }
}
