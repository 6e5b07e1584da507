// SPDX-License-Identifier: MIT

/// A style that a part of a message can have (XEP-0393).
public enum MessageStyle: String, Hashable, Sendable, CaseIterable {
  case strong, emphasis, strikethrough, code, quote, codeBlock

  var span: StyledLine.Span.Kind? {
    switch self {
    case .strong: .strong
    case .emphasis: .emphasis
    case .strikethrough: .strikethrough
    case .code: .code
    case .quote, .codeBlock: nil
    }
  }
}

/// Says which styles a selection has, and how the text changes when one is switched.
///
/// A style that starts within a word cannot be written (XEP-0393 §5.2: directives open after white
/// space), so the word is taken from its start; spans never cross each other and never leave their
/// line.
public struct StylingEditor {
  let bytes: [UInt8]
  let lines: [StyledLine]
  let context: StylingContext
  let selection: Range<Int>

  /// - Parameters:
  ///   - text: All of a message, or some of its lines.
  ///   - context: What the lines above left open.
  ///   - selection: What is selected, in bytes of `text`; empty for a caret.
  public init(
    _ text: String, context: StylingContext = StylingContext(), selection: Range<Int>
  ) {
    bytes = Array(text.utf8)
    self.context = context
    lines = MessageStyling(text, context: context).lines
    self.selection = selection.clamped(to: 0..<bytes.count)
  }

  // MARK: State

  /// The styles that all of the selection has, or that what is typed at the caret will have.
  public var active: Set<MessageStyle> {
    var active = Set(MessageStyle.allCases.filter { $0.span.map(isActive) ?? false })
    let lines = touchedLines.map { self.lines[$0] }
    if lines.allSatisfy({ $0.quoteDepth > 0 }) { active.insert(.quote) }
    if lines.allSatisfy({ $0.kind != .plain }) { active.insert(.codeBlock) }
    return active
  }

  func isActive(_ kind: StyledLine.Span.Kind) -> Bool {
    if selection.isEmpty {
      let caret = selection.lowerBound
      let line = lines[touchedLines.lowerBound]
      return isEmptyPair(of: kind, around: caret, in: line)
        || line.spans.contains { $0.kind == kind && $0.content.holds(caret) }
    }
    let parts = selectedParts
    return !parts.isEmpty
      && parts.allSatisfy { part in lines[part.line].span(kind, around: part.range) != nil }
  }

  // MARK: Switching

  /// What switches `style`, nil where that cannot be written.
  public func toggling(_ style: MessageStyle) -> StylingEdit? {
    switch style {
    case .quote: return togglingQuote()
    case .codeBlock: return togglingCodeBlock()
    case .strong, .emphasis, .strikethrough, .code:
      guard let kind = style.span else { return nil }
      return selection.isEmpty ? togglingAtCaret(kind) : togglingSelection(kind)
    }
  }

  // MARK: Lines

  /// The lines that the selection touches. One whose start is the end of the selection is not.
  var touchedLines: ClosedRange<Int> {
    let first = lineIndex(at: selection.lowerBound)
    var last = lineIndex(at: selection.upperBound)
    if last > first, lines[last].range.lowerBound == selection.upperBound { last -= 1 }
    return first...last
  }

  func lineIndex(at offset: Int) -> Int {
    (lines.firstIndex { offset < $0.range.lowerBound } ?? lines.count) - 1
  }

  /// What is selected of each line that can have spans, without white space at its ends.
  var selectedParts: [(line: Int, range: Range<Int>)] {
    touchedLines.compactMap { index in
      guard lines[index].kind == .plain else { return nil }
      let range = trimmed(selection.clamped(to: lines[index].content))
      return range.isEmpty ? nil : (index, range)
    }
  }

  /// `range` without white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    bytes.withUnsafeBufferPointer { bytes in
      var (lower, upper) = (range.lowerBound, range.upperBound)
      while lower < upper, case let length = WhiteSpace.length(in: bytes, at: lower), length > 0 {
        lower += length
      }
      while lower < upper, WhiteSpace.ends(in: bytes, at: upper) {
        upper -= 1
        while upper > lower, bytes[upper] & 0xc0 == 0x80 { upper -= 1 }
      }
      return lower..<max(lower, upper)
    }
  }

  func whiteSpaceEnds(at offset: Int) -> Bool {
    bytes.withUnsafeBufferPointer { WhiteSpace.ends(in: $0, at: offset) }
  }

  func whiteSpaceLength(at offset: Int) -> Int {
    bytes.withUnsafeBufferPointer { WhiteSpace.length(in: $0, at: offset) }
  }

  /// Two directives with the caret between them that are no span yet, for want of text.
  func isEmptyPair(of kind: StyledLine.Span.Kind, around caret: Int, in line: StyledLine) -> Bool {
    guard line.kind == .plain, line.content.lowerBound < caret, caret < line.content.upperBound,
      bytes[caret - 1] == kind.rawValue, bytes[caret] == kind.rawValue
    else { return false }
    return !line.spans.contains {
      $0.kind == kind && ($0.range.lowerBound == caret || $0.range.upperBound == caret)
    }
  }

  /// Whether `edit`, all within it, makes the plain line at `index` have spans of `kind` at all of `ranges`.
  func verify(
    _ edit: StylingEdit, line index: Int, has kind: StyledLine.Span.Kind, at ranges: [Range<Int>]
  ) -> Bool {
    let range = lines[index].range
    // A plain line is what it is whatever is above it.
    var context = StylingContext()
    let line = edit.applied(to: bytes[range]).withUnsafeBufferPointer {
      StyledLine(parsing: $0, at: range.lowerBound, in: &context)
    }
    return ranges.allSatisfy { range in
      line.spans.contains { $0.kind == kind && $0.range == range }
    }
  }
}

extension Range<Int> {
  /// Whether a caret at `offset` is in it: at its ends it is.
  func holds(_ offset: Int) -> Bool { lowerBound <= offset && offset <= upperBound }

  func covers(_ other: Range) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension StyledLine {
  /// The innermost span of `kind` that `range` lies in, its directives included.
  func span(_ kind: Span.Kind, around range: Range<Int>) -> Span? {
    spans.last { $0.kind == kind && $0.range.covers(range) }
  }
}
