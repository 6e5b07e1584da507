// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// A place to go to in the next layout. The last one asked for counts.
enum Destination: Equatable {
  /// Exactly what was being read.
  case anchor(ScrollAnchor)
  /// The unread line near the top edge.
  case unread(MessageID)
  /// A message in the upper part of the viewport.
  case message(MessageID)
}

extension ListState {
  func go(to destination: Destination) {
    slide.stop()
    self.destination = destination
    requestUpdate()
  }

  /// Goes to the newest message.
  func goToEnd() {
    destination = nil
    let isNear = slice.endIsLoaded && layout.map { heightToEnd($0) < 2 * viewport } ?? false
    let distance = isNear ? layout.map(heightToEnd) ?? 0 : viewport
    if !isNear { loadEnd() }
    guard anchor != nil else { return }
    anchor = nil
    firstUnseen = nil
    if animates, widget.isMapped {
      slide.begin(distance: distance, limit: 2 * viewport)
    }
    requestUpdate()
  }

  private func heightToEnd(_ layout: ListLayout) -> Double {
    let rows = slice.height(ofRows: layout.range.upperBound..<slice.rows.count, estimate: unit)
    return max(0, rows + layout.bottom - viewport)
  }

  /// The destination as the pin of this layout.
  func takeDestination() -> ListLayout.Pin? {
    guard let destination else { return nil }
    self.destination = nil
    switch destination {
    case .anchor(let anchor):
      guard load(anchor.message), let row = slice.row(of: anchor.message) else { break }
      // The row may have become lower since.
      let hidden = min(anchor.offset, Double(height(ofRow: row) - 1))
      self.anchor = ScrollAnchor(message: anchor.message, offset: hidden)
      return .row(row, top: -hidden)
    case .unread(let message):
      guard let row = firstRow(of: message) else { break }
      anchor = ScrollAnchor(message: message, offset: 0)
      return .row(row, top: 0)
    case .message(let message):
      guard let row = firstRow(of: message) else { break }
      unfoldHit(in: message)
      anchor = ScrollAnchor(message: message, offset: 0)
      return .row(row, top: top(ofRow: row, showing: message))
    }
    if slice.messages.isEmpty { loadEnd() }
    return nil
  }

  /// What is looked for may stand where a long message is cut.
  private func unfoldHit(in id: MessageID) {
    guard let finder = style.finder, !style.expanded.contains(id), let message = slice.message(id)
    else { return }
    func hasHit(_ fold: TextFold) -> Bool {
      !finder.ranges(in: BubbleText(message.body, fold: fold).shown).isEmpty
    }
    guard TextFold.folded.preview(of: message.body).isCut, !hasHit(.folded), hasHit(.expanded)
    else { return }
    style.expanded.insert(id)
    refresh(id)
  }

  /// Where the rows of a message begin when it is gone to: in the upper part of the viewport, but
  /// higher where the first hit in it would not be seen.
  private func top(ofRow first: Int, showing id: MessageID) -> Double {
    let top = (viewport / 4).rounded()
    guard style.finder != nil, let row = slice.row(of: id) else { return top }
    let slot = slots.slot(for: slice.rows[row], in: widget, style)
    _ = slot.state.height(for: width)
    guard let hit = (slot.state as? BubbleState)?.firstHit else { return top }
    let above = Double((first..<row).reduce(0) { $0 + height(ofRow: $1) } + hit.y)
    return min(top, (viewport * 0.75).rounded() - above - Double(hit.height))
  }

  private func firstRow(of message: MessageID) -> Int? {
    guard load(message), let row = slice.row(of: message),
      let index = slice.messageIndex(ofRow: row)
    else { return nil }
    return slice.rows(ofMessageAt: index).lowerBound
  }
}
