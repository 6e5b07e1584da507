// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// The style rules of the app's own parts; the widgets bring theirs.
enum AppStyle {
  static func install() {
    StyleSheet(String(decoding: PackageResources.martlet_css, as: UTF8.self)).install()
  }
}
