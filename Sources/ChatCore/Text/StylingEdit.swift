// SPDX-License-Identifier: MIT

/// A change of a text that gives a part of it a style or takes it away, as values. All offsets
/// count bytes of UTF-8.
public struct StylingEdit: Hashable, Sendable {
  public struct Replacement: Hashable, Sendable {
    /// In the text before the edit.
    public var range: Range<Int>
    public var text: String

    init(_ range: Range<Int>, _ text: String) {
      self.range = range
      self.text = text
    }
  }

  /// From the start of the text to its end, none over another.
  public private(set) var replacements: [Replacement]
  /// What is selected after the edit: empty for a caret.
  public internal(set) var selection: Range<Int>

  /// - Parameter replacements: In any order; those at one place in the order they shall have.
  init(_ replacements: [Replacement], selection: Range<Int>) {
    self.replacements = replacements.enumerated()
      .sorted {
        ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
      }
      .map(\.element)
    self.selection = selection
  }

  public func applied(to text: String) -> String {
    String(decoding: applied(to: Array(text.utf8)), as: UTF8.self)
  }

  func applied(to bytes: [UInt8]) -> [UInt8] { applied(to: bytes[...]) }

  /// A part of the text, all replacements being within it.
  func applied(to bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var place = bytes.startIndex
    for replacement in replacements {
      result += bytes[place..<replacement.range.lowerBound]
      result += replacement.text.utf8
      place = replacement.range.upperBound
    }
    return result + bytes[place...]
  }

  /// The edit that takes this one back.
  ///
  /// - Parameters:
  ///   - text: The text before this edit.
  ///   - selection: What was selected before it.
  public func inverse(of text: String, selection: Range<Int>) -> StylingEdit {
    let bytes = Array(text.utf8)
    var shift = 0
    var inverse: [Replacement] = []
    for replacement in replacements {
      let start = replacement.range.lowerBound + shift
      let length = replacement.text.utf8.count
      inverse.append(
        Replacement(
          start..<start + length, String(decoding: bytes[replacement.range], as: UTF8.self)))
      shift += length - replacement.range.count
    }
    return StylingEdit(inverse, selection: selection)
  }

  /// Where `offset` of the old text is in the new one. What is inserted right there lies before it
  /// when `after` is true.
  func map(_ offset: Int, after: Bool) -> Int {
    var result = offset
    for replacement in replacements {
      let range = replacement.range
      if range.isEmpty {
        if range.lowerBound < offset || (after && range.lowerBound == offset) {
          result += replacement.text.utf8.count
        }
      } else if range.upperBound <= offset {
        result += replacement.text.utf8.count - range.count
      } else if range.lowerBound < offset {
        result -= offset - range.lowerBound
      }
    }
    return result
  }
}
