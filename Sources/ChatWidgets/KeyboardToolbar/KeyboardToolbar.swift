// SPDX-License-Identifier: MIT
public import Gtk

/// A bar of items that stands below its content, right above the on-screen keyboard.
///
/// Items are spread over the width when they fit; when they do not, those in the middle scroll
/// while the fixed ones stay. With no items there is no bar. The bar is one stop of the Tab key;
/// arrow keys, Home and End move within it (WAI-ARIA Authoring Practices, "toolbar").
///
/// ```swift
/// let toolbar = KeyboardToolbar(items: [bold, italic, .dismissKeyboard])
/// window.child = editor.keyboardToolbar(toolbar)
/// toolbar["bold"]?.isSelected = true
/// ```
///
/// This is a handle: the bar lives as long as its ``widget``, whether or not the handle is kept. An
/// item's action belongs to the bar, so it must not capture the handle; let it capture the owner of
/// both weakly.
public struct KeyboardToolbar {
  private let bar: CustomWidget<KeyboardToolbarState>

  public init(items: [KeyboardToolbarItem] = [], style: KeyboardToolbarStyle = .standard) {
    bar = CustomWidget(KeyboardToolbarState(), role: .toolbar, cssName: "keyboardtoolbar")
    bar.state.setUp()
    bar.state.style = style
    bar.state.items = items
  }

  /// The bar with its margins.
  public var widget: Widget { bar }

  /// The items from start to end. Items that keep their id keep their widgets and the focus; of two
  /// with one id the first is shown.
  public var items: [KeyboardToolbarItem] {
    get { bar.state.items }
    nonmutating set { bar.state.items = newValue }
  }

  /// The item with `id`. Setting it replaces that item; nil takes it away. An id that no item has
  /// changes nothing.
  public subscript(id: String) -> KeyboardToolbarItem? {
    get { bar.state.items.first { $0.id == id } }
    nonmutating set {
      guard let index = bar.state.items.firstIndex(where: { $0.id == id }) else { return }
      bar.state.items.replaceSubrange(index...index, with: newValue.map { [$0] } ?? [])
    }
  }

  public var style: KeyboardToolbarStyle {
    get { bar.state.style }
    nonmutating set { bar.state.style = newValue }
  }

  /// Whether the bar is shown when it has items.
  public var isShown: Bool {
    get { bar.state.isShown }
    nonmutating set { bar.state.isShown = newValue }
  }

  /// The name that a screen reader speaks for the bar.
  public func setAccessibleLabel(_ label: String) { bar.setAccessibleLabel(label) }

  /// Called after ``KeyboardToolbarItem/dismissKeyboard`` has left the field: hide the on-screen
  /// keyboard here.
  public func onDismissKeyboard(_ body: @escaping () -> Void) {
    bar.state.dismissKeyboard = body
  }
}

extension Widget {
  /// This widget with a bar of `items` below it.
  public func keyboardToolbar(
    _ items: [KeyboardToolbarItem], style: KeyboardToolbarStyle = .standard
  ) -> Widget {
    keyboardToolbar(KeyboardToolbar(items: items, style: style))
  }

  /// This widget with `toolbar` below it.
  public func keyboardToolbar(_ toolbar: KeyboardToolbar) -> Widget {
    let column = Box(.vertical)
    expandsVertically = true
    column.append(self)
    column.append(toolbar.widget)
    return column
  }
}
