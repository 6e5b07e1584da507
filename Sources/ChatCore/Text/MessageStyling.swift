// SPDX-License-Identifier: MIT

/// How a message is styled by the characters in it (XEP-0393: Message Styling, 1.1.1).
///
/// The text stays as it is, with its directives; this only says which bytes are what. Parsing takes
/// one pass over each line, in time linear in its length, for any input.
///
/// ```swift
/// for line in MessageStyling("> *all* of it").lines {
///   line.quoteDepth              // 1
///   line.spans.map(\.kind)       // [.strong]
/// }
/// ```
public struct MessageStyling: Hashable, Sendable {
  /// The lines in order; at least one.
  public let lines: [StyledLine]

  /// - Parameter context: What lines above the text left open.
  public init(_ text: String, context: StylingContext = StylingContext()) {
    var text = text
    lines = text.withUTF8 { Self.parse($0, context) }
  }

  /// Whether anything in it is styled.
  public var isPlain: Bool {
    lines.allSatisfy { $0.kind == .plain && $0.quoteDepth == 0 && $0.spans.isEmpty }
  }

  private static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, _ context: StylingContext
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    var context = context
    var start = 0
    while true {
      let end = lineEnd(in: bytes, from: start)
      let line = UnsafeBufferPointer(rebasing: bytes[start..<end.text])
      lines.append(StyledLine(parsing: line, at: start, in: &context))
      guard end.text < bytes.count else { return lines }
      start = end.next
    }
  }

  /// Where the line from `start` ends and the next begins. Breaks are those at which text widgets
  /// begin a new paragraph: LF, CR, CR LF and U+2029.
  private static func lineEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (text: Int, next: Int) {
    for index in start..<bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        return (index, index + 1)
      case UInt8(ascii: "\r"):
        let isPair = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
        return (index, index + (isPair ? 2 : 1))
      case 0xe2
      where index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0xa9:
        return (index, index + 3)
      default: continue
      }
    }
    return (bytes.count, bytes.count)
  }
}

/// What a line needs to know of those above it. Two equal contexts make equal lines, so an editor
/// that parses again after a change may stop where the context is what it was.
public struct StylingContext: Hashable, Sendable {
  /// How many quotations enclose the preformatted block that is open; nil when none is.
  public internal(set) var openFence: Int?

  public init() {}
}
