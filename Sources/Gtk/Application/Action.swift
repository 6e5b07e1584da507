// SPDX-License-Identifier: MIT
import CGtk

/// A named thing that can be done. Its enabled state drives every button, key and menu item that
/// names it.
public final class Action: Object {
  public init(_ name: String, _ body: @escaping () -> Void) {
    super.init(adopting: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
    on("activate") { _ in body() }
  }

  /// An action that is given a text, such as an id.
  public init(_ name: String, text body: @escaping (String) -> Void) {
    super.init(
      adopting: UnsafeMutableRawPointer(g_simple_action_new(name, martlet_variant_type_string())))
    on("activate") { arguments in
      guard let value = arguments.variant(0), let text = g_variant_get_string(value, nil)
      else { return }
      body(String(cString: text))
    }
  }

  /// An action with a state that is on or off.
  public init(_ name: String, isOn: Bool, changed body: @escaping (Bool) -> Void) {
    super.init(
      adopting: UnsafeMutableRawPointer(
        g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))))
    let action: OpaquePointer = pointer()
    on("change-state") { arguments in
      guard let value = arguments.variant(0) else { return }
      g_simple_action_set_state(action, value)
      body(g_variant_get_boolean(value) != 0)
    }
  }

  /// An action that holds one of several texts: items that give it theirs are radio buttons.
  public init(_ name: String, choice: String, changed body: @escaping (String) -> Void) {
    super.init(
      adopting: UnsafeMutableRawPointer(
        g_simple_action_new_stateful(
          name, martlet_variant_type_string(), g_variant_new_string(choice))))
    let action: OpaquePointer = pointer()
    on("change-state") { arguments in
      guard let value = arguments.variant(0), let text = g_variant_get_string(value, nil)
      else { return }
      let choice = String(cString: text)
      g_simple_action_set_state(action, value)
      body(choice)
    }
  }

  /// The text that an action with a choice holds; setting it does not call its body.
  public var choice: String {
    get {
      guard let state = g_action_get_state(pointer()) else { return "" }
      defer { g_variant_unref(state) }
      return g_variant_get_string(state, nil).map { String(cString: $0) } ?? ""
    }
    set { g_simple_action_set_state(pointer(), g_variant_new_string(newValue)) }
  }

  public var isEnabled: Bool {
    get { g_action_get_enabled(pointer()) != 0 }
    set { g_simple_action_set_enabled(pointer(), newValue ? 1 : 0) }
  }

  /// The state of an on-off action; setting it does not call its body.
  public var isOn: Bool {
    get {
      guard let state = g_action_get_state(pointer()) else { return false }
      defer { g_variant_unref(state) }
      return g_variant_get_boolean(state) != 0
    }
    set { g_simple_action_set_state(pointer(), g_variant_new_boolean(newValue ? 1 : 0)) }
  }

  public func activate() { g_action_activate(pointer(), nil) }
}

/// Actions that answer together under one prefix.
public final class ActionGroup: Object {
  public init() { super.init(adopting: UnsafeMutableRawPointer(g_simple_action_group_new())) }
  public func add(_ action: Action) { g_action_map_add_action(pointer(), action.pointer()) }
  public func remove(_ name: String) { g_action_map_remove_action(pointer(), name) }
}

/// A menu by its items: labels and the actions they run.
public final class Menu: Object {
  public init() { super.init(adopting: UnsafeMutableRawPointer(g_menu_new())) }

  @discardableResult
  public func add(_ label: String, action: String) -> Menu {
    g_menu_append(pointer(), label, action)
    return self
  }

  /// An item whose action is given `text`.
  @discardableResult
  public func add(_ label: String, action: String, text: String) -> Menu {
    let item = g_menu_item_new(label, nil)
    g_menu_item_set_action_and_target_value(item, action, g_variant_new_string(text))
    g_menu_append_item(pointer(), item)
    g_object_unref(UnsafeMutableRawPointer(item))
    return self
  }

  /// The labels of its items, in order; of sections and submenus those of the sections.
  public var labels: [String] {
    let model: UnsafeMutablePointer<GMenuModel> = pointer()
    return (0..<g_menu_model_get_n_items(model)).map { index in
      guard
        let value = g_menu_model_get_item_attribute_value(
          model, index, G_MENU_ATTRIBUTE_LABEL, martlet_variant_type_string())
      else { return "" }
      defer { g_variant_unref(value) }
      return g_variant_get_string(value, nil).map { String(cString: $0) } ?? ""
    }
  }

  @discardableResult
  public func add(section: Menu, label: String? = nil) -> Menu {
    g_menu_append_section(pointer(), label, section.pointer())
    return self
  }

  @discardableResult
  public func add(submenu: Menu, label: String) -> Menu {
    g_menu_append_submenu(pointer(), label, submenu.pointer())
    return self
  }

  public func removeAll() { g_menu_remove_all(pointer()) }
}
