// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The same colour for the same person in every client (XEP-0392 §5).
enum ConsistentColor {
  static func color(for name: String) -> Tint {
    Tint(hue: hue(of: name), saturation: 100, lightness: 50).shaded()
  }

  /// Degrees, 0 ..< 360: the first two bytes of the SHA-1, as a little-endian number (§5.1).
  static func hue(of name: String) -> Double {
    let digest = Checksum.sha1(name)
    guard digest.count >= 2 else { return 0 }
    return Double(Int(digest[0]) | Int(digest[1]) << 8) / 65_536 * 360
  }
}
