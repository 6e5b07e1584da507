// SPDX-License-Identifier: MIT
import CGtk

/// A push button.
open class Button: Widget {
  public convenience init(label: String) {
    self.init(adopting: UnsafeMutableRawPointer(gtk_button_new_with_label(label)))
  }

  /// A button with an icon only. `name` is spoken and shown as its tooltip.
  public convenience init(icon: String, name: String) {
    self.init(adopting: UnsafeMutableRawPointer(gtk_button_new_from_icon_name(icon)))
    setAccessibleLabel(name)
    tooltip = name
  }

  public convenience init(child: Widget, name: String) {
    self.init(adopting: UnsafeMutableRawPointer(gtk_button_new()))
    gtk_button_set_child(pointer(), child.widget)
    setAccessibleLabel(name)
  }

  /// A button that CSS selects by `cssName` instead of "button": it gets none of the theme's rules.
  public convenience init(cssName: String) {
    self.init(adopting: Self.make(gtk_button_get_type(), cssName: cssName))
  }

  fileprivate static func make(_ type: GType, cssName: String) -> UnsafeMutableRawPointer {
    let object = PropertyValue.string(cssName).withGValue { value in
      "css-name".withCString { property in
        var names: [UnsafePointer<CChar>?] = [property]
        return g_object_new_with_properties(type, 1, &names, value)
      }
    }
    guard let object else { preconditionFailure("GObject makes instances or aborts") }
    return UnsafeMutableRawPointer(object)
  }

  public final var child: Widget? {
    get { gtk_button_get_child(pointer()).map(Widget.init(borrowing:)) }
    set { gtk_button_set_child(pointer(), newValue?.widget) }
  }

  public final var hasFrame: Bool {
    get { gtk_button_get_has_frame(pointer()) != 0 }
    set { gtk_button_set_has_frame(pointer(), newValue ? 1 : 0) }
  }

  public final var label: String {
    get { gtk_button_get_label(pointer()).map { String(cString: $0) } ?? "" }
    set { gtk_button_set_label(pointer(), newValue) }
  }

  /// The action ("group.name") it runs; the action's enabled state is the button's.
  public final var actionName: String? {
    get { gtk_actionable_get_action_name(pointer()).map { String(cString: $0) } }
    set { gtk_actionable_set_action_name(pointer(), newValue) }
  }

  /// As if it had been clicked, without the time that a press from the keyboard takes.
  public final func click() {
    martlet_emit(raw, "clicked")
  }

  @discardableResult
  public final func onClicked(_ body: @escaping () -> Void) -> SignalHandler {
    on("clicked") { _ in body() }
  }
}

/// A button that stays pressed.
public final class ToggleButton: Button {
  public convenience init(icon: String, name: String) {
    self.init(adopting: UnsafeMutableRawPointer(gtk_toggle_button_new()))
    child = Image(icon: icon)
    setAccessibleLabel(name)
    tooltip = name
  }

  public convenience init(label: String) {
    self.init(adopting: UnsafeMutableRawPointer(gtk_toggle_button_new_with_label(label)))
  }

  /// As ``Button/init(cssName:)``.
  public convenience init(toggleCSSName cssName: String) {
    self.init(adopting: Self.make(gtk_toggle_button_get_type(), cssName: cssName))
  }

  public var isActive: Bool {
    get { gtk_toggle_button_get_active(pointer()) != 0 }
    set { gtk_toggle_button_set_active(pointer(), newValue ? 1 : 0) }
  }

  @discardableResult
  public func onToggled(_ body: @escaping (Bool) -> Void) -> SignalHandler {
    // The button outlives its handlers, this handle perhaps not.
    let button: UnsafeMutablePointer<GtkToggleButton> = pointer()
    return on("toggled") { _ in body(gtk_toggle_button_get_active(button) != 0) }
  }
}

/// A button that opens a menu or a popover.
public final class MenuButton: Widget {
  public init(icon: String, name: String) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_menu_button_new()))
    gtk_menu_button_set_icon_name(pointer(), icon)
    setAccessibleLabel(name)
    tooltip = name
  }

  public func setMenu(_ menu: Menu) { gtk_menu_button_set_menu_model(pointer(), menu.pointer()) }
  public func setPopover(_ popover: Popover) {
    gtk_menu_button_set_popover(pointer(), popover.widget)
  }

  public var hasFrame: Bool {
    get { gtk_menu_button_get_has_frame(pointer()) != 0 }
    set { gtk_menu_button_set_has_frame(pointer(), newValue ? 1 : 0) }
  }

  /// Opens with F10.
  public func setPrimary(_ primary: Bool) {
    gtk_menu_button_set_primary(pointer(), primary ? 1 : 0)
  }
  public func popUp() { gtk_menu_button_popup(pointer()) }
  public func popDown() { gtk_menu_button_popdown(pointer()) }
}
