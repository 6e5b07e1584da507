// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Tells which message is being answered or edited, and lets go of it.
final class TargetBanner {
  let widget = Box(.horizontal, spacing: 8, role: .group)
  private let line = CustomWidget(AccentLine(), role: .presentation, cssName: "accent-line")
  private let title = Label()
  private let preview = Label()
  private let close: Button

  init(onClose: @escaping () -> Void) {
    close = Button(icon: "window-close-symbolic", name: tr("Cancel"))
    close.hasFrame = false
    close.onClicked(onClose)
    close.align(vertical: .center)
    let lines = Box(.vertical)
    title.addStyle("target-title")
    preview.addStyle("target-preview")
    for label in [title, preview] {
      label.alignment = 0
      label.ellipsize()
      lines.append(label)
    }
    lines.expandsHorizontally = true
    for child in [line, lines] { widget.append(child) }
    widget.append(close)
    widget.addStyle("target-banner")
    widget.isVisible = false
  }

  var tint: Color {
    get { line.state.tint }
    set { line.state.tint = newValue }
  }

  /// Shows the message with the first line of its text.
  func show(title: String, text: String) {
    self.title.text = title
    let line = text.split(maxSplits: 1, whereSeparator: \.isNewline).first.map(String.init) ?? ""
    preview.text = SafeText.excerpt(line)
    preview.isVisible = !preview.text.isEmpty
    widget.setAccessibleLabel("\(title): \(preview.text)")
    widget.isVisible = true
  }

  func hide() { widget.isVisible = false }
}
