// SPDX-License-Identifier: MIT
internal import CIdn

/// Letters of other scripts that look like Latin ones.
enum Confusables {
  /// The text as it looks: each letter that is drawn like an ASCII letter is that letter.
  static func skeleton(_ text: String) -> String {
    var looks = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { looks.append(latin[scalar] ?? scalar) }
    return String(looks)
  }

  /// Normal form KC (UAX #15), which makes one of what Unicode has twice: ﬁ and fi, Ａ and A.
  static func compatible(_ text: String) -> String {
    // Nearly all names are ASCII.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    guard let normal = stringprep_utf8_nfkc_normalize(text, -1) else { return text }
    defer { idn_free(normal) }
    return String(cString: normal)
  }

  /// From Unicode's confusables.txt (UTS #39): lower-case letters of Cyrillic, Greek, Armenian and
  /// extended Latin that most fonts draw as an ASCII letter.
  private static let latin: [Unicode.Scalar: Unicode.Scalar] = {
    let lookAlikes: [(Unicode.Scalar, String)] = [
      ("a", "\u{430}\u{3B1}\u{251}"), ("b", "\u{44C}\u{184}"), ("c", "\u{441}\u{3F2}\u{1D04}"),
      ("d", "\u{501}\u{257}"), ("e", "\u{435}\u{4BD}\u{212E}"), ("f", "\u{192}\u{584}"),
      ("g", "\u{261}\u{581}"), ("h", "\u{4BB}\u{570}"),
      ("i", "\u{456}\u{131}\u{3B9}\u{269}\u{1D09}"),
      ("j", "\u{458}\u{3F3}"), ("k", "\u{3BA}\u{43A}"),
      ("l", "\u{4CF}\u{1C0}\u{6C0}\u{5D5}\u{5DF}"),
      ("m", "\u{217F}"), ("n", "\u{578}\u{57C}"), ("o", "\u{43E}\u{3BF}\u{585}\u{3C3}\u{1D0F}"),
      ("p", "\u{440}\u{3C1}\u{3F1}"), ("q", "\u{51B}\u{566}"), ("r", "\u{433}\u{1D26}"),
      ("s", "\u{455}\u{A731}"), ("t", "\u{442}\u{3C4}"), ("u", "\u{57D}\u{3C5}\u{28B}\u{1D1C}"),
      ("v", "\u{475}\u{3BD}\u{1D20}"), ("w", "\u{51D}\u{461}\u{1D21}"),
      ("x", "\u{445}\u{3C7}\u{D7}"),
      ("y", "\u{443}\u{3B3}\u{4AF}"), ("z", "\u{1D22}"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, others) in lookAlikes {
      for other in others.unicodeScalars { table[other] = letter }
    }
    return table
  }()
}

extension SafeText {
  /// What two names have in common when a person can take one for the other: they differ at most by
  /// case, invisible characters, white space, and letters that look alike. Names of different
  /// people with equal keys are to be told apart by something else, such as their address.
  public static func nickKey(_ name: String) -> String {
    let folded = Confusables.compatible(name.lowercased())
    var key = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      let properties = scalar.properties
      if properties.isDefaultIgnorableCodePoint || BidiControl.isControl(scalar)
        || properties.generalCategory == .control || properties.isWhitespace
      {
        continue
      }
      key.append(scalar)
    }
    return Confusables.skeleton(String(key))
  }
}
