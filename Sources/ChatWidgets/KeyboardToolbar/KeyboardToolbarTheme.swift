// SPDX-License-Identifier: MIT
import Gtk

extension KeyboardToolbarAppearance.Theme {
  /// The theme as `widget` sees it. Every theme names these colours; where one does not, Adwaita's
  /// light ones stand in.
  init(of widget: Widget) {
    foreground = widget.foreground
    window = widget.namedColor("theme_bg_color") ?? .white
    borders = widget.namedColor("borders") ?? foreground.opacity(0.15)
    accent =
      widget.namedColor("accent_bg_color") ?? widget.namedColor("theme_selected_bg_color")
      ?? Color(red: 0x35 / 255.0, green: 0x84 / 255.0, blue: 0xe4 / 255.0)
    let fontSize = widget.fontSize
    scale = fontSize > 0 ? fontSize / Widget.defaultFontSize : 1
  }
}
