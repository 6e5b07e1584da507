// SPDX-License-Identifier: MIT
import CGtk

extension Widget {
  /// Calls `body` before each frame with the frame's time in microseconds, while it returns true.
  /// A clock that ticks costs power: keep it running only while something moves.
  @discardableResult
  public func onFrame(_ body: @escaping (Int64) -> Bool) -> FrameCallback {
    let callback = FrameCallback(widget: self, body: body)
    callback.id = gtk_widget_add_tick_callback(
      widget,
      { _, clock, data in
        guard let data else { return 0 }
        let callback = Unmanaged<FrameCallback>.fromOpaque(data).takeUnretainedValue()
        return callback.body(Int64(gdk_frame_clock_get_frame_time(clock))) ? 1 : 0
      }, Unmanaged.passRetained(callback).toOpaque(),
      { data in
        guard let data else { return }
        Unmanaged<FrameCallback>.fromOpaque(data).takeRetainedValue().id = 0
      })
    return callback
  }

  /// Calls `body` each time the window begins with a frame, before anything is updated for it.
  @discardableResult
  public func onFrameBegins(_ body: @escaping () -> Void) -> SignalHandler? {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return nil }
    return Object(borrowing: UnsafeMutableRawPointer(clock)).on("before-paint") { _ in body() }
  }

  /// Calls `body` each time the window has painted a frame.
  @discardableResult
  public func onPainted(_ body: @escaping () -> Void) -> SignalHandler? {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return nil }
    return Object(borrowing: UnsafeMutableRawPointer(clock)).on("after-paint") { _ in body() }
  }
}

/// A callback of the frame clock.
public final class FrameCallback {
  fileprivate var id: guint = 0
  fileprivate let body: (Int64) -> Bool
  /// Not owned: while `id` is not 0 the widget lives, since its end removes the callback.
  private let widget: UnsafeMutablePointer<GtkWidget>

  fileprivate init(widget: Widget, body: @escaping (Int64) -> Bool) {
    self.widget = widget.widget
    self.body = body
  }

  public var isRunning: Bool { id != 0 }

  public func stop() {
    guard id != 0 else { return }
    gtk_widget_remove_tick_callback(widget, id)
  }
}
