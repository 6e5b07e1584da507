// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// The pane with the list of conversations and its header bar.
final class Sidebar {
  let widget: Widget
  let list = ConversationList()

  /// Called after the list has changed.
  var onListChanged: () -> Void = {}

  private let menuButton = MenuButton(icon: "open-menu-symbolic", name: tr("Main menu"))

  init(menu: Menu) {
    let header = HeaderBar()
    let title = Label("Martlet")
    title.addStyle("header-title")
    header.setTitle(title)
    header.showsWindowButtons = false
    menuButton.setMenu(menu)
    header.packEnd(menuButton)
    let column = Box(.vertical)
    column.addStyle("sidebar")
    column.append(header)
    list.widget.expandsVertically = true
    column.append(list.widget)
    widget = column
  }

  /// Follows the conversations of the session.
  func show(_ model: ConversationsModel) {
    list.show(model.order)
    model.onChange = { [weak self, weak model] in
      guard let self, let model else { return }
      list.show(model.order)
      onListChanged()
    }
  }

  func openMenu() { menuButton.popUp() }
}
