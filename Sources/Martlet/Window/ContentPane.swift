// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// The pane with the conversation: a header bar, notices, and the chat, or a page that says why
/// there is none.
final class ContentPane {
  let widget: Widget
  let banner = Banner()

  private let title = Label("Martlet")
  private let subtitle = Label()
  private let backButton = Button(icon: "go-previous-symbolic", name: tr("Back to conversations"))
  private let menuButton = MenuButton(icon: "open-menu-symbolic", name: tr("Main menu"))
  private let contactButton = Button(icon: "avatar-default-symbolic", name: tr("Contact"))
  private let column = Box(.vertical)
  private var page: Widget?

  /// - Parameter menu: The main menu, for when the side bar, which holds it, is not beside this.
  init(menu: Menu) {
    let header = HeaderBar()
    title.addStyle("header-title")
    title.ellipsize()
    subtitle.addStyle("header-subtitle", "dim-label")
    subtitle.ellipsize()
    subtitle.isVisible = false
    let titles = Box(.vertical)
    titles.align(vertical: .center)
    titles.append(title)
    titles.append(subtitle)
    header.setTitle(titles)
    backButton.actionName = "win.back"
    backButton.isVisible = false
    header.packStart(backButton)
    menuButton.setMenu(menu)
    header.packEnd(menuButton)
    contactButton.actionName = "win.contact"
    contactButton.isVisible = false
    header.packEnd(contactButton)
    column.addStyle("content")
    column.append(header)
    column.append(banner.widget)
    widget = column
  }

  func setTitle(_ text: String) { title.text = text }

  /// A second line, such as whether somebody is there; empty for none.
  func setSubtitle(_ text: String, tooltip: String = "") {
    subtitle.text = text
    subtitle.tooltip = tooltip.isEmpty ? nil : tooltip
    subtitle.isVisible = !text.isEmpty
  }

  /// Whether the way back to the list is shown.
  var showsBack: Bool {
    get { backButton.isVisible }
    set { if newValue != backButton.isVisible { backButton.isVisible = newValue } }
  }

  /// Whether the main menu stands here.
  var showsMenu: Bool {
    get { menuButton.isVisible }
    set { if newValue != menuButton.isVisible { menuButton.isVisible = newValue } }
  }

  /// Whether there is somebody to be looked at.
  var showsContact: Bool {
    get { contactButton.isVisible }
    set { if newValue != contactButton.isVisible { contactButton.isVisible = newValue } }
  }

  func openMenu() { menuButton.popUp() }

  /// Whether `widget` is what is shown.
  func shows(_ widget: Widget) -> Bool { page == widget }

  /// Puts `widget` in the place of what was shown.
  func show(_ widget: Widget) {
    guard widget != page else { return }
    if let page { column.remove(page) }
    widget.expandsVertically = true
    column.append(widget)
    page = widget
  }
}
