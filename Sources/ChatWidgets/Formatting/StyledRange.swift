// SPDX-License-Identifier: MIT
import ChatCore

/// A stretch of a paragraph with one look. Offsets count Unicode scalars from its start, as text
/// buffers do.
nonisolated struct StyledRange: Hashable {
  var look: StylingLook
  var range: Range<Int>
}

extension StyledLine {
  /// What of this line looks how, in scalars from its start.
  ///
  /// - Parameter text: The line; its ranges must count from 0.
  func looks(in text: String) -> [StyledRange] {
    guard kind != .plain || quoteDepth > 0 || !spans.isEmpty else { return [] }
    let offsets = ScalarOffsets(text)
    var looks: [StyledRange] = []
    func add(_ look: StylingLook, _ range: Range<Int>) {
      let range = offsets.scalars(range)
      if !range.isEmpty { looks.append(StyledRange(look: look, range: range)) }
    }
    if quoteDepth > 0 {
      add(.quote, range)
      add(.directive, quoteSigns)
    }
    switch kind {
    case .preformatted: add(.preformatted, range)
    case .fenceStart, .fenceEnd:
      add(.preformatted, range)
      add(.directive, content)
    case .plain:
      for span in spans {
        add(StylingLook(span.kind), span.range)
        add(.directive, span.range.lowerBound..<span.content.lowerBound)
        add(.directive, span.content.upperBound..<span.range.upperBound)
      }
    }
    return looks
  }
}

/// Turns offsets in bytes of UTF-8 into offsets in Unicode scalars and back.
nonisolated struct ScalarOffsets {
  /// The scalar that each byte is of; nil when each byte is one.
  private let scalarOfByte: [Int]?
  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      scalarOfByte = nil
      return
    }
    var count = -1
    var table = bytes.map { byte in
      if byte & 0xc0 != 0x80 { count += 1 }
      return count
    }
    table.append(count + 1)
    scalarOfByte = table
  }

  func scalar(_ byte: Int) -> Int { scalarOfByte?[byte] ?? byte }

  func scalars(_ bytes: Range<Int>) -> Range<Int> {
    scalar(bytes.lowerBound)..<scalar(bytes.upperBound)
  }

  /// The first byte of a scalar; beyond the last one, the end.
  func byte(_ scalar: Int) -> Int {
    guard let table = scalarOfByte else { return min(max(0, scalar), bytes.count) }
    // The table rises by 0 or 1: find the first byte of the scalar.
    var (low, high) = (0, table.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if table[middle] < scalar { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func bytes(_ scalars: Range<Int>) -> Range<Int> {
    byte(scalars.lowerBound)..<byte(scalars.upperBound)
  }
}
