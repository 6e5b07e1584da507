// SPDX-License-Identifier: MIT
import Gtk

/// The bar above the list while messages are being selected: how many they are, and what can be done
/// with them. Where there is no keyboard, it is the only way out.
final class SelectionBar {
  let widget: Widget
  let count = Label()
  let copy = Button(icon: "edit-copy-symbolic", name: tr("Copy"))
  let copyWithNames = Button(label: tr("With Names"))
  let leave = Button(icon: "window-close-symbolic", name: tr("End selecting"))
  /// Keeps it to the width of the messages.
  let column: ReadingColumn
  private let revealer: Revealer

  var onCopy: (_ withNames: Bool) -> Void = { _ in }
  var onLeave: () -> Void = {}

  init() {
    let row = Box(.horizontal, spacing: 2, role: .toolbar)
    row.setAccessibleLabel(tr("Selected messages"))
    // In two lines on a phone, where the words are long.
    count.wrap(minimumCharacters: 6)
    count.naturalWrapsByWord(true)
    count.alignment = 0
    count.expandsHorizontally = true
    count.margin(start: 8, end: 4)
    // A screen reader speaks what changes in it.
    let status = Box(.horizontal, role: .status)
    status.append(count)
    row.append(status)
    copyWithNames.setAccessibleLabel(tr("Copy With Names and Times"))
    copyWithNames.tooltip = tr("Copy With Names and Times")
    for button in [copy, copyWithNames, leave] {
      button.hasFrame = false
      row.append(button)
    }
    column = ReadingColumn(child: row)
    column.widget.addStyle("selection-bar")
    revealer = Revealer(.slideDown, child: column.widget)
    revealer.setDuration(milliseconds: 120)
    revealer.isVisible = false
    widget = revealer
    copy.onClicked { [weak self] in self?.onCopy(false) }
    copyWithNames.onClicked { [weak self] in self?.onCopy(true) }
    leave.onClicked { [weak self] in self?.onLeave() }
  }

  /// - Parameter selected: how many messages are selected; nil while none are being selected.
  func update(selected: Int?) {
    if let selected {
      count.text = trn("%s selected", "%s selected", selected).filling("\(selected)")
    }
    let isShown = selected != nil
    guard isShown != revealer.isRevealed else { return }
    // Hidden, it must neither take clicks nor be walked to.
    revealer.isVisible = isShown
    revealer.isRevealed = isShown
  }
}
