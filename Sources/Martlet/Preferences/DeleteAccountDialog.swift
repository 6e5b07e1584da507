// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// Asks before an account is deleted at its server (XEP-0077 §3.2). What goes cannot be brought
/// back, so its address is to be typed first.
final class DeleteAccountDialog {
  /// The account is gone from the server, and is to go from here; true keeps its conversations.
  var onDeleted: (_ keepsHistory: Bool) -> Void = { _ in }

  let dialog: Dialog
  let history: HistoryChoice
  let address = Entry()
  let message = Label.paragraph("")
  private(set) var deleteButton: Button?

  private let connection: AccountConnection
  private var isWorking = false

  init(_ connection: AccountConnection, _ use: AccountUse, over parent: Window?) {
    self.connection = connection
    history = HistoryChoice(use)
    let own = connection.address.description
    let title = tr("Delete %s for good?").filling(own)
    dialog = Dialog(title, over: parent, width: 400)
    dialog.content.append(Label.paragraph(title, styles: "title-2"))
    dialog.content.append(
      Label.paragraph(
        tr(
          "The server deletes the account: its contacts, its picture, and all messages it keeps there. Nobody can write to this address any more. This cannot be undone."
        )))
    dialog.content.append(history.widget)
    let caption = tr("Type %s to go on").filling(own)
    let field = Box(.vertical, spacing: 4)
    field.append(Label.paragraph(caption, styles: "heading"))
    address.setPurpose(.address)
    address.setAccessibleLabel(caption)
    field.append(address)
    dialog.content.append(field)
    message.isVisible = false
    dialog.content.append(message)
    _ = dialog.addButton(tr("Cancel")) { [weak self] in self?.dialog.window.close() }
    deleteButton = dialog.addButton(tr("Delete Account"), style: "destructive-action") {
      [weak self] in self?.go()
    }
    address.onChanged { [weak self] in self?.changed() }
    address.onActivate { [weak self] in self?.go() }
    changed()
  }

  func present() {
    dialog.present(keeping: self)
    address.grabFocus()
  }

  private func changed() {
    message.isVisible = false
    showState()
  }

  private func showState() {
    var typed: JID?
    if case .success(let jid) = TypedAddress.read(address.text) { typed = jid }
    deleteButton?.isSensitive = !isWorking && typed == connection.address
    address.isSensitive = !isWorking
    history.widget.isSensitive = !isWorking
  }

  private func go() {
    guard deleteButton?.isSensitive == true else { return }
    isWorking = true
    showState()
    dialog.say(tr("Deleting the account…"), on: message, isFault: false)
    Task { [weak self, connection] in
      let result = await connection.deleteFromServer()
      guard let self else { return }
      isWorking = false
      showState()
      switch result {
      case .success:
        onDeleted(history.keep.isOn)
        dialog.window.close()
      case .failure(let failure):
        dialog.say(Self.sentence(for: failure), on: message)
        address.grabFocus()
      }
    }
  }

  /// What a refusal means here (XEP-0077 §3.2).
  static func sentence(for failure: RequestFailure) -> String {
    switch failure {
    case .disconnected: tr("There is no connection just now. The account stays as it is.")
    case .noAnswer:
      tr(
        "The server did not answer. If the account is gone, signing in fails from now on; remove it from this device then."
      )
    case .refused("not-allowed", _), .refused("forbidden", _),
      .refused("service-unavailable", _), .refused("feature-not-implemented", _), .unsupported:
      tr("This server does not let accounts be deleted here. Look at its web page.")
    default: failure.sentence
    }
  }
}
