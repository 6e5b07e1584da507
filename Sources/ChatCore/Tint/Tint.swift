// SPDX-License-Identifier: MIT
internal import Glibc

/// A colour in sRGB and what can be read on it.
///
/// Luminance and contrast are those of WCAG 2.1
/// (https://www.w3.org/TR/WCAG21/#dfn-relative-luminance).
public struct Tint: Hashable, Sendable {
  /// The channels as they are written in a colour code, 0…1 each.
  public var red: Double
  public var green: Double
  public var blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// `0xRRGGBB`
  public init(rgb: UInt32) {
    self.init(
      red: Double(rgb >> 16 & 0xff) / 255, green: Double(rgb >> 8 & 0xff) / 255,
      blue: Double(rgb & 0xff) / 255)
  }

  public static let black = Tint(rgb: 0x000000)
  public static let white = Tint(rgb: 0xffffff)
  /// Where the system names no accent: Adwaita's blue.
  public static let standard = Tint(rgb: 0x3584e4)

  /// Relative luminance: 0 for black, 1 for white.
  public var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// What is drawn on this colour: black where its luminance is over a half, else white.
  public var glyph: Tint { luminance > 0.5 ? .black : .white }

  /// The contrast of two colours: 1 (none) to 21 (black on white).
  public func contrast(with other: Tint) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// This colour, darkened as little as its ``glyph`` needs to be read as text on it.
  ///
  /// Hue is kept: all channels are scaled alike, in linear light. Each is then rounded down to the
  /// 255 steps that a screen has, so the contrast holds for what is painted.
  ///
  /// - Parameter ratio: 4.5 for text, 7 for high contrast.
  public func shaded(toContrast ratio: Double = 4.5) -> Tint {
    let text = glyph
    guard text == .white, contrast(with: text) < ratio else { return self }
    let target = (1 + 0.05) / ratio - 0.05
    let scale = max(target, 0) / luminance
    return Tint(
      red: Self.darkened(red, by: scale), green: Self.darkened(green, by: scale),
      blue: Self.darkened(blue, by: scale))
  }

  private static func darkened(_ channel: Double, by scale: Double) -> Double {
    (encoded(linear(channel) * scale) * 255).rounded(.down) / 255
  }

  /// IEC 61966-2-1: from a colour code's channel to linear light.
  private static func linear(_ channel: Double) -> Double {
    let value = min(max(channel, 0), 1)
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ light: Double) -> Double {
    light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
