// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// How the desktop wants to be looked at.
struct Appearance: Equatable {
  enum Scheme: Int {
    case noPreference = 0
    case dark = 1
    case light = 2
  }

  var scheme: Scheme = .noPreference
  /// The user's accent colour, nil when the desktop has none.
  var accent: Color?
  var highContrast = false

  /// Where neither the desktop nor the theme names an accent: Adwaita's blue.
  static let fallbackAccent = Color(red: 0x35 / 255.0, green: 0x84 / 255.0, blue: 0xe4 / 255.0)

  /// Reads one setting of `org.freedesktop.appearance`. What does not fit changes nothing.
  mutating func apply(key: String, value: Variant) {
    let value = value.unwrapped
    switch key {
    case "color-scheme":
      scheme = value.uint32.flatMap { Scheme(rawValue: Int($0)) } ?? .noPreference
    case "contrast":
      highContrast = value.uint32 == 1
    case "accent-color":
      accent = Self.color(value)
    default: break
    }
  }

  /// A colour as the portal gives it: (ddd), each 0 … 1; outside of that means "none".
  private static func color(_ value: Variant) -> Color? {
    guard value.type == "(ddd)", let red = value[0]?.double, let green = value[1]?.double,
      let blue = value[2]?.double
    else { return nil }
    let valid = [red, green, blue].allSatisfy { $0.isFinite && (0...1).contains($0) }
    return valid ? Color(red: red, green: green, blue: blue) : nil
  }
}

/// The appearance as it was last seen, kept over restarts so that the first frame already has it:
/// asking the desktop takes longer than painting.
extension Appearance {
  private static let group = "appearance"

  init(from file: KeyFile) {
    scheme = file.int(Self.group, "scheme").flatMap(Scheme.init(rawValue:)) ?? .noPreference
    accent = file.string(Self.group, "accent").flatMap { Color(css: $0) }
    highContrast = file.int(Self.group, "contrast") == 1
  }

  func write(to file: KeyFile) {
    file.set(Self.group, "scheme", to: scheme.rawValue)
    file.set(Self.group, "accent", to: accent?.css ?? "")
    file.set(Self.group, "contrast", to: highContrast ? 1 : 0)
  }
}
