// SPDX-License-Identifier: MIT

/// Names of files that come from others.
public enum FileName {
  /// The name as it is shown: in one line, with a visible mark in the place of each direction
  /// control, so that its end is its extension.
  public static func shown(_ name: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in name.unicodeScalars.prefix(1_024) {
      let isHidden =
        BidiControl.isControl(scalar) || scalar.properties.generalCategory == .control
        || BidiControl.separatesParagraphs(scalar) || scalar == "\u{2028}"
      safe.append(isHidden ? "\u{FFFD}" : scalar)
    }
    return String(safe)
  }

  /// A name under which the file can be saved in a folder and nowhere else: the last part of a
  /// path, without control characters, not hidden, at most 255 bytes with its extension kept;
  /// "file" when nothing is left.
  ///
  /// - Parameters:
  ///   - isPercentEncoded: true for the path of a URL. It is decoded once, before anything else.
  ///   - isTaken: whether the folder has such a name. A number is added until one is free.
  public static func saved(
    _ name: String, isPercentEncoded: Bool = false, isTaken: (String) -> Bool = { _ in false }
  ) -> String {
    let decoded = isPercentEncoded ? PercentEncoding.decoded(name) : name
    // What follows the last separator, also of systems whose separator is another.
    let last =
      decoded.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? ""
    var clean = String.UnicodeScalarView()
    for scalar in last.unicodeScalars {
      let properties = scalar.properties
      if properties.generalCategory == .control || BidiControl.isControl(scalar)
        || properties.isNoncharacterCodePoint || scalar == "\u{2028}" || scalar == "\u{2029}"
      {
        continue
      }
      clean.append(scalar)
    }
    // A leading dot hides a file; dots alone are folders.
    let visible = String(clean).trimmed.drop { $0 == "." }
    let whole = visible.isEmpty ? "file" : String(visible)
    var (stem, suffix) = split(whole)
    stem = String(stem.prefix(utf8Bytes: lengthLimit - suffix.utf8.count))
    guard isTaken(stem + suffix) else { return stem + suffix }
    for number in 1... {
      let mark = " (\(number))"
      let short = stem.prefix(utf8Bytes: lengthLimit - suffix.utf8.count - mark.utf8.count)
      let candidate = "\(short)\(mark)\(suffix)"
      if !isTaken(candidate) { return candidate }
    }
    return stem + suffix
  }

  /// What file systems take. Bytes.
  private static let lengthLimit = 255

  /// The stem and the extension with its dot; a very long "extension" is part of the stem.
  private static func split(_ name: String) -> (String, String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    let suffix = name[dot...]
    return suffix.utf8.count <= 32 ? (String(name[..<dot]), String(suffix)) : (name, "")
  }
}
