// SPDX-License-Identifier: MIT
public import Gtk

/// The line that says, beside what was found, that there may be more: older messages are still
/// being indexed.
public final class IndexingNote {
  public let widget: Widget
  let label = Label()

  public init() {
    label.alignment = 0
    label.addStyle("dim-label")
    label.addStyle("caption")
    label.wrap(minimumCharacters: 12)
    // A screen reader speaks what changes in it.
    let status = Box(.horizontal, role: .status)
    status.append(label)
    status.isVisible = false
    widget = status
  }

  public var isShown: Bool {
    get { widget.isVisible }
    set {
      guard newValue != widget.isVisible else { return }
      widget.isVisible = newValue
      label.text = newValue ? tr("Older messages are still being indexed.") : ""
    }
  }
}
