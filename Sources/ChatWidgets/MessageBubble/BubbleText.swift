// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The text of a bubble as it is shown: safe to show, cut where it is long, styled by its own
/// characters (XEP-0393), with its links. Never markup.
struct BubbleText: Hashable {
  /// With a mark at the end where it is cut.
  let shown: String
  let isCut: Bool
  private let styling: MessageStyling?

  /// In the order of the text.
  let links: [Link]

  static let cutMark = "…"
  /// More links than this are no text that somebody reads.
  private static let linkLimit = 100

  init(_ text: String, fold: TextFold) {
    let preview = fold.preview(of: text)
    isCut = preview.isCut
    let safe = SafeText.body(String(preview.text))
    shown = isCut ? safe + Self.cutMark : safe
    links = safe.links(limit: Self.linkLimit)
    styling = MessageStyling.mayBeStyled(shown) ? MessageStyling(shown) : nil
  }

  /// The styles of the text; nil where there are none.
  func attributes() -> TextAttributes? {
    let lines = styling.map { $0.isPlain ? [] : $0.lines } ?? []
    guard !lines.isEmpty || !links.isEmpty else { return nil }
    let attributes = TextAttributes()
    for link in links { attributes.add(.underline, link.range) }
    for line in lines {
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
