// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// What the user has scrolled since the last layout.
struct ScrollInput {
  /// The adjustment's value as far as it has been turned into movement.
  var knownValue = 0.0
  private var distance = 0.0
  private(set) var slider: SliderMove?
  /// The value that the slider is about to set.
  var announced: Double?
  var isConfiguring = false
  var handler: SignalHandler?

  /// Where the slider was moved to, and from where, as parts of its way.
  struct SliderMove {
    var from, to: Double
  }

  mutating func move(by delta: Double) { distance += delta }

  mutating func slide(from: Double, to: Double) {
    distance = 0
    slider = SliderMove(from: slider?.from ?? from, to: to)
  }

  mutating func takeDistance() -> Double {
    defer { distance = 0 }
    return distance
  }

  mutating func takeSlider() -> SliderMove? {
    defer { slider = nil }
    return slider
  }
}

extension ListState {
  func watchAdjustment() {
    scroll.handler?.disconnect()
    scroll.handler = nil
    guard let adjustment = verticalAdjustment else { return }
    scroll.knownValue = adjustment.value
    scroll.handler = adjustment.onValueChanged { [weak self] in self?.valueChanged() }
    if hasWidget { requestUpdate() }
  }

  /// The scrolled window has moved the value: by wheel, finger, key or slider.
  private func valueChanged() {
    guard let adjustment = verticalAdjustment, !scroll.isConfiguring else { return }
    let (value, lower) = (adjustment.value, adjustment.lower)
    let delta = value - scroll.knownValue
    scroll.knownValue = value
    let way = adjustment.upper - lower - adjustment.pageSize
    let isSlider =
      scroll.announced.map {
        abs(min(max($0, lower), lower + max(way, 0)) - value) < 1
      } ?? false
    scroll.announced = nil
    guard delta != 0 else { return }
    if way > 0, isSlider || abs(delta) > Self.jump * viewport {
      scroll.slide(from: (value - delta - lower) / way, to: (value - lower) / way)
    } else {
      // From where the slide has come to, not from where it was going.
      scroll.move(by: delta - slide.lag)
    }
    slide.stop()
    requestUpdate()
  }

  /// More than so many viewports at once mean a place and not a distance.
  private static let jump = 3.0

  /// Where the slider was dragged to, as the pin of this layout.
  func takeSliderMove() -> ListLayout.Pin? {
    guard let move = scroll.takeSlider(), slice.total > 0 else { return nil }
    if move.to >= 1 {
      loadEnd()
      anchor = nil
      return .end(lag: 0)
    }
    if slice.isComplete, let pin = pinByPixels(move.to) { return checked(pin, move) }
    let scale = ScrollScale(count: slice.total, viewport: viewport)
    let target = scale.target(at: move.to)
    let wasLoaded = slice.rank(target.rank) != nil
    guard let index = loadRank(target.rank) else { return nil }
    let rows = slice.rows(ofMessageAt: index)
    let height = rows.reduce(0.0) { $0 + Double(self.height(ofRow: $1)) }
    let pin = ListLayout.Pin.row(
      rows.lowerBound, top: (target.line - target.part * height).rounded())
    return wasLoaded ? checked(pin, move) : pin
  }

  /// Everything is loaded: the bar counts pixels.
  private func pinByPixels(_ fraction: Double) -> ListLayout.Pin? {
    let heights = slice.rows.indices.map { Double(slice.height(ofRow: $0) ?? Int(unit)) }
    let way = heights.reduce(0, +) - viewport
    guard way > 0 else { return nil }
    var top = -(way * fraction).rounded()
    for (row, height) in heights.enumerated() {
      if top + height > 0 { return .row(row, top: top) }
      top += height
    }
    return nil
  }

  /// Nil where going to `pin` would move the content against the slider: heights that have been
  /// measured since it was last moved must not show.
  private func checked(_ pin: ListLayout.Pin, _ move: ScrollInput.SliderMove) -> ListLayout.Pin? {
    guard let layout, case .row(let row, let top) = pin, layout.range.contains(row) else {
      return pin
    }
    let isBackwards =
      move.to > move.from ? top > layout.top(of: row) : top < layout.top(of: row)
    return isBackwards ? nil : pin
  }

  /// Slides the adjustment's bounds so that the bar shows the place in the whole conversation.
  func slideBounds(_ layout: ListLayout) {
    guard let adjustment = verticalAdjustment else { return }
    if unit == 0 { unit = slice.averageHeight ?? 0 }
    let scale = ScrollScale(count: slice.total, viewport: viewport)
    let bounds = scale.bounds(
      fraction: scale.fraction(of: spans(layout)), unit: unit, above: heightAbove(layout),
      below: heightBelow(layout))
    scroll.isConfiguring = true
    adjustment.slideBounds(
      above: bounds.above, below: bounds.below, pageSize: viewport,
      step: (viewport / 10).rounded())
    scroll.isConfiguring = false
    scroll.knownValue = adjustment.value
  }

  private func heightAbove(_ layout: ListLayout) -> Double? {
    guard slice.startIsLoaded else { return nil }
    let rows = slice.height(ofRows: 0..<layout.range.lowerBound, estimate: unit)
    return max(0, rows - (layout.tops.first ?? 0))
  }

  private func heightBelow(_ layout: ListLayout) -> Double? {
    guard slice.endIsLoaded else { return nil }
    let rows = slice.height(
      ofRows: layout.range.upperBound..<slice.rows.count, estimate: unit)
    return max(0, rows + layout.bottom - viewport)
  }

  /// The messages of the layout, each with the lines that stand before it.
  private func spans(_ layout: ListLayout) -> [ScrollScale.Span] {
    var spans: [ScrollScale.Span] = []
    guard var index = slice.messageIndex(ofRow: layout.range.lowerBound) else { return [] }
    while index < slice.messages.count {
      let rows = slice.rows(ofMessageAt: index)
      guard rows.upperBound < layout.range.upperBound else { break }
      let first = max(rows.lowerBound, layout.range.lowerBound)
      spans.append(
        ScrollScale.Span(
          rank: slice.firstRank + index, top: layout.top(of: first),
          bottom: layout.bottom(of: rows.upperBound)))
      index += 1
    }
    return spans.filter { $0.bottom > 0 && $0.top < viewport }
  }
}
