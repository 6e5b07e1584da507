// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Keeps the looks of a buffer what its text says (XEP-0393), as it is written.
///
/// A change costs one parse of the paragraphs it is in, and of those below for as long as what is
/// left open above them differs: usually none. A letter in a paragraph without any mark costs none,
/// however long that is. Tags are touched only where they differ from those
/// that the buffer has by itself after the change, for each touch makes the view lay out again.
@MainActor final class LiveStyling {
  /// What is known of one paragraph.
  private struct Paragraph {
    /// What those above it leave open.
    var context = StylingContext()
    /// The looks that its tags give it now; nil when that is not known.
    var looks: [StyledRange]?
    /// Whether nothing in it or above it can style it, and so no letter makes a difference.
    var isPlain = false
  }

  private let buffer: TextBuffer
  private let tags: StylingTags
  private var paragraphs: [Paragraph] = []
  private var handlers: [SignalHandler] = []
  /// How much the deletion that is going on takes.
  private var deleting = 0

  /// How many paragraphs were parsed.
  private(set) var parses = 0

  /// Called after each change, once its looks are right.
  var onChange: () -> Void = {}

  init(_ buffer: TextBuffer, foreground: Color) {
    self.buffer = buffer
    tags = StylingTags(of: buffer, foreground: foreground)
    handlers.append(buffer.onInsertedText { [weak self] in self?.inserted($0) })
    handlers.append(
      buffer.onWillDelete { [weak self] in
        self?.deleting = $0.count
        return false
      })
    handlers.append(buffer.onDeletedText { [weak self] in self?.deleted(at: $0) })
    restyleAll()
  }

  isolated deinit { handlers.forEach { $0.disconnect() } }

  func setColors(foreground: Color) { tags.setColors(foreground: foreground) }

  /// What the paragraphs above the one at `index` leave open.
  func context(above index: Int) -> StylingContext {
    paragraphs.indices.contains(index) ? paragraphs[index].context : StylingContext()
  }

  // MARK: Changes

  private func inserted(_ range: Range<Int>) {
    let first = buffer.paragraph(at: range.lowerBound)
    let added = buffer.paragraphCount - paragraphs.count
    guard added >= 0, paragraphs.indices.contains(first) else { return restyleAll() }
    if added == 0 {
      if paragraphs[first].isPlain, range.count == 1,
        let typed = buffer.scalar(at: range.lowerBound), !StyledLine.isMark(typed)
      {
        return onChange()
      }
      if let looks = paragraphs[first].looks, !looks.isEmpty {
        let start = buffer.paragraphRange(first).lowerBound
        paragraphs[first].looks = looks.inserting(range.count, at: range.lowerBound - start)
      }
    } else {
      // Text behind the place has moved down, and its tags with it.
      paragraphs[first].looks = nil
      paragraphs.insert(
        contentsOf: repeatElement(Paragraph(), count: added), at: first + 1)
    }
    restyle(first...first + added)
    onChange()
  }

  private func deleted(at place: Int) {
    let first = buffer.paragraph(at: place)
    let removed = paragraphs.count - buffer.paragraphCount
    guard removed >= 0, paragraphs.indices.contains(first + removed) else { return restyleAll() }
    if removed == 0 {
      if let looks = paragraphs[first].looks, !looks.isEmpty {
        let start = buffer.paragraphRange(first).lowerBound
        paragraphs[first].looks = looks.deleting(deleting, at: place - start)
      }
    } else {
      paragraphs[first].looks = nil
      paragraphs.removeSubrange(first + 1...first + removed)
    }
    restyle(first...first)
    onChange()
  }

  private func restyleAll() {
    paragraphs = Array(repeating: Paragraph(), count: buffer.paragraphCount)
    restyle(0...paragraphs.count - 1)
    onChange()
  }

  // MARK: Looks

  /// Parses the paragraphs `dirty` and those below them that come out differently by it.
  private func restyle(_ dirty: ClosedRange<Int>) {
    var index = dirty.lowerBound
    var context = paragraphs[index].context
    while index < paragraphs.count {
      if index > dirty.upperBound, paragraphs[index].context == context,
        paragraphs[index].looks != nil
      {
        return
      }
      paragraphs[index].context = context
      parses += 1
      let isOpen = context != StylingContext()
      let range = buffer.paragraphRange(index)
      let text = buffer.text(in: range)
      let looks = StyledLine(parsing: text, in: &context).looks(in: text)
      apply(looks, over: paragraphs[index].looks, at: index, range)
      paragraphs[index].looks = looks
      paragraphs[index].isPlain = !isOpen && !text.utf8.contains(where: StyledLine.isMark)
      index += 1
    }
  }

  private func apply(
    _ looks: [StyledRange], over old: [StyledRange]?, at index: Int, _ paragraph: Range<Int>
  ) {
    guard looks != old else { return }
    for look in StylingLook.allCases {
      let wanted = looks.filter { $0.look == look }
      guard let tag = tags[look], old?.filter({ $0.look == look }) != wanted else { continue }
      if old == nil || old?.contains(where: { $0.look == look }) == true {
        // With its break, which takes the look of what it is written into.
        buffer.remove(tag, from: paragraph.lowerBound..<buffer.paragraphRange(index + 1).lowerBound)
      }
      for styled in wanted {
        let start = paragraph.lowerBound + styled.range.lowerBound
        buffer.apply(tag, to: start..<start + styled.range.count)
      }
    }
  }
}

// What GTK does to tags when text comes or goes within a paragraph.
nonisolated extension [StyledRange] {
  /// Text within a range takes its look; at its ends it does not.
  func inserting(_ count: Int, at place: Int) -> [StyledRange] {
    map { styled in
      let lower = styled.range.lowerBound + (styled.range.lowerBound >= place ? count : 0)
      let upper = styled.range.upperBound + (styled.range.upperBound > place ? count : 0)
      return StyledRange(look: styled.look, range: lower..<Swift.max(lower, upper))
    }
  }

  func deleting(_ count: Int, at place: Int) -> [StyledRange] {
    compactMap { styled in
      func moved(_ offset: Int) -> Int {
        offset <= place ? offset : Swift.max(place, offset - count)
      }
      let range = moved(styled.range.lowerBound)..<moved(styled.range.upperBound)
      return range.isEmpty ? nil : StyledRange(look: styled.look, range: range)
    }
  }
}
