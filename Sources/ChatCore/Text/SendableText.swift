// SPDX-License-Identifier: MIT

/// Text that may be sent: cleaned, trimmed, and with something in it that can be seen.
public struct SendableText: Hashable, Sendable {
  public let string: String

  /// Nil when nothing visible is left of `raw`.
  public init?(_ raw: String) {
    guard Self.isSendable(raw) else { return nil }
    string = raw.cleanedForXML.trimmed
  }

  /// Whether anything in `raw` can be seen. Stops at the first thing that can, so it costs nothing
  /// to ask at every key.
  public static func isSendable(_ raw: String) -> Bool {
    raw.unicodeScalars.contains { $0.isVisible && $0.isAllowedInXML }
  }
}

extension String {
  /// Without white space and newlines of any script at both ends.
  ///
  /// A space that carries an accent is not white space: it can be seen.
  public var trimmed: String {
    func isBlank(_ character: Character) -> Bool {
      character.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// Without the characters that XML 1.0 forbids, and with line ends as `\n`.
  ///
  /// A server ends the stream at the first forbidden character (RFC 6120 §4.9.3.13), so they go
  /// before the text is shown or stored: what is seen is what is sent.
  public var cleanedForXML: String {
    let scalars = unicodeScalars
    // Most text needs no copy.
    guard scalars.contains(where: { !$0.isAllowedInXML || $0 == "\r" }) else { return self }
    var clean = UnicodeScalarView()
    var afterReturn = false
    for scalar in scalars {
      if scalar == "\r" {
        clean.append("\n")
      } else if scalar.isAllowedInXML, !(afterReturn && scalar == "\n") {
        clean.append(scalar)
      }
      afterReturn = scalar == "\r"
    }
    return String(clean)
  }
}

extension Unicode.Scalar {
  /// XML 1.0 §2.2, production 2. Surrogates cannot occur in a Swift string.
  var isAllowedInXML: Bool {
    switch value {
    case 0x9, 0xA, 0xD: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Whether it leaves a mark on the screen by itself.
  ///
  /// White space, zero-width characters, direction controls, byte order marks, variation selectors,
  /// fillers and the like do not: a message of these only would be an empty bubble.
  var isVisible: Bool {
    // Nearly all text is decided here.
    if value > 0x20, value < 0x7F { return true }
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
    switch value {
    case 0x2800,  // braille pattern without dots
      0xFFF9...0xFFFB:  // interlinear annotation
      return false
    default: break
    }
    return switch properties.generalCategory {
    case .control, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
    // Unassigned may be an emoji that is newer than this program.
    default: true
    }
  }
}
