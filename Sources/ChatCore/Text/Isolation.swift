// SPDX-License-Identifier: MIT

/// Foreign text that is safe to stand beside our own.
///
/// Every name, topic, file name and preview from outside passes here before it is joined with other
/// text on the screen. Nothing of a right-to-left script is changed.
public enum SafeText {
  /// The text between FSI and PDI, with what it opens closed inside: it finds its own direction and
  /// turns nothing beside it around (UAX #9 §2.7).
  ///
  /// A PDI without an isolate of its own would end ours, and is left out. Each paragraph is
  /// isolated by itself, because a line break ends all of this.
  public static func isolated(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    var open: [Unicode.Scalar] = []
    var isInside = false
    func begin() {
      safe.append(BidiControl.fsi)
      isInside = true
    }
    func end() {
      for closing in open.reversed() { safe.append(closing) }
      open.removeAll()
      safe.append(BidiControl.pdi)
      isInside = false
    }
    for scalar in text.unicodeScalars {
      if BidiControl.separatesParagraphs(scalar) {
        if isInside { end() }
        safe.append(scalar)
        continue
      }
      if !isInside { begin() }
      if let closing = BidiControl.closing(of: scalar) {
        open.append(closing)
      } else if scalar == BidiControl.pdi {
        // It also ends the embeddings inside the isolate that it closes.
        guard let isolate = open.lastIndex(of: BidiControl.pdi) else { continue }
        open.removeSubrange(isolate...)
      } else if scalar == BidiControl.pdf {
        if open.last == BidiControl.pdf { open.removeLast() } else { continue }
      }
      safe.append(scalar)
    }
    if isInside || text.isEmpty {
      if !isInside { begin() }
      end()
    }
    return String(safe)
  }

  /// A name in one line: without line breaks, control characters and direction controls, without
  /// white space at its ends, and not longer than `limit`.
  public static func line(_ text: String, limit: Int = 200) -> String {
    var safe = String.UnicodeScalarView()
    // More scalars than this cannot be seen in so many Characters; a hostile name stops here.
    for scalar in text.unicodeScalars.prefix(limit * 8) {
      if BidiControl.isControl(scalar) { continue }
      if scalar.properties.generalCategory == .control
        || BidiControl.separatesParagraphs(scalar) || scalar == "\u{2028}"
      {
        safe.append(" ")
      } else {
        safe.append(scalar)
      }
    }
    let line = String(safe).trimmed
    guard let cut = line.index(line.startIndex, offsetBy: limit, limitedBy: line.endIndex),
      cut < line.endIndex
    else { return line }
    return line[..<cut] + "…"
  }

  /// A message's text as it is shown: control characters, which show as boxes or not at all, are
  /// gone, and all kinds of line breaks are `\n`. Emoji, scripts and direction controls stay.
  public static func body(_ text: String) -> String {
    func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\n" || scalar == "\t"
        || (scalar.properties.generalCategory != .control && scalar != "\u{2028}"
          && scalar != "\u{2029}" && scalar.isAllowedInXML)
    }
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.cleanedForXML.unicodeScalars {
      if isHarmless(scalar) {
        safe.append(scalar)
      } else if scalar == "\u{2028}" || scalar == "\u{2029}" || scalar == "\u{85}" {
        safe.append("\n")
      }
    }
    return String(safe)
  }
}

/// The characters that steer the direction of text (UAX #9 §2).
enum BidiControl {
  static let fsi: Unicode.Scalar = "\u{2068}"
  static let pdi: Unicode.Scalar = "\u{2069}"
  static let pdf: Unicode.Scalar = "\u{202C}"

  /// What ends what `scalar` begins; nil when it begins nothing.
  static func closing(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x202A, 0x202B, 0x202D, 0x202E: pdf
    case 0x2066, 0x2067, 0x2068: pdi
    default: nil
    }
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Class B: a paragraph ends here.
  static func separatesParagraphs(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x1C...0x1E, 0x85, 0x2029: true
    default: false
    }
  }
}
