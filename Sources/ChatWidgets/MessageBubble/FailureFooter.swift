// SPDX-License-Identifier: MIT
import Gtk

/// Below a message that was not sent: why, and what can be done.
final class FailureFooter {
  let widget: Widget
  let retry = Button(label: tr("Retry"))
  let delete = Button(label: tr("Delete"))
  private let reason = Label()

  init(onRetry: @escaping () -> Void, onDelete: @escaping () -> Void) {
    let column = Box(.vertical)
    column.addStyle("message-failure")
    reason.wrap(minimumCharacters: 10)
    reason.alignment = 1
    let buttons = Box(.horizontal, spacing: 4)
    buttons.align(horizontal: .end)
    for (button, action) in [(retry, onRetry), (delete, onDelete)] {
      button.hasFrame = false
      button.onClicked(action)
      buttons.append(button)
    }
    column.append(reason)
    column.append(buttons)
    widget = column
  }

  func show(_ sentence: String) { reason.text = sentence }

  func height(for width: Int) -> Int { widget.measure(.vertical, for: width).natural }
}
