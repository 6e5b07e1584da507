// SPDX-License-Identifier: MIT

/// Bold, italic, strike through and code.
extension StylingEditor {
  typealias Kind = StyledLine.Span.Kind
  typealias Replacement = StylingEdit.Replacement

  // MARK: At the caret

  func togglingAtCaret(_ kind: Kind) -> StylingEdit? {
    let caret = selection.lowerBound
    let index = touchedLines.lowerBound
    let line = lines[index]
    guard line.kind == .plain, line.content.holds(caret) else { return nil }
    if isEmptyPair(of: kind, around: caret, in: line) {
      return StylingEdit([Replacement(caret - 1..<caret + 1, "")], selection: at(caret - 1))
    }
    if let span = line.spans.last(where: { $0.kind == kind && $0.content.holds(caret) }) {
      // At its end one means to go on without it; elsewhere, to take it away.
      return caret == span.content.upperBound
        ? StylingEdit([], selection: at(span.range.upperBound))
        : StylingEdit(removal(of: span), selection: at(caret - 1))
    }
    if line.spans.contains(where: { $0.kind == kind && $0.range.upperBound == caret }) {
      return StylingEdit([], selection: at(caret - 1))
    }
    if canBegin(at: caret, in: line) {
      let pair = String(repeating: kind.directive, count: 2)
      return StylingEdit([Replacement(caret..<caret, pair)], selection: at(caret + 1))
    }
    let word = run(around: caret, in: line)
    guard !word.isEmpty, let wrapped = wrapping(word, in: index, kind) else { return nil }
    var edit = StylingEdit(wrapped.replacements, selection: at(0))
    let place = min(max(caret, wrapped.range.lowerBound), wrapped.range.upperBound)
    edit.selection = at(edit.map(place, after: place < wrapped.range.upperBound))
    return edit
  }

  private func at(_ caret: Int) -> Range<Int> { caret..<caret }

  /// Whether a new span can stand at the caret with nothing in it yet: what is there before it lets
  /// a directive open, and no word follows that it would be part of.
  private func canBegin(at caret: Int, in line: StyledLine) -> Bool {
    // Directives of others may follow: they close, or will once there is text for them.
    var end = caret
    while end < line.content.upperBound, Kind(rawValue: bytes[end]) != nil { end += 1 }
    let isFree = end == line.content.upperBound || whiteSpaceLength(at: end) > 0
    return isFree && (canOpen(at: caret, in: line) || isInAnyEmptyPair(caret, line))
  }

  private func isInAnyEmptyPair(_ caret: Int, _ line: StyledLine) -> Bool {
    Kind.allCases.contains { isEmptyPair(of: $0, around: caret, in: line) }
  }

  private func canOpen(at offset: Int, in line: StyledLine) -> Bool {
    offset == line.content.lowerBound || whiteSpaceEnds(at: offset)
      || line.spans.contains { $0.kind != .code && $0.content.lowerBound == offset }
  }

  /// The stretch without white space around `caret` that lies in the same spans.
  private func run(around caret: Int, in line: StyledLine) -> Range<Int> {
    let bounds = enclosing(caret..<caret, in: line)
    var (lower, upper) = (caret, caret)
    while lower > bounds.lowerBound, !whiteSpaceEnds(at: lower) { lower -= 1 }
    while upper < bounds.upperBound, whiteSpaceLength(at: upper) == 0 { upper += 1 }
    return lower..<upper
  }

  /// The content of the innermost span around `range`, else of the line.
  private func enclosing(_ range: Range<Int>, in line: StyledLine) -> Range<Int> {
    line.spans.last { $0.content.covers(range) }?.content ?? line.content
  }

  private func removal(of span: StyledLine.Span) -> [Replacement] {
    [
      Replacement(span.range.lowerBound..<span.content.lowerBound, ""),
      Replacement(span.content.upperBound..<span.range.upperBound, ""),
    ]
  }

  // MARK: Over a selection

  func togglingSelection(_ kind: Kind) -> StylingEdit? {
    let parts = selectedParts
    guard !parts.isEmpty else { return nil }
    let styled = parts.compactMap { part in
      lines[part.line].span(kind, around: part.range).map { (part, $0) }
    }
    if styled.count == parts.count {
      let removals = styled.map { _, span in (removal(of: span), span.content) }
      let clearings = zip(styled, removals).map { styled, removal in
        clearing(styled.0.range, of: styled.1, in: styled.0.line) ?? removal
      }
      return [clearings, removals].lazy
        .map { edit($0.flatMap(\.0), selecting: $0.map(\.1)) }
        .first { !self.after($0).isActive(kind) }
    }
    let wrapped = parts.compactMap { wrapping($0.range, in: $0.line, kind) }
    return wrapped.isEmpty
      ? nil : edit(wrapped.flatMap(\.replacements), selecting: wrapped.map(\.range))
  }

  private func after(_ edit: StylingEdit) -> StylingEditor {
    StylingEditor(
      String(decoding: edit.applied(to: bytes), as: UTF8.self), context: context,
      selection: edit.selection)
  }

  private func edit(_ replacements: [Replacement], selecting ranges: [Range<Int>]) -> StylingEdit {
    var edit = StylingEdit(replacements, selection: 0..<0)
    let lower = edit.map(ranges.first?.lowerBound ?? 0, after: true)
    let upper = edit.map(ranges.last?.upperBound ?? 0, after: false)
    edit.selection = lower..<max(lower, upper)
    return edit
  }

  /// Takes `span` from a part of what it holds and leaves it on the rest; nil when it has to go from
  /// all of it.
  private func clearing(
    _ part: Range<Int>, of span: StyledLine.Span, in index: Int
  ) -> ([Replacement], Range<Int>)? {
    guard span.kind != .code else { return nil }
    var part = part.clamped(to: span.content)
    for inner in lines[index].spans where inner.range != span.range {
      guard span.content.covers(inner.range), inner.range.overlaps(part) else { continue }
      if !inner.content.covers(part) { part = part.joined(inner.range) } else { return nil }
    }
    let left = trimmed(span.content.lowerBound..<part.lowerBound)
    // What stays styled on the right opens anew, which it can after white space only.
    var start = part.upperBound
    while start < span.content.upperBound, whiteSpaceLength(at: start) == 0 { start += 1 }
    let right = trimmed(start..<span.content.upperBound)
    guard !(left.isEmpty && right.isEmpty) else { return nil }
    let mark = String(span.kind.directive)
    var (replacements, kept) = ([Replacement](), [Range<Int>]())
    if left.isEmpty {
      replacements.append(Replacement(span.range.lowerBound..<span.content.lowerBound, ""))
    } else {
      replacements.append(Replacement(left.upperBound..<left.upperBound, mark))
      kept.append(span.range.lowerBound..<left.upperBound + 1)
    }
    if right.isEmpty {
      replacements.append(Replacement(span.content.upperBound..<span.range.upperBound, ""))
    } else {
      replacements.append(Replacement(right.lowerBound..<right.lowerBound, mark))
      let shift = left.isEmpty ? -1 : 1
      kept.append(right.lowerBound + shift..<span.range.upperBound + shift + 1)
    }
    let edit = StylingEdit(replacements, selection: 0..<0)
    return verify(edit, line: index, has: span.kind, at: kept)
      ? (replacements, part.lowerBound..<start) : nil
  }

  /// Puts directives around `part`, widened to where they can stand; nil when there is no such
  /// place, as around text that has the directive in it.
  ///
  /// `range` is what lies between them, in the text as it is.
  private func wrapping(
    _ part: Range<Int>, in index: Int, _ kind: Kind
  ) -> (replacements: [Replacement], range: Range<Int>)? {
    let line = lines[index]
    let range = widened(part, in: line, kind)
    let inside = line.spans.filter { $0.kind == kind && range.covers($0.range) }
    let mark = String(kind.directive)
    let replacements =
      [Replacement(range.lowerBound..<range.lowerBound, mark)] + inside.flatMap(removal)
      + [Replacement(range.upperBound..<range.upperBound, mark)]
    let edit = StylingEdit(replacements, selection: 0..<0)
    let result = range.lowerBound..<range.upperBound + 2 - 2 * inside.count
    return verify(edit, line: index, has: kind, at: [result]) ? (replacements, range) : nil
  }

  private func widened(_ part: Range<Int>, in line: StyledLine, _ kind: Kind) -> Range<Int> {
    var range = part
    while true {
      let before = range
      for span in line.spans where span.range.overlaps(range) && span.range != range {
        // Spans of the same kind become one; others are taken whole or not at all; code is whole.
        let stays = span.kind != kind && span.kind != .code && span.content.covers(range)
        if !stays && !range.covers(span.range) { range = range.joined(span.range) }
      }
      let bounds = enclosing(range, in: line)
      var lower = range.lowerBound
      while lower > bounds.lowerBound, !canOpen(at: lower, in: line) { lower -= 1 }
      range = lower..<range.upperBound
      if range == before { return range }
    }
  }
}

extension Range<Int> {
  func joined(_ other: Range) -> Range {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
