// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// A line at the top of the window that says what happened and stays until it is closed or
/// replaced.
final class Banner {
  let widget: Widget

  private let revealer: Revealer
  private let row: Box
  private let label: Label

  init() {
    label = Label()
    label.wrap(minimumCharacters: 16)
    label.alignment = 0
    label.expandsHorizontally = true
    label.isSelectable = true
    let close = Button(icon: "window-close-symbolic", name: tr("Close this notice"))
    close.hasFrame = false
    close.align(vertical: .start)
    row = Box(.horizontal, spacing: 12, role: .alert)
    row.addStyle("banner")
    row.append(label)
    row.append(close)
    revealer = Revealer(.slideDown, child: row)
    widget = revealer
    close.onClicked { [weak self] in self?.hide() }
  }

  func show(_ sentence: String) {
    label.text = sentence
    row.setAccessibleLabel(sentence)
    revealer.isRevealed = true
  }

  func hide() { revealer.isRevealed = false }
}
