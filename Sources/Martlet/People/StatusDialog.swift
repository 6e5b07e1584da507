// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// Chooses what contacts see of the user: whether one is there, and a few words about it.
final class StatusDialog {
  let dialog: Dialog
  let choices: [(button: CheckButton, availability: Presence.Availability)]
  let text = Entry()
  let message = Label.paragraph("", styles: "error")
  private(set) var setButton: Button?

  private let accounts: Accounts

  init(_ accounts: Accounts, over parent: Window?) {
    self.accounts = accounts
    choices = OwnStatus.choices.map { availability in
      (CheckButton(label: PresenceText.choice(availability)), availability)
    }
    dialog = Dialog(tr("Status"), over: parent, width: 360)
    dialog.content.append(
      Label.paragraph(tr("Your contacts see it, on all your accounts."), styles: "dim-label"))
    let column = Box(.vertical, spacing: 6)
    for (button, availability) in choices {
      if let first = choices.first?.button, first != button { button.join(first) }
      if availability == accounts.status.availability { button.isOn = true }
      button.align(horizontal: .start)
      column.append(button)
    }
    dialog.content.append(column)
    dialog.content.append(
      Label.paragraph(
        tr("While you are not to be disturbed, Martlet shows no notices."), styles: "dim-label"))
    let field = Box(.vertical, spacing: 4)
    field.append(Label.paragraph(tr("Status text"), styles: "heading"))
    text.text = accounts.status.text
    text.setAccessibleLabel(tr("Status text"))
    field.append(text)
    dialog.content.append(field)
    message.isVisible = false
    dialog.content.append(message)
    _ = dialog.addButton(tr("Cancel")) { [weak self] in self?.dialog.window.close() }
    setButton = dialog.addButton(tr("Set Status"), style: "suggested-action") { [weak self] in
      self?.set()
    }
    text.onActivate { [weak self] in self?.set() }
  }

  func present() {
    dialog.present(keeping: self)
    // The arrows go on from what is set.
    choices.first { $0.button.isOn }?.button.grabFocus()
  }

  private func set() {
    let status = OwnStatus(
      choices.first { $0.button.isOn }?.availability ?? .available,
      text: String(text.text.onOneLine.trimmed.prefix(OwnStatus.textLimit)))
    Task { [weak self, accounts] in
      do throws(StoreError) {
        try await accounts.setStatus(status)
        self?.dialog.window.close()
      } catch {
        self?.message.text = StoreFault(error).sentence
        self?.message.isVisible = true
        self?.dialog.fit()
      }
    }
  }
}
