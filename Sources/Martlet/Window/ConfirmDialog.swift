// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// Asks before something is done that cannot be undone; says what goes.
final class ConfirmDialog {
  /// The user agrees.
  var onConfirm: () -> Void = {}
  /// It was closed, whatever was chosen; after ``onConfirm``.
  var onEnd: () -> Void = {}

  private let dialog: Dialog

  /// - Parameter confirm: What the button does, in its words: "Delete", not "Yes".
  init(_ title: String, text: String, confirm: String, over parent: Window?) {
    dialog = Dialog(title, over: parent, width: 380)
    dialog.content.append(Label.paragraph(title, styles: "title-2"))
    dialog.content.append(Label.paragraph(text))
    _ = dialog.addButton(tr("Cancel")) { [weak self] in self?.dialog.window.close() }
    _ = dialog.addButton(confirm, style: "destructive-action") { [weak self] in
      self?.onConfirm()
      self?.dialog.window.close()
    }
    dialog.window.onCloseRequest { [weak self] in
      self?.onEnd()
      return false
    }
  }

  func present() {
    // Return must not delete anything.
    dialog.window.focus = dialog.buttons.firstChild
    dialog.present(keeping: self)
  }
}
