// SPDX-License-Identifier: GPL-3.0-or-later
import ChatWidgets
import ChatXMPP
import Gtk
import Observation

/// The picture that contacts see of the user: chosen, changed, taken away.
final class OwnPictureDialog {
  let dialog: Dialog
  let message = Label.paragraph("")
  let choose = Button(label: tr("Choose a Picture…"))
  let remove = Button(label: tr("Remove the Picture"))

  private let connection: AccountConnection
  private let avatar: Avatar
  private var isWorking = false { didSet { showState() } }
  private var following: Task<Void, Never>?

  /// Pixels of the square that is published: what others show well (XEP-0084 §4.2.1).
  static let side = 192

  init(_ connection: AccountConnection, over parent: Window?) {
    self.connection = connection
    let address = connection.address.description
    avatar = Avatar(name: address, key: address, size: 128)
    dialog = Dialog(tr("Picture"), over: parent, width: 360)
    dialog.content.append(avatar.widget)
    let sentence = Label.paragraph(
      tr("The contacts of %s see it.").filling(address), styles: "dim-label")
    sentence.alignment = 0.5
    dialog.content.append(sentence)
    message.isVisible = false
    dialog.content.append(message)
    let actions = Box(.vertical, spacing: 6)
    actions.append(choose)
    actions.append(remove)
    dialog.content.append(actions)
    choose.onClicked { [weak self] in self?.ask() }
    remove.onClicked { [weak self] in self?.publish(nil) }
    _ = dialog.addButton(tr("Close")) { [weak self] in self?.dialog.window.close() }
    following = Task { [weak self] in
      for await _ in Observations({ (connection.pictures.revision, connection.condition) }) {
        self?.showState()
      }
    }
    showState()
  }

  isolated deinit { following?.cancel() }

  func present() {
    dialog.present(keeping: self)
    choose.grabFocus()
  }

  private func showState() {
    avatar.picture = connection.pictures[connection.address, avatar.side]
    choose.isSensitive = !isWorking
    remove.isSensitive = !isWorking && avatar.picture != nil
  }

  private func ask() {
    FileChooser.open(
      title: tr("Choose a Picture"), accept: tr("_Choose"), over: dialog.window, multiple: false,
      pictures: tr("Pictures")
    ) { [weak self] paths in
      if let path = paths.first { self?.use(path) }
    }
  }

  /// Makes a small picture of a file, without anything else that is in it, and publishes it.
  func use(_ path: String) {
    isWorking = true
    dialog.say(tr("Publishing the picture…"), on: message, isFault: false)
    Task { [weak self] in
      switch await SquarePicture.read(path, side: Self.side) {
      case .success(let picture):
        self?.publish(OwnAvatar(png: picture.png, width: picture.side, height: picture.side))
      case .failure(let fault):
        guard let self else { return }
        isWorking = false
        dialog.say(Self.sentence(for: fault), on: message)
      }
    }
  }

  private func publish(_ picture: OwnAvatar?) {
    isWorking = true
    Task { [weak self, connection] in
      let result = await connection.setPicture(picture)
      guard let self else { return }
      isWorking = false
      switch result {
      case .success:
        message.isVisible = false
        dialog.fit()
      case .failure(let failure): dialog.say(failure.sentence, on: message)
      }
    }
  }

  static func sentence(for fault: SquarePicture.Fault) -> String {
    switch fault {
    case .unreadable: tr("This file cannot be read. Choose another one.")
    case .tooLarge: tr("This picture is too large. Choose a smaller one.")
    case .noPicture: tr("This file is no picture that Martlet knows. Choose a PNG or JPEG.")
    }
  }
}
