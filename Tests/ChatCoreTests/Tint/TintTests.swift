// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct TintTests {
  @Test func luminanceOfTheEnds() {
    #expect(Tint.black.luminance == 0)
    #expect(abs(Tint.white.luminance - 1) < 1e-9)
    #expect(abs(Tint.black.contrast(with: .white) - 21) < 1e-9)
  }

  /// Case 107-D12.
  @Test(arguments: [(0x3584E4, 3.8), (0x9A9996, 2.8), (0x767676, 4.5)] as [(UInt32, Double)])
  func contrastWithWhite(rgb: UInt32, expected: Double) {
    let ratio = Tint(rgb: rgb).contrast(with: .white)
    #expect(abs(ratio - expected) < 0.06)
  }

  @Test(
    arguments: [
      (0x3584E4, false), (0xF5C211, true), (0x33D17A, false), (0xFFFFFF, true), (0xE01B24, false),
      (0xBCBCBC, true), (0xBBBBBB, false),
    ] as [(UInt32, Bool)])
  func theGlyphIsBlackOverHalfOfTheLight(rgb: UInt32, isBlack: Bool) {
    #expect(Tint(rgb: rgb).glyph == (isBlack ? .black : .white))
  }

  @Test(arguments: [4.5, 7.0])
  func everyAccentCanBeRead(ratio: Double) {
    for step in 0..<4_096 {
      let step = UInt32(step)
      let rgb = (step >> 8 & 0xf) * 0x110000 + (step >> 4 & 0xf) * 0x1100 + (step & 0xf) * 0x11
      let shaded = Tint(rgb: rgb).shaded(toContrast: ratio)
      #expect(shaded.contrast(with: shaded.glyph) >= ratio, "\(rgb)")
    }
  }

  @Test func whatCanBeReadStaysAsItIs() {
    let blue = Tint(rgb: 0x1A5FB4)
    #expect(blue.shaded() == blue)
    #expect(Tint(rgb: 0xF5C211).shaded() == Tint(rgb: 0xF5C211))
    // Only as dark as needed.
    #expect(Tint.standard.shaded().contrast(with: .white) < 4.6)
  }
}
