// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// The name that contacts see of the user, where they have given none of their own (XEP-0172).
final class OwnNameDialog {
  let dialog: Dialog
  let name = Entry()
  let message = Label.paragraph("", styles: "error")
  private(set) var saveButton: Button?

  private let connection: AccountConnection

  /// Characters: what others take.
  private static let lengthLimit = 256

  init(_ connection: AccountConnection, over parent: Window?) {
    self.connection = connection
    dialog = Dialog(tr("Name"), over: parent, width: 360)
    dialog.content.append(
      Label.paragraph(
        tr("The contacts of %s see it.").filling(connection.address.description),
        styles: "dim-label"))
    let field = Box(.vertical, spacing: 4)
    field.append(Label.paragraph(tr("Your name"), styles: "heading"))
    name.setAccessibleLabel(tr("Your name"))
    name.text = connection.nickname.onOneLine
    field.append(name)
    dialog.content.append(field)
    message.isVisible = false
    dialog.content.append(message)
    _ = dialog.addButton(tr("Cancel")) { [weak self] in self?.dialog.window.close() }
    saveButton = dialog.addButton(tr("Save"), style: "suggested-action") { [weak self] in
      self?.save()
    }
    name.onChanged { [weak self] in self?.showState() }
    name.onActivate { [weak self] in self?.save() }
    showState()
  }

  func present() {
    dialog.present(keeping: self)
    name.grabFocus()
  }

  private var typed: String { String(name.text.onOneLine.trimmed.prefix(Self.lengthLimit)) }

  private func showState() {
    message.isVisible = false
    saveButton?.isSensitive = typed != connection.nickname.onOneLine
  }

  private func save() {
    guard saveButton?.isSensitive == true else { return }
    let typed = typed
    for widget in [name, saveButton] { widget?.isSensitive = false }
    Task { [weak self, connection] in
      let result = await connection.setNickname(typed)
      guard let self else { return }
      switch result {
      case .success: dialog.window.close()
      case .failure(let failure):
        name.isSensitive = true
        showState()
        message.text = failure.sentence
        message.isVisible = true
        dialog.fit()
        name.grabFocus()
      }
    }
  }
}
