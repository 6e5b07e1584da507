// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// The style rules of the app's own parts; the widgets bring theirs.
enum AppStyle {
  static func install() {
    StyleSheet(String(decoding: PackageResources.martlet_css, as: UTF8.self)).install()
    // Facts can be copied, but a dialog must not open with the first of them marked.
    Settings.default?.selectsLabelsOnFocus = false
  }
}
