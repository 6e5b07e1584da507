// SPDX-License-Identifier: MIT
import CGtk

/// On or off.
public final class Switch: Widget {
  public init() { super.init(adopting: UnsafeMutableRawPointer(gtk_switch_new())) }

  public var isOn: Bool {
    get { gtk_switch_get_active(pointer()) != 0 }
    set { gtk_switch_set_active(pointer(), newValue ? 1 : 0) }
  }

  @discardableResult
  public func onChanged(_ body: @escaping (Bool) -> Void) -> SignalHandler {
    let pointer: OpaquePointer = pointer()
    return on("notify::active") { _ in body(gtk_switch_get_active(pointer) != 0) }
  }
}

/// A mark that is set or not, with its words.
public final class CheckButton: Widget {
  /// - Parameter label: Wraps where there is too little room for it.
  public init(label: String) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_check_button_new_with_label(label)))
    guard let label = gtk_widget_get_last_child(widget).map(OpaquePointer.init),
      martlet_instance_is(UnsafeRawPointer(label), gtk_label_get_type()) != 0
    else { return }
    gtk_label_set_wrap(label, 1)
    gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_natural_wrap_mode(label, GTK_NATURAL_WRAP_NONE)
    gtk_label_set_xalign(label, 0)
  }

  /// Makes it one of several of which only one is set at a time: radio buttons. To be done before
  /// they are shown.
  public func join(_ other: CheckButton) {
    gtk_check_button_set_group(pointer(), other.pointer())
    // GTK 4.8 changes their look only.
    for button in [self, other] { button.setAccessibleRole(.radio) }
  }

  public var isOn: Bool {
    get { gtk_check_button_get_active(pointer()) != 0 }
    set { gtk_check_button_set_active(pointer(), newValue ? 1 : 0) }
  }

  @discardableResult
  public func onChanged(_ body: @escaping (Bool) -> Void) -> SignalHandler {
    let pointer: UnsafeMutablePointer<GtkCheckButton> = pointer()
    return on("toggled") { _ in body(gtk_check_button_get_active(pointer) != 0) }
  }
}

/// One of several.
public final class DropDown: Widget {
  public init(_ choices: [String]) {
    let strings = choices.map { g_strdup($0) }
    defer { for string in strings { g_free(string) } }
    var pointers: [UnsafePointer<CChar>?] = strings.map { UnsafePointer($0) }
    pointers.append(nil)
    super.init(adopting: UnsafeMutableRawPointer(gtk_drop_down_new_from_strings(&pointers)))
  }

  /// What it chooses. The button inside of it has the focus, and says the same (GTK 4.8 names that one
  /// by its type).
  public func setName(_ name: String) {
    setAccessibleLabel(name)
    firstChild?.setAccessibleLabel(name)
  }

  /// The place of the chosen one, from 0.
  public var selected: Int {
    get { Int(gtk_drop_down_get_selected(pointer())) }
    set { gtk_drop_down_set_selected(pointer(), guint(clamping: newValue)) }
  }

  @discardableResult
  public func onSelected(_ body: @escaping (Int) -> Void) -> SignalHandler {
    let pointer: OpaquePointer = pointer()
    return on("notify::selected") { _ in body(Int(gtk_drop_down_get_selected(pointer))) }
  }
}

/// Keys drawn as on a keyboard.
public final class ShortcutLabel: Widget {
  /// - Parameters:
  ///   - keys: As ``Application/setKeys(_:for:)`` takes them, such as "<Control>k".
  ///   - none: What stands there when there are no keys.
  public init(_ keys: String, none: String) {
    super.init(adopting: UnsafeMutableRawPointer(gtk_shortcut_label_new(keys)))
    gtk_shortcut_label_set_disabled_text(pointer(), none)
  }
}
