// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// A page that says one thing in the middle of the window: an icon, a title, a sentence, and what
/// can be done.
final class StatusPage {
  let widget: Widget

  /// - Parameter actions: Labels of buttons and the actions that they run; the first is suggested.
  init(icon: String, title: String, text: String, actions: [(label: String, action: String)] = []) {
    let column = Box(.vertical, spacing: 12)
    column.addStyle("status-page")
    column.align(horizontal: .center, vertical: .center)
    column.margin(start: 24, end: 24, top: 24, bottom: 24)

    let image = Image(icon: icon, pixelSize: 96)
    image.addStyle("dim-label")
    image.setAccessibleHidden(true)
    column.append(image)

    let heading = Label(title)
    heading.addStyle("title-2")
    heading.wrap(minimumCharacters: 12, maximumCharacters: 40)
    heading.centerLines()
    column.append(heading)

    let body = Label(text)
    body.wrap(minimumCharacters: 16, maximumCharacters: 56)
    body.centerLines()
    body.isSelectable = true
    column.append(body)

    let buttons = Box(.horizontal, spacing: 12)
    buttons.align(horizontal: .center)
    buttons.margin(top: 12)
    for (index, action) in actions.enumerated() {
      let button = Button(label: action.label)
      button.actionName = action.action
      button.addStyle("pill")
      if index == 0 {
        button.addStyle("suggested-action")
        button.takeFocusOnMap()
      }
      buttons.append(button)
    }
    column.append(buttons)
    widget = column
  }
}
