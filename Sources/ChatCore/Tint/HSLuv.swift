// SPDX-License-Identifier: MIT
internal import Glibc

extension Tint {
  /// A colour by hue, saturation and lightness as the eye sees them: HSLuv
  /// (https://www.hsluv.org), which is CIELUV stretched so that each saturation of 0…100 exists.
  ///
  /// - Parameters:
  ///   - hue: degrees.
  ///   - saturation: 0…100.
  ///   - lightness: 0…100.
  public init(hue: Double, saturation: Double, lightness: Double) {
    let lightness = min(max(lightness, 0), 100)
    let radians = hue / 180 * .pi
    let chroma = HSLuv.maximumChroma(lightness, radians) * min(max(saturation, 0), 100) / 100
    let (u, v) = (cos(radians) * chroma, sin(radians) * chroma)
    guard lightness > 1e-8 else {
      self = .black
      return
    }
    let scaledU = u / (13 * lightness) + HSLuv.whiteU
    let scaledV = v / (13 * lightness) + HSLuv.whiteV
    let y = lightness <= 8 ? lightness / HSLuv.kappa : pow((lightness + 16) / 116, 3)
    let x = 9 * y * scaledU / (4 * scaledV)
    let z = (9 * y - 15 * scaledV * y - scaledV * x) / (3 * scaledV)
    let channels = HSLuv.toLinear.map { row in
      min(max(Self.encoded(row.0 * x + row.1 * y + row.2 * z), 0), 1)
    }
    self.init(red: channels[0], green: channels[1], blue: channels[2])
  }
}

private enum HSLuv {
  /// CIE's constants, and the chromaticity of the white point D65.
  static let kappa = 903.296_296_296_296
  static let epsilon = 0.008_856_451_679_035_6
  static let whiteU = 0.197_830_006_642_837
  static let whiteV = 0.468_319_994_938_791

  /// From CIE XYZ to linear sRGB, a row for each channel.
  static let toLinear = [
    (3.240_969_941_904_521, -1.537_383_177_570_093, -0.498_610_760_293),
    (-0.969_243_636_280_87, 1.875_967_501_507_72, 0.041_555_057_407_175),
    (0.055_630_079_696_993, -0.203_976_958_888_97, 1.056_971_514_242_878),
  ]

  /// The largest chroma that sRGB has at a lightness and a hue in radians.
  ///
  /// The gamut at one lightness is a polygon in the plane of u and v: each channel at 0 or 1 gives
  /// a line. The nearest of them in the direction of the hue bounds the chroma.
  static func maximumChroma(_ lightness: Double, _ hue: Double) -> Double {
    guard lightness > 1e-8, lightness < 100 - 1e-7 else { return 0 }
    let cube = pow(lightness + 16, 3) / 1_560_896
    let part = cube > epsilon ? cube : lightness / kappa
    var nearest = Double.infinity
    for (x, y, z) in toLinear {
      for limit in [0.0, 1.0] {
        let bottom = (632_260 * z - 126_452 * y) * part + 126_452 * limit
        let slope = (284_517 * x - 94_839 * z) * part / bottom
        let intercept =
          ((838_422 * z + 769_860 * y + 731_718 * x) * lightness * part
            - 769_860 * limit * lightness) / bottom
        let length = intercept / (sin(hue) - slope * cos(hue))
        if length >= 0 { nearest = min(nearest, length) }
      }
    }
    return nearest.isFinite ? nearest : 0
  }
}
