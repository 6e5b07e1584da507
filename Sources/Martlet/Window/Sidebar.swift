// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk
import Observation

/// The pane with the list of conversations and its header bar.
final class Sidebar {
  let widget: Widget
  let list = ConversationList()

  /// Called after the list has changed.
  var onListChanged: () -> Void = {}

  /// Whether the window is closed from here: it is where there is room for this pane only.
  var showsWindowButtons: Bool {
    get { header.showsWindowButtons }
    set { header.showsWindowButtons = newValue }
  }

  private let header = HeaderBar()
  private let status = Label()
  private let menuButton = MenuButton(icon: "open-menu-symbolic", name: tr("Main menu"))
  private let top = Box(.vertical)
  private let bottom = Box(.vertical)
  private var strip: AccountStrip?
  private var requests: RequestStrip?
  private var invitation: Invitation?
  private var conversationMenu: ConversationMenu?
  private var statusFollower: Task<Void, Never>?

  init(menu: Menu) {
    let new = Button(icon: "list-add-symbolic", name: tr("New conversation"))
    new.actionName = "win.new-conversation"
    header.packStart(new)
    let title = Label("Martlet")
    title.addStyle("header-title")
    status.addStyle("header-subtitle", "dim-label")
    status.ellipsize()
    status.isVisible = false
    let titles = Box(.vertical)
    titles.align(vertical: .center)
    titles.append(title)
    titles.append(status)
    header.setTitle(titles)
    header.showsWindowButtons = false
    menuButton.setMenu(menu)
    header.packEnd(menuButton)
    let column = Box(.vertical)
    column.addStyle("sidebar")
    column.append(header)
    column.append(top)
    list.widget.expandsVertically = true
    column.append(list.widget)
    column.append(bottom)
    widget = column
  }

  /// Follows the accounts: what is the matter with them stands above the list, what to begin with
  /// below it.
  func show(
    _ accounts: Accounts, onFault: @escaping (String) -> Void,
    onRemedy: @escaping (AccountConnection, AccountText.Remedy) -> Void
  ) {
    let strip = AccountStrip(accounts)
    strip.onRemedy = onRemedy
    top.append(strip.widget)
    self.strip = strip
    let requests = RequestStrip(accounts)
    requests.onFault = onFault
    top.append(requests.widget)
    self.requests = requests
    let invitation = Invitation(accounts)
    bottom.append(invitation.widget)
    self.invitation = invitation
    statusFollower = Task { [weak self] in
      let lines = Observations {
        accounts.present.isEmpty ? "" : PresenceText.line(accounts.status)
      }
      for await line in lines { self?.showStatus(line) }
    }
  }

  isolated deinit { statusFollower?.cancel() }

  /// One's own status below the title, while it is not as usual.
  private func showStatus(_ line: String) {
    status.text = line
    status.tooltip = line.isEmpty ? nil : line
    status.isVisible = !line.isEmpty
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

  /// Gives each conversation its menu.
  func show(
    menuOf session: Session, onFault: @escaping (String) -> Void,
    onDetails: @escaping (ConversationSummary) -> Void
  ) {
    let menu = ConversationMenu(session, anchor: list.anchor)
    menu.onNotice = onFault
    menu.onDetails = onDetails
    conversationMenu = menu
    list.onMenu = { [weak self] id, rectangle in
      guard let summary = self?.list.summaries.first(where: { $0.id == id }) else { return }
      menu.popUp(for: summary, at: rectangle)
    }
  }

  func openMenu() { menuButton.popUp() }
}
