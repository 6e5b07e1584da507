// SPDX-License-Identifier: MIT
import Gtk

/// A sentence above the field on what happened or what can be done, with at most one thing to do.
final class InputNotice {
  let widget = Box(.horizontal, spacing: 8, role: .status)
  private let label = Label()
  private let action = Button(label: "")
  private let close: Button
  private var onAction: () -> Void = {}

  init() {
    close = Button(icon: "window-close-symbolic", name: tr("Close"))
    close.hasFrame = false
    label.wrap()
    label.alignment = 0
    label.expandsHorizontally = true
    for child in [label, action, close] {
      child.align(vertical: .center)
      widget.append(child)
    }
    widget.addStyle("input-notice")
    widget.isVisible = false
    close.onClicked { [weak self] in self?.hide() }
    action.onClicked { [weak self] in
      self?.hide()
      self?.onAction()
    }
  }

  var text: String { widget.isVisible ? label.text : "" }

  /// Shows `text`, and a button that does `body` and closes the notice.
  func show(_ text: String, action title: String? = nil, _ body: @escaping () -> Void = {}) {
    label.text = text
    action.isVisible = title != nil
    if let title { action.label = title }
    onAction = body
    widget.isVisible = true
  }

  func hide() { widget.isVisible = false }

  /// Presses its button.
  func act() { action.click() }
}
