// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import ChatXMPP
import Gtk
import Observation

/// The accounts in the preferences: how each is doing, a switch that turns it on and off, and its
/// removal.
final class AccountsPage {
  let widget = Box(.vertical)
  var onFault: (String) -> Void = { _ in }

  private let accounts: Accounts
  private var following: Task<Void, Never>?
  private var pictureFollower: Task<Void, Never>?
  private var avatars: [AccountID: Avatar] = [:]

  init(_ accounts: Accounts) {
    self.accounts = accounts
    widget.addStyle("card")
    following = Task { [weak self] in
      let states = Observations { accounts.present.map { ($0.id, $0.condition) } }
      for await _ in states { self?.fill() }
    }
    pictureFollower = Task { [weak self] in
      for await _ in Observations({ accounts.picturesRevision }) { self?.showPictures() }
    }
    fill()
  }

  isolated deinit {
    following?.cancel()
    pictureFollower?.cancel()
  }

  private func showPictures() {
    for (id, avatar) in avatars {
      guard let connection = accounts[id] else { continue }
      avatar.picture = connection.pictures[connection.address, avatar.side]
    }
  }

  private func fill() {
    let hadFocus = widget.window?.focus?.isInside(widget) ?? false
    for child in widget.children { widget.remove(child) }
    avatars = [:]
    for connection in accounts.present {
      widget.append(row(of: connection))
      widget.append(Separator(.horizontal))
    }
    let add = Button(label: tr("Add an Account…"))
    add.onClicked { [weak self] in
      guard let self else { return }
      SignInDialog(accounts, .add, over: widget.window).present()
    }
    add.align(horizontal: .start)
    add.margin(start: 12, end: 12, top: 10, bottom: 10)
    widget.append(add)
    if hadFocus { widget.children.first?.moveFocus(forward: true) }
  }

  private func row(of connection: AccountConnection) -> Widget {
    let words = Box(.vertical, spacing: 2)
    words.expandsHorizontally = true
    let address = connection.address.description
    words.append(Label.paragraph(address))
    words.append(
      Label.paragraph(
        AccountText(connection.condition).title, styles: "dim-label", "caption"))
    let power = Switch()
    power.isOn = connection.isEnabled
    power.align(vertical: .center)
    power.setAccessibleLabel(tr("Use %s").filling(address))
    power.onChanged { [weak self] isOn in
      guard isOn != connection.isEnabled else { return }
      self?.change { accounts async throws(StoreError) in
        try await accounts.setEnabled(isOn, connection)
      }
    }
    let avatar = Avatar(name: address, key: address, size: 40)
    avatar.picture = connection.pictures[connection.address, avatar.side]
    avatars[connection.id] = avatar
    let row = Box(.horizontal, spacing: 12)
    row.margin(start: 12, end: 12, top: 10, bottom: 10)
    for part in [avatar.widget, words, power, menu(of: connection)] as [Widget] {
      row.append(part)
    }
    return row
  }

  private func menu(of connection: AccountConnection) -> Widget {
    let button = MenuButton(
      icon: "view-more-symbolic",
      name: tr("What to do with %s").filling(connection.address.description))
    button.setMenu(
      Menu()
        .add(
          section: Menu().add(tr("_Name…"), action: "account.name")
            .add(tr("P_icture…"), action: "account.picture")
            .add(tr("Change _Password…"), action: "account.password")
            .add(tr("_Blocked Addresses…"), action: "account.blocked")
        )
        .add(
          section: Menu().add(tr("_Remove…"), action: "account.remove")
            .add(tr("_Delete at the Server…"), action: "account.delete")))
    button.hasFrame = false
    button.align(vertical: .center)
    let actions = ActionGroup()
    actions.add(
      Action("name") { [weak self] in
        OwnNameDialog(connection, over: self?.widget.window).present()
      })
    actions.add(
      Action("picture") { [weak self] in
        OwnPictureDialog(connection, over: self?.widget.window).present()
      })
    actions.add(
      Action("password") { [weak self] in
        PasswordDialog(connection, over: self?.widget.window).present()
      })
    actions.add(
      Action("blocked") { [weak self] in
        BlockedDialog(connection, over: self?.widget.window).present()
      })
    actions.add(
      Action("remove") { [weak self] in
        self?.withUse(of: connection) { self?.ask(toRemove: connection, $0) }
      })
    actions.add(
      Action("delete") { [weak self] in
        self?.withUse(of: connection) { self?.ask(toDelete: connection, $0) }
      })
    button.insertActionGroup(actions, prefix: "account")
    return button
  }

  private func change(_ body: @escaping (Accounts) async throws(StoreError) -> Void) {
    Task { [weak self, accounts] in
      do throws(StoreError) {
        try await body(accounts)
      } catch {
        self?.onFault(StoreFault(error).sentence)
      }
    }
  }

  /// Goes on once it is known what an account has here.
  private func withUse(
    of connection: AccountConnection, _ body: @escaping (AccountUse) -> Void
  ) {
    Task { [weak self, accounts] in
      do throws(StoreError) {
        body(try await accounts.use(of: connection))
      } catch {
        self?.onFault(StoreFault(error).sentence)
      }
    }
  }

  private func ask(toRemove connection: AccountConnection, _ use: AccountUse) {
    let dialog = RemoveAccountDialog(
      connection.address.description, use, over: widget.window)
    dialog.onSignOut = { [accounts] in Task { await accounts.signOut(connection) } }
    dialog.onRemove = { [weak self] keepsHistory in
      self?.change { accounts async throws(StoreError) in
        try await accounts.remove(connection, keepingHistory: keepsHistory)
      }
    }
    dialog.present()
  }

  private func ask(toDelete connection: AccountConnection, _ use: AccountUse) {
    let dialog = DeleteAccountDialog(connection, use, over: widget.window)
    dialog.onDeleted = { [weak self] keepsHistory in
      self?.change { accounts async throws(StoreError) in
        try await accounts.remove(connection, keepingHistory: keepsHistory)
      }
    }
    dialog.present()
  }
}
