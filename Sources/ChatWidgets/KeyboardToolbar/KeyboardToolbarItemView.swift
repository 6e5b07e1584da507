// SPDX-License-Identifier: MIT
import Gtk

/// The widgets of one item, kept over changes of the item as long as its content is of one kind.
final class KeyboardToolbarItemView {
  private(set) var item: KeyboardToolbarItem
  /// What stands in the bar.
  let root: Widget
  /// What has the focus.
  let focusTarget: Widget?
  /// The same as `root` when the item can be selected.
  private var toggle: ToggleButton?
  private let capsule: Box
  private let sheet = StyleSheet()
  private var css = ""
  private let activate: (String) -> Void

  /// - Parameter activate: Called with the item's id when it is pressed.
  init(
    _ item: KeyboardToolbarItem, _ appearance: KeyboardToolbarAppearance,
    activate: @escaping (String) -> Void
  ) {
    self.item = item
    self.activate = activate
    capsule = Box(.horizontal)
    capsule.addStyle("capsule")
    capsule.align(horizontal: .center, vertical: .center)
    if item.isButton {
      let button: Button
      if item.isToggle {
        let toggle = ToggleButton(toggleCSSName: "toolbaritem")
        self.toggle = toggle
        button = toggle
      } else {
        button = Button(cssName: "toolbaritem")
      }
      button.child = capsule
      // The field keeps the focus, and with it the selection that the item works on.
      button.focusesOnClick = false
      root = button
      focusTarget = button
    } else {
      var bare: Widget?
      if case .widget(let widget) = item.content { bare = widget }
      let holder = Box(.horizontal, role: bare == nil ? .image : .group)
      capsule.expandsHorizontally = true
      holder.append(capsule)
      root = holder
      focusTarget = bare
    }
    root.addStyle("item")
    root.name = item.id
    sheet.apply(to: root)
    sheet.apply(to: capsule)
    fill()
    applyProperties()
    apply(appearance)
    (root as? Button)?.onClicked { [weak self] in
      guard let self else { return }
      activate(self.item.id)
      // A toggle button has turned itself; whether the item is on, its owner says.
      syncToggle()
    }
  }

  /// Shows `new` in the same widgets. Returns false when it needs others.
  func update(_ new: KeyboardToolbarItem, _ appearance: KeyboardToolbarAppearance) -> Bool {
    guard new.isButton == item.isButton, new.isToggle == item.isToggle else { return false }
    if new.content != item.content {
      // A bare widget brings its own focus with it.
      guard new.isButton else { return false }
      item = new
      empty()
      fill()
    }
    item = new
    applyProperties()
    apply(appearance)
    return true
  }

  func apply(_ appearance: KeyboardToolbarAppearance) {
    let new = appearance.css(itemColor: item.color)
    if new != css {
      css = new
      sheet.load(new)
    }
    if isImage {
      capsule.firstChild?.set(
        "pixel-size", to: .int(appearance.pixels(appearance.style.itemSize)))
    }
  }

  var containsFocus: Bool {
    guard let focus = root.window?.focus else { return false }
    return focus.isInside(root)
  }

  /// Takes the content out, so that another view can have it.
  func empty() { capsule.children.forEach(capsule.remove) }

  private var isImage: Bool {
    switch item.content {
    case .icon, .image: true
    case .text, .widget: false
    }
  }

  private func fill() {
    let child: Widget =
      switch item.content {
      case .icon(let name): Image(icon: name)
      case .image(let file): Image(file: file)
      case .text(let text): Label(text)
      case .widget(let widget): widget
      }
    // What the button's name says already.
    if isImage { child.setAccessibleHidden(true) }
    // It may come from another item.
    if child.parent != nil { child.unparent() }
    child.expandsHorizontally = true
    child.align(horizontal: .center, vertical: .center)
    capsule.append(child)
  }

  private func applyProperties() {
    capsule.setStyle("selected", item.isSelected)
    root.isSensitive = item.isEnabled
    guard item.isButton || !isWidget else { return }
    root.setAccessibleLabel(item.accessibilityLabel)
    root.tooltip = item.accessibilityLabel
    syncToggle()
  }

  private func syncToggle() {
    guard let toggle else { return }
    if toggle.isActive != item.isSelected { toggle.isActive = item.isSelected }
  }

  private var isWidget: Bool {
    if case .widget = item.content { return true }
    return false
  }
}
