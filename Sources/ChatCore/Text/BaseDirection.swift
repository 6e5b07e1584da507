// SPDX-License-Identifier: MIT

/// Where a paragraph begins: decided by its first strong character, the same in the input bar, the
/// bubble, the quote, the list of conversations and the notification (UAX #9, rules P2 and P3).
public enum BaseDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
  /// No letter at all: the interface's direction.
  case neutral

  /// The direction of `text` up to its first line break.
  public init(of text: some StringProtocol) {
    self = .neutral
    var isolates = 0
    for scalar in text.unicodeScalars {
      if BidiControl.separatesParagraphs(scalar) { return }
      switch scalar.value {
      case 0x2066...0x2068: isolates += 1
      case 0x2069: isolates = max(isolates - 1, 0)
      default:
        // What stands in an isolate does not speak for the paragraph.
        guard isolates == 0, let direction = Self.strong(scalar) else { continue }
        self = direction
        return
      }
    }
  }

  /// The direction of a strong character; nil for digits, marks, punctuation and symbols.
  private static func strong(_ scalar: Unicode.Scalar) -> BaseDirection? {
    let value = scalar.value
    if value < 0x80 {
      return (0x41...0x5A).contains(value & 0xDF) ? .leftToRight : nil
    }
    switch value {
    case 0x200E: return .leftToRight
    case 0x200F, 0x061C: return .rightToLeft
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .spacingMark, .letterNumber:
      return isRightToLeft(value) ? .rightToLeft : .leftToRight
    default: return nil
    }
  }

  /// The blocks of the scripts that run from right to left, as DerivedBidiClass.txt reserves them
  /// for classes R and AL.
  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
