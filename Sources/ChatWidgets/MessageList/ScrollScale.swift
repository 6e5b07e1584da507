// SPDX-License-Identifier: MIT

/// Translates between a place in the conversation and the scroll bar, by counting messages.
///
/// The heights of what is not loaded are unknown, and guesses that improve while the slider is held
/// would push the content about under it. Counting needs no guess: at the fraction *f* of the bar's
/// way, *f* × *count* messages are above the line at *f* × the height of the viewport. That is the
/// first message at the top edge for 0, the last one at the bottom edge for 1, and it moves one way
/// only when *f* does, whatever gets loaded or measured meanwhile.
nonisolated struct ScrollScale {
  /// How many messages there are.
  var count: Int
  /// The height of the viewport in pixels.
  var viewport: Double

  /// A message on the screen with the lines that stand before it.
  struct Span: Equatable {
    /// How many messages stand before it in the conversation.
    var rank: Int
    var top: Double
    var bottom: Double
  }

  /// The place on the bar, 0 … 1, of what is on the screen.
  ///
  /// - Parameter spans: the visible messages, top to bottom, with no hole between them.
  func fraction(of spans: some Collection<Span>) -> Double {
    guard count > 0, viewport > 0, let first = spans.first else { return 1 }
    // Lines above the first message that is fully known belong to the one before it.
    var fraction = Double(first.rank) / Double(count)
    for span in spans {
      let height = max(span.bottom - span.top, 1)
      // Solves rank + (f · viewport - top) / height = f · count.
      let slope = Double(count) - viewport / height
      guard slope > 0 else { continue }
      fraction = (Double(span.rank) - span.top / height) / slope
      if fraction * viewport < span.bottom { break }
    }
    return min(max(fraction, 0), 1)
  }

  /// The message that a place on the bar means.
  ///
  /// `rank` messages stand before it; the part `part` (0 … 1) of its height is above the line that is
  /// `line` pixels below the top edge.
  func target(at fraction: Double) -> (rank: Int, part: Double, line: Double) {
    let fraction = fraction.isFinite ? min(max(fraction, 0), 1) : 0
    let place = fraction * Double(count)
    let rank = min(max(Int(place), 0), max(count - 1, 0))
    return (rank, place - Double(rank), fraction * viewport)
  }

  /// What the adjustment gets: how far its value can move either way.
  struct Bounds: Equatable {
    var above: Double
    var below: Double
  }

  /// Bounds by count, with room to scroll on wherever there is something to scroll to.
  ///
  /// - Parameters:
  ///   - unit: pixels that a message takes on average; gives the slider its length.
  ///   - above: pixels of content above the viewport; nil when that is not all loaded.
  ///   - below: pixels of content below the viewport; nil when that is not all loaded.
  func bounds(fraction: Double, unit: Double, above: Double?, below: Double?) -> Bounds {
    if let above, let below { return Bounds(above: above, below: below) }
    let way = max(Double(count) * unit - viewport, 2 * Self.slack * viewport)
    let slack = Self.slack * viewport
    return Bounds(
      above: above == 0 ? 0 : max(fraction * way, above ?? slack),
      below: below == 0 ? 0 : max((1 - fraction) * way, below ?? slack))
  }

  /// Viewports that can always be scrolled at once towards what is not loaded yet.
  private static let slack = 3.0
}
