// SPDX-License-Identifier: MIT
import CGtk

/// Style rules for all windows of the display.
public final class StyleSheet: Object {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_css_provider_new())) }

  public convenience init(_ css: String) {
    self.init()
    load(css)
  }

  /// Replaces its rules.
  public func load(_ css: String) {
    gtk_css_provider_load_from_data(pointer(), css, gssize(css.utf8.count))
  }

  /// Above the theme, below the user's own style.
  public func install() {
    guard let display = gdk_display_get_default() else { return }
    gtk_style_context_add_provider_for_display(
      display, pointer(), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  /// Puts its rules on one widget alone, not on its children, above those of the display.
  public func apply(to widget: Widget) {
    gtk_style_context_add_provider(
      gtk_widget_get_style_context(widget.widget), pointer(),
      guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }

  public func uninstall() {
    guard let display = gdk_display_get_default() else { return }
    gtk_style_context_remove_provider_for_display(display, pointer())
  }
}

/// GTK's settings for the display: theme, animations, fonts.
public final class Settings: Object {
  /// Nil where there is no display.
  public static var `default`: Settings? {
    gtk_settings_get_default().map { Settings(borrowing: UnsafeMutableRawPointer($0)) }
  }

  /// Whether the user wants movement on the screen.
  public var animates: Bool {
    get { bool("gtk-enable-animations") }
    set { set("gtk-enable-animations", to: .bool(newValue)) }
  }

  public var prefersDark: Bool {
    get { bool("gtk-application-prefer-dark-theme") }
    set { set("gtk-application-prefer-dark-theme", to: .bool(newValue)) }
  }

  public var fontName: String {
    get { string("gtk-font-name") ?? "" }
    set { set("gtk-font-name", to: .string(newValue)) }
  }

  public var themeName: String {
    get { string("gtk-theme-name") ?? "" }
    set { set("gtk-theme-name", to: .string(newValue)) }
  }

  /// Whether all of a label that can be selected is, when the focus comes to it.
  public var selectsLabelsOnFocus: Bool {
    get { bool("gtk-label-select-on-focus") }
    set { set("gtk-label-select-on-focus", to: .bool(newValue)) }
  }

  /// Calls `body` when the user switches movement on or off.
  @discardableResult
  public func onAnimatesChanged(_ body: @escaping () -> Void) -> SignalHandler {
    on("notify::gtk-enable-animations") { _ in body() }
  }

  /// 1024 × dots per inch; -1 for the default.
  public var dpi: Int {
    get { int("gtk-xft-dpi") }
    set { set("gtk-xft-dpi", to: .int(newValue)) }
  }
}

/// Whether there is a display to open windows on. Initializes GTK the first time.
public enum Display {
  public static var isAvailable: Bool {
    // Only the first gtk_init_check() tells the truth: without a display, too, GTK then counts as
    // initialized, and the second one returns true.
    gtk_init_check() != 0 && gdk_display_get_default() != nil
  }

}
