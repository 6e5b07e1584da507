// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// A link in the text of a message.
public struct MessageLink: Hashable, Sendable {
  /// UTF-8 bytes of the shown text.
  public var range: Range<Int>
  /// What it opens.
  public var target: String
}

/// The text of a bubble as it is shown: cut where it is long, styled by its own characters
/// (XEP-0393). Never markup.
struct BubbleText: Hashable {
  /// With a mark at the end where it is cut.
  let shown: String
  let isCut: Bool
  private let styling: MessageStyling?

  /// In the order of the text.
  let links: [MessageLink]

  static let cutMark = "…"

  init(_ text: String, fold: TextFold) {
    let prefix = fold.prefix(of: text)
    isCut = prefix.endIndex < text.endIndex
    shown = isCut ? prefix + Self.cutMark : String(prefix)
    links = []
    styling = Self.mayBeStyled(shown) ? MessageStyling(shown) : nil
  }

  /// Most messages have none of the characters that style.
  private static func mayBeStyled(_ text: String) -> Bool {
    text.utf8.contains { byte in
      switch byte {
      case 0x2a, 0x5f, 0x7e, 0x60, 0x3e: true  // * _ ~ ` >
      default: false
      }
    }
  }

  /// The styles of the text; nil where there are none.
  func attributes() -> TextAttributes? {
    guard let styling, !styling.isPlain else { return nil }
    let attributes = TextAttributes()
    for line in styling.lines {
      if !line.quoteSigns.isEmpty { attributes.add(.opacity(Self.directive), line.quoteSigns) }
      switch line.kind {
      case .plain: break
      case .fenceStart, .fenceEnd: attributes.add(.opacity(Self.directive), line.content)
      case .preformatted: attributes.add(.monospace, line.content)
      }
      for span in line.spans {
        switch span.kind {
        case .emphasis: attributes.add(.italic, span.content)
        case .strong: attributes.add(.bold, span.content)
        case .strikethrough: attributes.add(.strikethrough, span.content)
        case .code: attributes.add(.monospace, span.content)
        }
        attributes.add(
          .opacity(Self.directive), span.range.lowerBound..<span.content.lowerBound)
        attributes.add(
          .opacity(Self.directive), span.content.upperBound..<span.range.upperBound)
      }
    }
    return attributes
  }

  /// The characters that style stay readable, but stand back.
  private static let directive = 0.5
}
