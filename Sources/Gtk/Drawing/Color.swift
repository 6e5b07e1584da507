// SPDX-License-Identifier: MIT
import CGtk

/// An sRGB colour with straight alpha; each part is 0 … 1.
public nonisolated struct Color: Hashable, Sendable {
  public var red, green, blue, alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  init(_ gdk: GdkRGBA) {
    self.init(
      red: Double(gdk.red), green: Double(gdk.green), blue: Double(gdk.blue),
      alpha: Double(gdk.alpha))
  }

  /// Reads what CSS reads: "#1c71d8", "rgb(28,113,216)", "blue".
  public init?(css: String) {
    var color = GdkRGBA()
    guard gdk_rgba_parse(&color, css) != 0 else { return nil }
    self.init(color)
  }

  var gdk: GdkRGBA {
    GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha))
  }

  public func opacity(_ factor: Double) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// The colour on the way to `other`: this one at 0, the other at 1.
  public func mixed(with other: Color, _ share: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// As CSS writes it: "rgba(28,113,216,1)", always with a decimal point.
  public var css: String {
    var color = gdk
    guard let text = gdk_rgba_to_string(&color) else { return "transparent" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
