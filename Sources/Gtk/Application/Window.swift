// SPDX-License-Identifier: MIT
import CGtk

/// A top-level window.
open class Window: Widget {
  /// A window of no application; for dialogs, demos and tests.
  public convenience init() {
    // GTK owns its windows: this adds a reference of our own.
    self.init(borrowing: UnsafeMutableRawPointer(gtk_window_new()))
  }

  public override init(borrowing raw: UnsafeMutableRawPointer) {
    super.init(borrowing: raw)
    Popover.closesBeforeItGoes
  }

  fileprivate var gtkWindow: UnsafeMutablePointer<GtkWindow> { pointer() }

  public final var title: String {
    get { gtk_window_get_title(gtkWindow).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(gtkWindow, newValue) }
  }

  public final var child: Widget? {
    get { gtk_window_get_child(gtkWindow).map(Widget.init(borrowing:)) }
    set { gtk_window_set_child(gtkWindow, newValue?.widget) }
  }

  public final func setTitleBar(_ bar: Widget) { gtk_window_set_titlebar(gtkWindow, bar.widget) }

  /// The size it opens with, and, once it is open, the size it has unless maximized.
  public final var defaultSize: (width: Int, height: Int) {
    get {
      var (width, height): (gint, gint) = (0, 0)
      gtk_window_get_default_size(gtkWindow, &width, &height)
      return (Int(width), Int(height))
    }
    set {
      gtk_window_set_default_size(
        gtkWindow, gint(clamping: newValue.width), gint(clamping: newValue.height))
    }
  }

  public final var isMaximized: Bool {
    get { gtk_window_is_maximized(gtkWindow) != 0 }
    set { if newValue { gtk_window_maximize(gtkWindow) } else { gtk_window_unmaximize(gtkWindow) } }
  }

  /// Calls `body` when the window has got another ``defaultSize``, or was or is maximized.
  public final func onSizeChanged(_ body: @escaping () -> Void) {
    for property in ["default-width", "default-height", "maximized"] {
      on("notify::" + property) { _ in body() }
    }
  }

  /// Whether it is the window that has the keyboard.
  public final var isActive: Bool { gtk_window_is_active(gtkWindow) != 0 }
  public final func onActiveChanged(_ body: @escaping () -> Void) {
    on("notify::is-active") { _ in body() }
  }

  public final var focus: Widget? {
    get { gtk_window_get_focus(gtkWindow).map(Widget.init(borrowing:)) }
    set { gtk_window_set_focus(gtkWindow, newValue?.widget) }
  }

  public final var isModal: Bool {
    get { gtk_window_get_modal(gtkWindow) != 0 }
    set { gtk_window_set_modal(gtkWindow, newValue ? 1 : 0) }
  }

  public final func setTransient(for parent: Window?) {
    gtk_window_set_transient_for(gtkWindow, parent?.gtkWindow)
  }

  /// Shows it, in front of the others where the desktop allows that.
  ///
  /// - Parameter token: What proves that the user asked for it in another program
  ///   (`xdg_activation_v1`, or the id of a start).
  public final func present(token: String? = nil) {
    if let token { gtk_window_set_startup_id(gtkWindow, token) }
    gtk_window_present(gtkWindow)
  }
  public final func close() { gtk_window_close(gtkWindow) }
  public final func destroy() { gtk_window_destroy(gtkWindow) }

  /// Lets the controller of a window that nobody else holds live until the window is destroyed.
  public final func keepAlive(_ controller: AnyObject) {
    // "destroy" comes with the disposal only, and that waits for the last reference, which is the
    // controller's own. A window that is destroyed is unrealized in any case.
    var kept: AnyObject? = controller
    on("unrealize") { _ in
      withExtendedLifetime(kept) {}
      kept = nil
    }
  }

  public final func setIcon(_ name: String) { gtk_window_set_icon_name(gtkWindow, name) }

  /// Asked to close, by the user or ``close()``; true keeps it open.
  @discardableResult
  public final func onCloseRequest(_ body: @escaping () -> Bool) -> SignalHandler {
    onHandled("close-request") { _ in body() }
  }
}

/// A window of an application, with actions of its own ("win.…").
public final class ApplicationWindow: Window {
  public init(_ application: Application) {
    super.init(
      borrowing: UnsafeMutableRawPointer(gtk_application_window_new(application.pointer())))
  }

  public func add(_ action: Action) { g_action_map_add_action(pointer(), action.pointer()) }
}

/// The bar at the top of a window.
public final class HeaderBar: Widget {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_header_bar_new())) }
  public func packStart(_ child: Widget) { gtk_header_bar_pack_start(pointer(), child.widget) }
  public func packEnd(_ child: Widget) { gtk_header_bar_pack_end(pointer(), child.widget) }
  public func setTitle(_ title: Widget?) {
    gtk_header_bar_set_title_widget(pointer(), title?.widget)
  }

  public var showsWindowButtons: Bool {
    get { gtk_header_bar_get_show_title_buttons(pointer()) != 0 }
    set { gtk_header_bar_set_show_title_buttons(pointer(), newValue ? 1 : 0) }
  }
}
