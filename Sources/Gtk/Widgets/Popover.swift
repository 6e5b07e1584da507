// SPDX-License-Identifier: MIT
import CGtk

/// A bubble over the window that belongs to one of its widgets.
open class Popover: Widget {
  public convenience init(child: Widget? = nil) {
    self.init(adopting: UnsafeMutableRawPointer(gtk_popover_new()))
    gtk_popover_set_child(pointer(), child?.widget)
  }

  public final func setChild(_ child: Widget?) { gtk_popover_set_child(pointer(), child?.widget) }

  public enum Position {
    case above, below, start, end
  }

  public final func setPosition(_ position: Position) {
    let gtk =
      switch position {
      case .above: GTK_POS_TOP
      case .below: GTK_POS_BOTTOM
      case .start: GTK_POS_LEFT
      case .end: GTK_POS_RIGHT
      }
    gtk_popover_set_position(pointer(), gtk)
  }

  /// What it points to, in its parent's coordinates.
  public final func point(to rectangle: Rectangle) {
    var gdk = GdkRectangle(
      x: gint(clamping: rectangle.x), y: gint(clamping: rectangle.y),
      width: gint(clamping: rectangle.width), height: gint(clamping: rectangle.height))
    gtk_popover_set_pointing_to(pointer(), &gdk)
  }

  /// Whether it takes the keyboard and closes on a click elsewhere.
  public final var isAutohide: Bool {
    get { gtk_popover_get_autohide(pointer()) != 0 }
    set { gtk_popover_set_autohide(pointer(), newValue ? 1 : 0) }
  }

  public final var hasArrow: Bool {
    get { gtk_popover_get_has_arrow(pointer()) != 0 }
    set { gtk_popover_set_has_arrow(pointer(), newValue ? 1 : 0) }
  }

  /// Takes the size that its child needs now, and its place for that.
  public final func updateLayout() { gtk_popover_present(pointer()) }

  public final func popUp() { gtk_popover_popup(pointer()) }
  public final func popDown() { gtk_popover_popdown(pointer()) }

  public final func onClosed(_ body: @escaping () -> Void) { on("closed") { _ in body() } }

  /// Closes each popover that is taken away while it is open, with its window or by itself.
  ///
  /// Under X11 it would keep its grab of the keyboard, though its surface is gone, and no window of
  /// the program would get a key any more (GTK 4.8.3). For all of the program, because GTK makes
  /// popovers of its own for menus.
  static let closesBeforeItGoes: Void = {
    g_signal_add_emission_hook(
      g_signal_lookup("unrealize", gtk_widget_get_type()), 0,
      { _, _, values, _ in
        if let widget = values.flatMap(g_value_get_object),
          g_type_is_a(martlet_instance_type(widget), gtk_popover_get_type()) != 0
        {
          gtk_popover_popdown(widget.assumingMemoryBound(to: GtkPopover.self))
        }
        return 1
      }, nil, nil)
  }()
}

/// A popover with the items of a menu.
public final class MenuPopover: Popover {
  public convenience init(_ menu: Menu) {
    self.init(adopting: UnsafeMutableRawPointer(gtk_popover_menu_new_from_model(menu.pointer())))
  }
}

/// The about dialog.
public final class AboutDialog: Window {
  public struct Facts {
    public var program, version, comments, website, copyright, icon: String
    public init(
      program: String, version: String, comments: String, website: String, copyright: String,
      icon: String
    ) {
      self.program = program
      self.version = version
      self.comments = comments
      self.website = website
      self.copyright = copyright
      self.icon = icon
    }
  }

  public convenience init(_ facts: Facts) {
    self.init(borrowing: UnsafeMutableRawPointer(gtk_about_dialog_new()))
    gtk_about_dialog_set_program_name(pointer(), facts.program)
    gtk_about_dialog_set_version(pointer(), facts.version)
    gtk_about_dialog_set_comments(pointer(), facts.comments)
    // An empty address would be a link to nowhere.
    if !facts.website.isEmpty { gtk_about_dialog_set_website(pointer(), facts.website) }
    gtk_about_dialog_set_copyright(pointer(), facts.copyright)
    gtk_about_dialog_set_logo_icon_name(pointer(), facts.icon)
    gtk_about_dialog_set_license_type(pointer(), GTK_LICENSE_GPL_3_0)
    breakLines()
  }

  /// Of a line, in pixels; GTK would make it as long as the sentence about the licence: longer than
  /// the screen of a phone is wide.
  private static let lineWidth: gint = 290

  private func breakLines() {
    // Its pages ask for 400 pixels, whatever is on them.
    for page in descendants { gtk_widget_set_size_request(page.widget, -1, -1) }
    for label in descendants
    where martlet_instance_is(UnsafeRawPointer(label.widget), gtk_label_get_type()) != 0 {
      let pointer: OpaquePointer = label.pointer()
      if gtk_label_get_wrap(pointer) != 0 {
        let context = gtk_widget_get_pango_context(label.widget)
        let metrics = pango_context_get_metrics(context, nil, nil)
        defer { pango_font_metrics_unref(metrics) }
        // What GTK takes for a character's width; in some scripts it is twice that of Latin.
        let character = max(
          pango_font_metrics_get_approximate_char_width(metrics),
          pango_font_metrics_get_approximate_digit_width(metrics), 1)
        gtk_label_set_max_width_chars(pointer, Self.lineWidth * PANGO_SCALE / character)
      }
    }
  }
}
