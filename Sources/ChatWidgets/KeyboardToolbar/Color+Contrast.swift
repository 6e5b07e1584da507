// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

nonisolated extension Color {
  static let black = Color(red: 0, green: 0, blue: 0)
  static let white = Color(red: 1, green: 1, blue: 1)

  /// The contrast ratio, 1 … 21, of two opaque colours (WCAG 2.1, "contrast ratio").
  func contrast(with other: Color) -> Double {
    Tint(self).contrast(with: Tint(other))
  }

  /// What is seen when this colour lies over an opaque `backdrop`.
  func over(_ backdrop: Color) -> Color {
    func mix(_ top: Double, _ bottom: Double) -> Double { top * alpha + bottom * (1 - alpha) }
    return Color(
      red: mix(red, backdrop.red), green: mix(green, backdrop.green),
      blue: mix(blue, backdrop.blue))
  }

  /// The nearest shade or tint of this colour whose contrast with `ground` is at least `ratio`;
  /// black or white where no other reaches it.
  func readable(on ground: Color, ratio: Double) -> Color {
    let goal = ground.blackOrWhite
    let steps = 20
    let mixes = (0..<steps).lazy.map { goal.opacity(Double($0) / Double(steps)).over(self) }
    return mixes.first { $0.contrast(with: ground) >= ratio } ?? goal
  }

  /// Black or white, whichever is read better on it.
  var blackOrWhite: Color {
    contrast(with: .black) >= contrast(with: .white) ? .black : .white
  }
}
