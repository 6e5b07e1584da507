// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// A row of the preferences: what is set, a plain sentence about it, and the control.
enum PreferencesRow {
  static func make(_ title: String, _ description: String, _ control: Widget) -> Widget {
    let row = Box(.horizontal, spacing: 12)
    row.margin(start: 12, end: 12, top: 10, bottom: 10)
    row.append(words(title, description))
    row.append(control)
    control.align(horizontal: .end, vertical: .center)
    switch control {
    case let choice as DropDown: choice.setName(title)
    // What a button does stands on it.
    case is Button: break
    default: control.setAccessibleLabel(title)
    }
    if !description.isEmpty { control.setAccessibleDescription(description) }
    return row
  }

  private static func words(_ title: String, _ description: String) -> Widget {
    let name = Label(title)
    name.alignment = 0
    name.wrap(minimumCharacters: 8)
    let column = Box(.vertical, spacing: 2)
    column.expandsHorizontally = true
    column.align(vertical: .center)
    column.append(name)
    guard !description.isEmpty else { return column }
    let sentence = Label(description)
    sentence.alignment = 0
    sentence.wrap(minimumCharacters: 8)
    sentence.addStyle("dim-label", "caption")
    column.append(sentence)
    return column
  }
}
