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
  let history: HistoryChoice
  private(set) var removeButton: Button?

  init(_ address: String, _ use: AccountUse, over parent: Window?) {
    history = HistoryChoice(use)
    let title = tr("Remove %s?").filling(address)
    dialog = Dialog(title, over: parent, width: 400)
    dialog.content.append(Label.paragraph(title, styles: "title-2"))
    dialog.content.append(
      Label.paragraph(
        tr(
          "Its password, contacts and settings go from this device. The account at the server stays as it is."
        )))
    dialog.content.append(history.widget)
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
      onRemove(history.keep.isOn)
    }
  }

  func present() {
    dialog.window.focus = dialog.buttons.firstChild
    dialog.present(keeping: self)
  }
}
