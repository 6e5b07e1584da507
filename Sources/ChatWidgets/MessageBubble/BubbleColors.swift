// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The colours of one bubble, from the accent and the theme's text colour.
struct BubbleColors {
  /// Nil for text that stands without a bubble.
  var fill: Color?
  var border: Color?
  var text: Color
  var meta: Color
  var name: Color
  /// The name and the bar of an answered message.
  var quote: Color
  /// Behind selected text.
  var selection: Color
  /// What marks stand on.
  var ground: Color

  /// - Parameters:
  ///   - foreground: the text colour of the theme, on the window's background.
  ///   - base: that background, where the theme names it. On it bubbles need no transparency, which
  ///     takes several times as long to draw.
  init(_ content: BubbleContent, _ style: ListStyle, foreground: Color, base: Color? = nil) {
    let isMine = content.shape.isMine
    name = foreground.opacity(BubbleMetrics.dimmed)
    let tint = Tint(style.tint).shaded(toContrast: style.isHighContrast ? 7 : 4.5)
    quote = isMine ? Color(tint.glyph) : style.accentText(on: foreground)
    // An accent that is dark enough for white text hardly shows on a dark ground.
    selection = Color(tint).opacity(Tint(foreground).glyph == .black ? 0.7 : 0.35)
    if content.shape.isBare {
      text = foreground
      meta = foreground.opacity(BubbleMetrics.dimmed)
      ground = Color(Tint(foreground).glyph)
      return
    }
    if isMine {
      ground = Color(tint)
      text = Color(tint.glyph)
      fill = ground
      // The accent cannot be seen on the accent.
      selection = text.opacity(0.35)
    } else {
      // Theirs is the text's own colour, thinned: it suits every theme, light or dark.
      ground = Color(Tint(foreground).glyph)
      text = foreground
      let thinned = base?.mixed(with: foreground, Self.grey) ?? foreground.opacity(Self.grey)
      fill = style.isHighContrast ? nil : thinned
    }
    if style.isHighContrast { border = foreground }
    let dimmed = isMine ? Self.opacity(of: tint.glyph, on: tint) : BubbleMetrics.dimmed
    meta = text.opacity(style.isHighContrast ? 1 : dimmed)
    if content.isDimmed { text = text.opacity(dimmed) }
  }

  /// How far text is dimmed where it can still be read: an accent has just the contrast that full
  /// text needs.
  private static func opacity(of text: Tint, on ground: Tint) -> Double {
    func mix(_ channel: KeyPath<Tint, Double>, _ opacity: Double) -> Double {
      text[keyPath: channel] * opacity + ground[keyPath: channel] * (1 - opacity)
    }
    return stride(from: BubbleMetrics.dimmed, to: 1, by: 0.02).first { opacity in
      let mixed = Tint(
        red: mix(\.red, opacity), green: mix(\.green, opacity), blue: mix(\.blue, opacity))
      return mixed.contrast(with: ground) >= 4.6  // 4.5, and what rounding takes
    } ?? 1
  }

  private static let grey = 0.14
}
