// SPDX-License-Identifier: MIT
import CGtk

/// Sees each finger on a widget and takes part in nothing: gestures go on as if it were not there,
/// whichever of them claims the finger.
public final class TouchController: EventController {
  public enum Phase: Sendable {
    case began, moved, ended
  }

  public init() {
    super.init(adopting: UnsafeMutableRawPointer(gtk_event_controller_legacy_new()))
    phase = .capture
  }

  /// Calls `body` with where the finger is, in the widget's coordinates; it may be outside of it.
  @discardableResult
  public func onTouch(
    _ body: @escaping (_ phase: Phase, _ x: Double, _ y: Double) -> Void
  ) -> SignalHandler {
    let controller: OpaquePointer = pointer()
    return onHandled("event") { _ in
      guard let event = gtk_event_controller_get_current_event(controller),
        let phase = Phase(gdk_event_get_event_type(event)),
        let widget = gtk_event_controller_get_widget(controller),
        let place = Self.place(of: event, in: widget)
      else { return false }
      body(phase, place.x, place.y)
      return false
    }
  }

  /// Events count from the corner of the window's surface.
  private static func place(
    of event: OpaquePointer, in widget: UnsafeMutablePointer<GtkWidget>
  ) -> (x: Double, y: Double)? {
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0, let native = gtk_widget_get_native(widget)
    else { return nil }
    gtk_native_get_surface_transform(native, &left, &top)
    let root = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
    guard gtk_widget_translate_coordinates(root, widget, x - left, y - top, &x, &y) != 0 else {
      return nil
    }
    return (x, y)
  }
}

extension TouchController.Phase {
  fileprivate init?(_ type: GdkEventType) {
    switch type {
    case GDK_TOUCH_BEGIN: self = .began
    case GDK_TOUCH_UPDATE: self = .moved
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL: self = .ended
    default: return nil
    }
  }
}
