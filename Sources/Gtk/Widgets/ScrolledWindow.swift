// SPDX-License-Identifier: MIT
import CGtk

/// A viewport with scroll bars.
public final class ScrolledWindow: Widget {
  /// When a scroll bar is there.
  public enum Policy {
    case always, automatic, never
    /// Scrolled by other means; no bar.
    case external

    var gtk: GtkPolicyType {
      switch self {
      case .always: GTK_POLICY_ALWAYS
      case .automatic: GTK_POLICY_AUTOMATIC
      case .never: GTK_POLICY_NEVER
      case .external: GTK_POLICY_EXTERNAL
      }
    }
  }

  public init(child: Widget? = nil) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_scrolled_window_new()))
    if let child { self.child = child }
  }

  public var child: Widget? {
    get { gtk_scrolled_window_get_child(pointer()).map(Widget.init(borrowing:)) }
    set { gtk_scrolled_window_set_child(pointer(), newValue?.widget) }
  }

  public func setPolicy(horizontal: Policy, vertical: Policy) {
    gtk_scrolled_window_set_policy(pointer(), horizontal.gtk, vertical.gtk)
  }

  /// Whether its bars lie over the child, and fade in and out when something scrolls.
  public var overlaysBars: Bool {
    get { gtk_scrolled_window_get_overlay_scrolling(pointer()) != 0 }
    set { gtk_scrolled_window_set_overlay_scrolling(pointer(), newValue ? 1 : 0) }
  }

  public var minimumContentHeight: Int {
    get { Int(gtk_scrolled_window_get_min_content_height(pointer())) }
    set { gtk_scrolled_window_set_min_content_height(pointer(), gint(clamping: newValue)) }
  }

  public var maximumContentHeight: Int {
    get { Int(gtk_scrolled_window_get_max_content_height(pointer())) }
    set { gtk_scrolled_window_set_max_content_height(pointer(), gint(clamping: newValue)) }
  }

  public func propagateNatural(width: Bool, height: Bool) {
    gtk_scrolled_window_set_propagate_natural_width(pointer(), width ? 1 : 0)
    gtk_scrolled_window_set_propagate_natural_height(pointer(), height ? 1 : 0)
  }

  public func setKinetic(_ kinetic: Bool) {
    gtk_scrolled_window_set_kinetic_scrolling(pointer(), kinetic ? 1 : 0)
  }

  public var horizontalAdjustment: Adjustment {
    Adjustment(borrowing: UnsafeMutableRawPointer(gtk_scrolled_window_get_hadjustment(pointer())))
  }

  public var verticalAdjustment: Adjustment {
    Adjustment(borrowing: UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(pointer())))
  }

  public var verticalScrollBar: Widget {
    Widget(borrowing: gtk_scrolled_window_get_vscrollbar(pointer()))
  }
}

extension ScrolledWindow {
  /// Scrolls on at `velocity` pixels a second, slower and slower, as after a finger that has let go
  /// while it moved.
  public func fling(_ velocity: Double) {
    guard let controllers = gtk_widget_observe_controllers(widget) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let item = g_list_model_get_item(controllers, index) else { continue }
      let controller = Object(adopting: UnsafeMutableRawPointer(item))
      if martlet_instance_is(controller.raw, gtk_event_controller_scroll_get_type()) != 0 {
        controller.emit("decelerate", [.double(0), .double(velocity)])
      }
    }
  }

  /// Calls `body` before the user moves the vertical bar's slider itself, by dragging it or by
  /// pressing beside it, to `value`. Wheels, keys and fingers on the content do not call it.
  public func onSliderMoved(_ body: @escaping (_ value: Double) -> Void) {
    // A GtkScrollbar is a frame around the GtkRange that does the work.
    guard let range = verticalScrollBar.firstChild else { return }
    range.onHandled("change-value") { arguments in
      if arguments.enumeration(0) == Int32(GTK_SCROLL_JUMP.rawValue) { body(arguments.double(1)) }
      return false
    }
  }
}
