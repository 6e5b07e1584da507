// SPDX-License-Identifier: MIT

/// One line of a message and what is styled in it. All ranges count bytes of UTF-8 from the start
/// of the text.
public struct StyledLine: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case plain
    /// "```" and what follows it: a preformatted block begins.
    case fenceStart
    /// "```" alone: it ends.
    case fenceEnd
    /// Within a preformatted block.
    case preformatted
  }

  /// A stretch between two directives of one byte each.
  public struct Span: Hashable, Sendable {
    public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
      /// `_emphasis_`
      case emphasis = 0x5f
      /// `*strong*`
      case strong = 0x2a
      /// `~strike through~`
      case strikethrough = 0x7e
      /// A preformatted span: `` `code` ``
      case code = 0x60

      /// The character at both ends.
      public var directive: Character { Character(Unicode.Scalar(rawValue)) }
    }

    public let kind: Kind
    /// With both directives.
    public let range: Range<Int>

    /// Without the directives; never empty.
    public var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
  }

  /// The line without its break.
  public let range: Range<Int>
  public let kind: Kind
  /// How many quotations it is in.
  public let quoteDepth: Int
  /// What follows the signs of quotation and the one white space after each.
  public let content: Range<Int>
  /// Ordered by their start; a span that lies within another comes after it.
  public let spans: [Span]

  /// The signs of quotation, with the white space after each.
  public var quoteSigns: Range<Int> { range.lowerBound..<content.lowerBound }

  /// Whether a character may style what is around it: a directive, or the sign of quotation. A line
  /// without any is plain, wherever no preformatted block is open above it.
  public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    UInt8(exactly: scalar.value).map(isMark) ?? false
  }

  /// The same of a byte of UTF-8.
  public static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ">") || Span.Kind(rawValue: byte) != nil
  }

  /// Parses one line, without its break, that begins at the byte `start` of its text.
  ///
  /// - Parameter context: What the lines above it left open; afterwards what this one leaves open.
  public init(
    parsing line: UnsafeBufferPointer<UInt8>, at start: Int = 0, in context: inout StylingContext
  ) {
    var scanner = QuoteScanner(line)
    var kind = Kind.plain
    if let depth = context.openFence, scanner.skip(upTo: depth) == depth {
      kind = scanner.restIsFence ? .fenceEnd : .preformatted
      if kind == .fenceEnd { context.openFence = nil }
    } else {
      // A line with fewer signs ends the quotation, and with it what was open inside.
      context.openFence = nil
      scanner = QuoteScanner(line)
      scanner.skip(upTo: .max)
      if scanner.restBeginsFence {
        kind = .fenceStart
        context.openFence = scanner.depth
      }
    }
    self.kind = kind
    quoteDepth = scanner.depth
    range = start..<start + line.count
    content = start + scanner.position..<start + line.count
    if kind == .plain {
      var spans = SpanScanner(line, from: scanner.position, offset: start)
      self.spans = spans.scan()
    } else {
      spans = []
    }
  }

  /// Parses one line of text, without its break.
  public init(parsing line: String, in context: inout StylingContext) {
    var line = line
    var result = context
    self = line.withUTF8 { StyledLine(parsing: $0, in: &result) }
    context = result
  }
}

/// Walks over the signs of quotation at the start of a line (XEP-0393 §5.1.3).
private struct QuoteScanner {
  private let line: UnsafeBufferPointer<UInt8>
  private(set) var depth = 0
  private(set) var position = 0

  init(_ line: UnsafeBufferPointer<UInt8>) { self.line = line }

  /// Takes up to `limit` signs, each with the first white space after it. Returns how many.
  @discardableResult
  mutating func skip(upTo limit: Int) -> Int {
    while depth < limit, position < line.count, line[position] == UInt8(ascii: ">") {
      depth += 1
      position += 1
      position += WhiteSpace.length(in: line, at: position)
    }
    return depth
  }

  /// A preformatted block begins with "```"; what follows it on its line is not shown (§5.1.2).
  var restBeginsFence: Bool {
    line.count - position >= 3 && line[position..<position + 3].allSatisfy { $0 == 0x60 }
  }

  /// And it ends with a line of these three alone.
  var restIsFence: Bool { line.count - position == 3 && restBeginsFence }
}
