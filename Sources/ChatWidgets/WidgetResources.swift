// SPDX-License-Identifier: MIT
import Gtk

/// The icons and style rules that the widgets of this module are drawn with.
public enum WidgetResources {
  private static var isInstalled = false

  /// Makes them known to the display. Each widget calls it when it is made; later calls do nothing.
  public static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    ResourceBundle.register(PackageResources.icons_gresource)
    ResourceBundle.addIcons(path: "/im/martlet/icons")
    for css in [
      PackageResources.emoji_css, PackageResources.focus_css, PackageResources.inputbar_css,
      PackageResources.messagelist_css,
    ] {
      StyleSheet(String(decoding: css, as: UTF8.self)).install()
    }
  }
}
