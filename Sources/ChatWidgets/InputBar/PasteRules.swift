// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// What becomes of what is pasted.
enum PasteRules {
  /// Which of the offered forms is taken.
  enum Form: Equatable {
    case files
    case text
    case picture(type: String)
    case nothing
  }

  /// Files are what was copied when there are files; their names as text only accompany them. Of a
  /// text and its picture, as spreadsheets offer both, the text is meant.
  static func form(of offer: ContentOffer) -> Form {
    if offer.hasFiles { return .files }
    if offer.hasText { return .text }
    return offer.imageType.map { .picture(type: $0) } ?? .nothing
  }

  /// Whether a text goes into the field.
  enum Verdict: Equatable {
    case insert(String)
    /// It is longer than a message should be: ``Draft/textLimit``.
    case offerAsFile
  }

  /// - Parameter room: Bytes of UTF-8 that the field still takes.
  static func verdict(on text: String, room: Int = Draft.textLimit) -> Verdict {
    // The length first: nothing else is done to megabytes.
    guard text.utf8.count <= room else { return .offerAsFile }
    return .insert(trimmed(normalized(text)))
  }

  /// With `\n` for every kind of line end, and without what no message may have.
  static func normalized(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.cleanedForXML.unicodeScalars {
      switch scalar.value {
      case 0x85, 0x2028, 0x2029: scalars.append("\n")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Without a run of blank lines at the end, which copied web pages bring along. Spaces at the end
  /// that are no part of such a run may be wanted, and so are the blank lines within.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var end = scalars.endIndex
    var hasLineBreak = false
    while end > scalars.startIndex {
      let before = scalars.index(before: end)
      guard scalars[before].properties.isWhitespace else { break }
      if scalars[before] == "\n" { hasLineBreak = true }
      end = before
    }
    return hasLineBreak ? String(scalars[..<end]) : text
  }
}
