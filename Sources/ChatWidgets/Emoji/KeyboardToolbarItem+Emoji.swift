// SPDX-License-Identifier: MIT
public import Gtk

extension KeyboardToolbarItem {
  /// Opens GTK's emoji chooser at the caret of `view`.
  public static func emoji(for view: TextView) -> KeyboardToolbarItem {
    KeyboardToolbarItem(
      .icon("martlet-emoji-symbolic"), id: "emoji", accessibilityLabel: tr("Emoji"),
      action: {
        // The chooser stands at the caret, and what is picked goes there.
        view.grabFocus()
        view.chooseEmoji()
      })
  }
}
