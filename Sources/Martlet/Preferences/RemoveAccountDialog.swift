// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Asks what is to be left of an account on this device, and says how much there is.
final class RemoveAccountDialog {
  /// The account goes; true keeps its conversations.
  var onRemove: (_ keepsHistory: Bool) -> Void = { _ in }
  /// Only the password is to be forgotten.
  var onSignOut: () -> Void = {}

  let dialog: Dialog
  let keep = CheckButton(label: tr("Keep the conversations on this device"))
  /// How many conversations and messages stay or go, as ``keep`` says.
  let amount = Label.paragraph("", styles: "dim-label", "caption")
  private(set) var removeButton: Button?
  private let use: AccountUse

  init(_ address: String, _ use: AccountUse, over parent: Window?) {
    self.use = use
    let title = tr("Remove %s?").filling(address)
    dialog = Dialog(title, over: parent, width: 400)
    dialog.content.append(Label.paragraph(title, styles: "title-2"))
    dialog.content.append(
      Label.paragraph(
        tr(
          "Its password, contacts and settings go from this device. The account at the server stays as it is."
        )))
    keep.isOn = use.conversations > 0
    keep.isVisible = keep.isOn
    keep.onChanged { [weak self] _ in self?.showAmount() }
    dialog.content.append(keep)
    // A screen reader speaks what changes in it.
    let status = Box(.vertical, role: .status)
    status.append(amount)
    dialog.content.append(status)
    showAmount()
    addButtons()
  }

  private func addButtons() {
    _ = dialog.addButton(tr("Cancel")) { [weak self] in self?.dialog.window.close() }
    _ = dialog.addButton(tr("Only Sign Out")) { [weak self] in
      self?.dialog.window.close()
      self?.onSignOut()
    }
    removeButton = dialog.addButton(tr("Remove"), style: "destructive-action") { [weak self] in
      guard let self else { return }
      dialog.window.close()
      onRemove(keep.isOn)
    }
  }

  private func showAmount() {
    guard use.conversations > 0 else {
      amount.text = tr("It has no conversations on this device.")
      return
    }
    let conversations = trn("%s conversation", "%s conversations", use.conversations)
      .filling(String(use.conversations))
    let messages = trn("%s message", "%s messages", use.messages).filling(String(use.messages))
    // TRANSLATORS: "3 conversations" and "120 messages", each with its number.
    let sentence =
      keep.isOn
      ? tr("%s and %s stay on this device.")
      : tr("%s and %s are deleted from this device for good.")
    amount.text = sentence.filling(conversations, messages)
  }

  func present() {
    dialog.window.focus = dialog.buttons.firstChild
    dialog.present(keeping: self)
  }
}
