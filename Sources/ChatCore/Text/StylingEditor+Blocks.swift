// SPDX-License-Identifier: MIT

/// Quotations and preformatted blocks.
extension StylingEditor {
  func togglingQuote() -> StylingEdit? {
    let touched = wholeBlocks(touchedLines)
    let lines = touched.map { self.lines[$0] }
    let replacements: [Replacement]
    if lines.allSatisfy({ $0.quoteDepth > 0 }) {
      replacements = lines.map { line in
        let start = line.range.lowerBound
        let length = 1 + whiteSpaceLength(at: start + 1)
        return Replacement(start..<min(start + length, line.range.upperBound), "")
      }
    } else {
      replacements = lines.map { line in
        let isBlank = line.range.isEmpty && lines.count > 1
        return Replacement(
          line.range.lowerBound..<line.range.lowerBound, isBlank ? ">" : "> ")
      }
    }
    return moved(StylingEdit(replacements, selection: selection))
  }

  /// A quotation takes all of a preformatted block or nothing of it.
  private func wholeBlocks(_ touched: ClosedRange<Int>) -> ClosedRange<Int> {
    let first =
      lines[touched.lowerBound].kind == .plain
      ? touched.lowerBound : block(around: touched.lowerBound).lowerBound
    let last =
      lines[touched.upperBound].kind == .plain
      ? touched.upperBound : block(around: touched.upperBound).upperBound
    return first...last
  }

  func togglingCodeBlock() -> StylingEdit? {
    let touched = touchedLines
    if let inside = touched.first(where: { lines[$0].kind != .plain }) {
      return moved(StylingEdit(unfencing(block(around: inside)), selection: selection))
    }
    let (first, last) = (lines[touched.lowerBound], lines[touched.upperBound])
    let signs = String(decoding: bytes[first.quoteSigns], as: UTF8.self)
    return moved(
      StylingEdit(
        [
          Replacement(first.range.lowerBound..<first.range.lowerBound, signs + "```\n"),
          Replacement(last.range.upperBound..<last.range.upperBound, "\n" + signs + "```"),
        ], selection: selection))
  }

  /// The lines of the preformatted block that the line at `index` belongs to, with its fences.
  private func block(around index: Int) -> ClosedRange<Int> {
    var first = index
    while first > 0, lines[first].kind != .fenceStart { first -= 1 }
    var last = max(index, first)
    while lines[last].kind != .fenceEnd, last + 1 < lines.count,
      lines[last + 1].kind == .preformatted || lines[last + 1].kind == .fenceEnd
    { last += 1 }
    return first...last
  }

  /// Takes the fences out, each with one line break.
  private func unfencing(_ block: ClosedRange<Int>) -> [Replacement] {
    let (start, end) = (lines[block.lowerBound], lines[block.upperBound])
    let isClosed = end.kind == .fenceEnd
    if block.count <= (isClosed ? 2 : 1) {
      return [Replacement(start.range.lowerBound..<end.range.upperBound, "")]
    }
    let opening = Replacement(
      start.range.lowerBound..<lines[block.lowerBound + 1].range.lowerBound, "")
    guard isClosed else { return [opening] }
    let last = lines[block.upperBound - 1].range.upperBound
    return [opening, Replacement(last..<end.range.upperBound, "")]
  }

  /// With the selection where its text has gone.
  private func moved(_ edit: StylingEdit) -> StylingEdit {
    var edit = edit
    let lower = edit.map(selection.lowerBound, after: true)
    // Text that is put in at the end of the selection is not part of it; with nothing selected the
    // caret goes with what follows it, unless that is a fence.
    let upper = edit.map(selection.upperBound, after: false)
    edit.selection = selection.isEmpty ? caret(after: edit) : lower..<max(lower, upper)
    return edit
  }

  private func caret(after edit: StylingEdit) -> Range<Int> {
    let place = selection.lowerBound
    // Signs and an opening fence go before the caret, a closing fence behind it.
    let closing = edit.replacements.last { $0.range == place..<place && $0.text.first == "\n" }
    let moved = edit.map(place, after: true) - (closing?.text.utf8.count ?? 0)
    return moved..<moved
  }
}
