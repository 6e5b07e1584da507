// SPDX-License-Identifier: MIT
import Gtk

/// The items at one place of a toolbar, in a row.
final class KeyboardToolbarGroup {
  let box = Box(.horizontal)
  private var shown: [Widget] = []
  private(set) var dividers: [Widget] = []

  var isEmpty: Bool { shown.isEmpty }

  /// Shows `widgets`, with a divider between any two where asked for.
  func show(_ widgets: [Widget], divided: Bool, makeDivider: () -> Widget) {
    let dividerCount = divided ? max(0, widgets.count - 1) : 0
    guard widgets != shown || dividerCount != dividers.count else { return }
    shown = widgets
    box.children.forEach(box.remove)
    dividers = (0..<dividerCount).map { _ in makeDivider() }
    for (index, widget) in widgets.enumerated() {
      if index > 0 && index <= dividerCount { box.append(dividers[index - 1]) }
      // It may come from another group.
      if widget.parent != nil { widget.unparent() }
      box.append(widget)
    }
  }

  /// Whether its items share the room that is left, each in the middle of its part.
  func spread(_ on: Bool) {
    for widget in shown { widget.expandsHorizontally = on }
    box.align(horizontal: on ? .fill : .start)
  }

  /// Keeps `padding` pixels free at both ends.
  func pad(by padding: Int) { box.margin(start: padding, end: padding) }
}
