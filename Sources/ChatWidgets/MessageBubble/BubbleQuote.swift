// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The answered message as it stands above the answer (XEP-0461).
struct BubbleQuote: Hashable {
  var reply: Reply
  /// Who wrote it.
  var author: String
  /// How it begins, in one line.
  var excerpt: String

  init(_ reply: Reply, _ texts: MessageListTexts) {
    self.reply = reply
    let name = SafeText.line(reply.author)
    author = name.isEmpty ? texts.you : name
    let line = SafeText.excerpt(reply.excerpt)
    excerpt = reply.isRetracted ? texts.retracted : line.isEmpty ? texts.quotedMessage : line
  }
}

/// A quote laid out: a bar at its start, the name, and one line of the text.
struct QuoteLayout {
  let author: TextLayout
  let excerpt: TextLayout
  private let metrics: BubbleMetrics

  /// - Parameter line: makes a small text of a weight.
  init(
    _ quote: BubbleQuote, _ metrics: BubbleMetrics,
    _ line: (String, TextAttributes.Style) -> TextLayout
  ) {
    self.metrics = metrics
    author = line(quote.author, .weight(600))
    excerpt = line(quote.excerpt, .weight(400))
    author.ellipsize()
    excerpt.ellipsize()
  }

  /// Cuts its lines so that it is at most `limit` pixels wide, and tells its size.
  func fit(in limit: Int) -> (width: Int, height: Int) {
    let edges = metrics.quoteBar + 2 * metrics.quotePaddingX
    let width = [author, excerpt].map { $0.fit(in: max(limit - edges, 1)) }.max() ?? 0
    return (
      width + edges, author.size.height + excerpt.size.height + 2 * metrics.quotePaddingY
    )
  }

  func draw(
    _ snapshot: Snapshot, in box: Rectangle, _ colors: BubbleColors, isRightToLeft: Bool
  ) {
    let radius = Double(metrics.quoteRadius)
    snapshot.clipped(to: box, radius: radius) {
      snapshot.fill(box, colors.text.opacity(Self.tint))
      snapshot.fill(
        Rectangle(
          x: isRightToLeft ? box.x + box.width - metrics.quoteBar : box.x, y: box.y,
          width: metrics.quoteBar, height: box.height), colors.quote)
    }
    if colors.border != nil {
      snapshot.stroke(box, radius: radius, width: 1, colors.text)
    }
    var y = box.y + metrics.quotePaddingY
    for (line, color) in [(author, colors.quote), (excerpt, colors.meta)] {
      let size = line.size
      let inset = metrics.quoteBar + metrics.quotePaddingX
      let x = isRightToLeft ? box.x + box.width - inset - size.width : box.x + inset
      snapshot.translated(x: Double(x), y: Double(y)) { snapshot.draw(line, color) }
      y += size.height
    }
  }

  private static let tint = 0.1
}
