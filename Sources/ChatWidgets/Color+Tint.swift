// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

nonisolated extension Tint {
  /// An opaque colour, as ChatCore knows it: the alpha is left out.
  init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue) }
}

nonisolated extension Color {
  init(_ tint: Tint) { self.init(red: tint.red, green: tint.green, blue: tint.blue) }
}
