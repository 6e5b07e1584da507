// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk
import Observation

/// What stands in the empty room below a short list of conversations: what to begin with.
final class Invitation {
  let widget = Box(.vertical, spacing: 8)

  private let words = Label.paragraph(
    tr("Chat with people anywhere, with an account of any XMPP server."), styles: "dim-label")
  private let account = Button(label: tr("Add an Account"))
  private let note = Button(label: tr("Write a Note"))
  private var following: Task<Void, Never>?

  init(_ accounts: Accounts) {
    widget.addStyle("invitation")
    account.actionName = "app.add-account"
    account.addStyle("suggested-action")
    note.actionName = "app.new-note"
    widget.append(words)
    for button in [account, note] { widget.append(button) }
    following = Task { [weak self] in
      for await hasAccount in Observations({ !accounts.present.isEmpty }) {
        self?.show(hasAccount: hasAccount)
      }
    }
    show(hasAccount: !accounts.present.isEmpty)
  }

  isolated deinit { following?.cancel() }

  /// Who has an account knows what to do.
  private func show(hasAccount: Bool) { widget.isVisible = !hasAccount }
}
