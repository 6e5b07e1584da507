// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// How the rows of a list look and read, apart from what the theme says.
struct ListStyle {
  var tint = Color(Tint.standard)
  var isHighContrast = false
  var showsNames = true
  var showsAvatars = true
  /// Whether several people write, who are then spoken by name.
  var isRoom = false
  /// The long messages that are shown in full.
  var expanded: Set<MessageID> = []
  /// What is looked for; marked in the texts.
  var finder: HitFinder?
  var texts = MessageListTexts()
  /// The picture of whoever has an address.
  var picture: (String) -> Texture? = { _ in nil }

  /// The accent as text on the window's background: as it is where that can be read, else shaded or
  /// lightened towards the theme's text colour.
  func accentText(on foreground: Color) -> Color {
    let background = Tint(foreground).glyph
    let target = isHighContrast ? 7.0 : 4.5
    let text = Tint(foreground)
    let accent = Tint(tint)
    for step in 0...10 {
      let part = Double(step) / 10
      let mixed = Tint(
        red: accent.red + (text.red - accent.red) * part,
        green: accent.green + (text.green - accent.green) * part,
        blue: accent.blue + (text.blue - accent.blue) * part)
      if mixed.contrast(with: background) >= target { return Color(mixed) }
    }
    return foreground
  }
}
