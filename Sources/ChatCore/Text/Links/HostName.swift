// SPDX-License-Identifier: MIT
internal import CIdn

/// A host's name, as it is looked up: ASCII, in lower case, labels of other scripts in punycode
/// (RFC 5891, RFC 3492).
struct HostName {
  let ascii: String
  let caution: Link.Caution

  /// The most bytes of one label (RFC 1035 §2.3.4).
  static let labelLimit = 63
  private static let nameLimit = 253

  /// Nil when it is no name of a host.
  init?(_ written: Substring) {
    let name = written.hasSuffix(".") ? written.dropLast() : written
    guard !name.isEmpty, name.utf8.count <= Self.nameLimit * 4 else { return nil }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false).map(Label.init)
    var converted: [Label] = []
    for label in labels {
      guard let label else { return nil }
      converted.append(label)
    }
    ascii = converted.map(\.ascii).joined(separator: ".")
    guard ascii.utf8.count <= Self.nameLimit else { return nil }
    if converted.allSatisfy(\.isASCII) {
      caution = .none
    } else {
      // Under рф and the like a name of Cyrillic letters is what one expects.
      let isInForeignZone = converted.last?.isASCII == false
      let isSuspicious = converted.contains { label in
        label.isMixed || (label.looksLatin && !isInForeignZone)
      }
      caution = isSuspicious ? .warn(host: ascii) : .note(host: ascii)
    }
  }

  var topLevelDomain: Substring { ascii.split(separator: ".").last ?? "" }

  /// Whether it may stand in a label: letters, digits and marks of any script, and the hyphen.
  static func isLabelScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return switch scalar {
      case "0"..."9", "a"..."z", "A"..."Z", "-": true
      default: false
      }
    }
    guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber:
      true
    default: false
    }
  }

  private struct Label {
    let ascii: String
    let isASCII: Bool
    /// Letters of scripts that no language writes together.
    let isMixed: Bool
    /// Made only of letters that are drawn like ASCII letters.
    let looksLatin: Bool

    init?(_ written: Substring) {
      guard !written.isEmpty, !written.hasPrefix("-"), !written.hasSuffix("-"),
        written.unicodeScalars.allSatisfy({ $0 == "_" || HostName.isLabelScalar($0) })
      else { return nil }
      let lower = Confusables.compatible(written.lowercased())
      isASCII = lower.utf8.allSatisfy { $0 < 0x80 }
      if isASCII {
        ascii = lower
        isMixed = false
        looksLatin = false
      } else {
        guard let code = Punycode.encode(lower) else { return nil }
        ascii = "xn--" + code
        isMixed = !Script.canStandTogether(lower)
        looksLatin = Confusables.skeleton(lower).utf8.allSatisfy { $0 < 0x80 }
      }
      guard ascii.utf8.count <= HostName.labelLimit else { return nil }
    }
  }
}

/// RFC 3492, by libidn.
private enum Punycode {
  static func encode(_ label: String) -> String? {
    let scalars = label.unicodeScalars.map(\.value)
    var length = 256
    var output = [CChar](repeating: 0, count: length)
    guard punycode_encode(scalars.count, scalars, nil, &length, &output) == 0 else { return nil }
    return String(decoding: output[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Scripts, as far as it matters whether two may stand in one word.
private enum Script: Hashable {
  case latin, greek, cyrillic, han, hiragana, katakana, bopomofo, hangul
  /// Any other, told apart by its block.
  case other(UInt32)

  /// UTS #39 §5.2, "highly restrictive": one script, or Latin with those of Chinese, Japanese or
  /// Korean.
  static func canStandTogether(_ label: String) -> Bool {
    let scripts = Set(label.unicodeScalars.compactMap(script))
    guard scripts.count > 1 else { return true }
    return [
      [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
    ].contains { scripts.isSubset(of: $0) }
  }

  /// Nil for what belongs to all: digits, the hyphen, marks.
  private static func script(_ scalar: Unicode.Scalar) -> Script? {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .decimalNumber, .dashPunctuation, .connectorPunctuation: return nil
    default: break
    }
    return switch scalar.value {
    case 0...0x24F, 0x250...0x2AF, 0x1D00...0x1D7F, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA720...0xA7FF, 0xAB30...0xAB6F:
      .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: .hangul
    case 0x3040...0x309F: .hiragana
    case 0x30A0...0x30FF, 0x31F0...0x31FF: .katakana
    case 0x3100...0x312F, 0x31A0...0x31BF: .bopomofo
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x323AF:
      .han
    // Near enough: the blocks of living scripts are of this size and do not share it.
    default: .other(scalar.value >> 7)
    }
  }
}
