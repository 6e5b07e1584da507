// SPDX-License-Identifier: GPL-3.0-or-later
import ChatXMPP
import Gtk

/// Changes the password of an account, at the server and in the keyring.
final class PasswordDialog {
  let dialog: Dialog
  let password = PasswordEntry()
  let again = PasswordEntry()
  let message = Label.paragraph("")
  private(set) lazy var closeButton = dialog.addButton(tr("Cancel")) { [weak self] in
    self?.dialog.window.close()
  }
  private(set) lazy var goButton = dialog.addButton(
    tr("Change"), style: "suggested-action"
  ) { [weak self] in self?.go() }

  private let connection: AccountConnection

  init(_ connection: AccountConnection, over parent: Window?) {
    self.connection = connection
    dialog = Dialog(tr("Change Password"), over: parent, width: 380)
    dialog.content.append(
      Label.paragraph(
        tr("The new password of %s holds on all devices.").filling(
          connection.address.description), styles: "dim-label"))
    dialog.content.append(field(tr("New password"), password))
    dialog.content.append(field(tr("The same once more"), again))
    message.isVisible = false
    dialog.content.append(message)
    _ = (closeButton, goButton)
    for entry in [password, again] { entry.onChanged { [weak self] in self?.changed() } }
    password.onActivate { [weak self] in self?.again.grabFocus() }
    again.onActivate { [weak self] in self?.go() }
    changed()
  }

  func present() {
    dialog.present(keeping: self)
    password.grabFocus()
  }

  private func field(_ name: String, _ entry: Widget) -> Widget {
    entry.setAccessibleLabel(name)
    let column = Box(.vertical, spacing: 4)
    column.append(Label.paragraph(name, styles: "heading"))
    column.append(entry)
    return column
  }

  private func changed() {
    message.isVisible = false
    goButton.isSensitive = !password.text.isEmpty && !again.text.isEmpty
  }

  private func go() {
    guard goButton.isSensitive else { return }
    let new = password.text
    guard new == again.text else {
      dialog.say(
        tr("The two are not the same. Type the new password again."), on: message)
      again.grabFocus()
      return
    }
    setWorking(true)
    dialog.say(tr("Changing the password…"), on: message, isFault: false)
    Task { [weak self, connection] in
      let result = await connection.changePassword(to: new)
      guard let self else { return }
      setWorking(false)
      switch result {
      case .success: finish()
      case .failure(let failure): dialog.say(Self.sentence(for: failure), on: message)
      }
    }
  }

  private func setWorking(_ isWorking: Bool) {
    for widget in [password, again, goButton] as [Widget] { widget.isSensitive = !isWorking }
  }

  private func finish() {
    for widget in [password, again, goButton] as [Widget] { widget.isSensitive = false }
    closeButton.label = tr("Close")
    closeButton.grabFocus()
    dialog.say(tr("The password is changed."), on: message, isFault: false)
  }

  /// What a refusal means here (XEP-0077 §3.3).
  static func sentence(for failure: RequestFailure) -> String {
    switch failure {
    case .disconnected: tr("There is no connection just now. The password stays as it is.")
    case .noAnswer:
      tr("The server did not answer. If a password is asked for, try the new one first.")
    case .refused("not-acceptable", _), .refused("bad-request", _):
      tr("The server finds this password too weak.")
    case .refused("not-allowed", _), .unsupported:
      tr("This server does not let passwords be changed here. Look at its web page.")
    default: failure.sentence
    }
  }
}
