// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension ListState {
  /// Lays out what is visible, loading pages that are wanted right now.
  func layOut() -> ListLayout {
    var pin = currentPin()
    while true {
      let layout = ListLayout(pin, in: room) { self.height(ofRow: $0) }
      // Prefetching makes this rare: a reader who is faster than the disk.
      if layout.lacksOlder {
        pin = keeping(pin) { loadOlderNow() }
        continue
      }
      if layout.lacksNewer {
        pin = keeping(pin) { loadNewerNow() }
        continue
      }
      if let stop = stopAtUnseen(layout), stop != pin {
        pin = stop
        continue
      }
      return layout
    }
  }

  /// The same pin after `body` has changed which rows are loaded.
  private func keeping(_ pin: ListLayout.Pin, _ body: () -> Void) -> ListLayout.Pin {
    guard case .row(let row, let top) = pin, slice.rows.indices.contains(row) else {
      body()
      return pin
    }
    let (id, message) = (slice.rows[row].id, slice.rows[row].messageID)
    body()
    // A day line can go when the message before it comes in.
    guard let row = slice.index(of: id) ?? slice.row(of: message) else { return .end(lag: 0) }
    return .row(row, top: top)
  }

  private var room: ListLayout.Room {
    ListLayout.Room(
      rows: slice.rows.count, viewport: viewport, overscan: overscan,
      startIsLoaded: slice.startIsLoaded, endIsLoaded: slice.endIsLoaded)
  }

  /// Half a viewport: together with the viewport that is two screens of widgets.
  private var overscan: Double { (viewport / 2).rounded() }

  func height(ofRow row: Int) -> Int {
    if let known = slice.height(ofRow: row) { return known }
    let slot = slots.slot(for: slice.rows[row], in: widget, style)
    let height = max(slot.state.height(for: width), 1)
    slice.setHeight(height, ofRow: row)
    return height
  }

  /// The anchor, moved by what the user has scrolled since the last layout.
  private func currentPin() -> ListLayout.Pin {
    if let pin = takeSliderMove() ?? takeDestination() { return pin }
    let delta = scroll.takeDistance()
    guard let anchor, let row = slice.row(of: anchor.message) else {
      anchor = nil
      return .end(lag: slide.lag - delta)
    }
    return .row(row, top: -anchor.offset - delta)
  }

  /// Gives the rows of the layout their widgets, and takes those of others off the screen.
  func bind(_ layout: ListLayout) {
    let ids = Set(layout.range.map { slice.rows[$0].id })
    let focus = widget.window?.focus.flatMap { $0.isInside(widget) ? $0 : nil }
    slots.retire(except: ids, focus: focus)
    for row in layout.range { _ = slots.slot(for: slice.rows[row], in: widget, style) }
    orderLater()
  }

  /// Puts the widgets in their places.
  func place(_ layout: ListLayout) {
    let scale = Double(max(widget.scaleFactor, 1))
    // All rows are moved by the same fraction, so that none is a pixel off from its neighbour.
    let shift = layout.tops.first.map { ($0 * scale).rounded() / scale - $0 } ?? 0
    for row in layout.range {
      guard let slot = slots.live[slice.rows[row].id] else { continue }
      slot.widget.isChildVisible = true
      slot.widget.allocate(
        x: Double(inset), y: layout.top(of: row) + shift, width: width,
        height: slice.height(ofRow: row) ?? 1)
    }
    if slots.live.count > layout.range.count { placeFocused(layout) }
  }

  /// Draws the rows in view. Those that are kept beyond the edges, as many again, would be clipped
  /// away piece by piece.
  func drawRows(_ snapshot: Snapshot) {
    guard let layout else { return }
    let height = viewport + Double(bottomMargin)
    for row in layout.range
    where layout.bottom(of: row) > -Self.overhang && layout.top(of: row) < height + Self.overhang {
      guard let slot = slots.live[slice.rows[row].id] else { continue }
      draw(slot.widget, in: snapshot)
    }
  }

  /// How far rows may draw over their edges: rings of focus and of jumps.
  private static let overhang = 8.0  // pixels

  /// The row with the focus stays allocated, above or below the others.
  private func placeFocused(_ layout: ListLayout) {
    let ids = Set(layout.range.map { slice.rows[$0].id })
    for (id, slot) in slots.live where !ids.contains(id) {
      let height = max(slot.widget.height, 1)
      slot.widget.allocate(
        x: Double(inset), y: -Double(height) - 2 * viewport, width: width, height: height)
    }
  }

  /// Takes the anchor of the next layout from what this one shows.
  func settle(_ layout: ListLayout) {
    if layout.isAtEnd || slide.isRunning && anchor == nil {
      anchor = nil
    } else if let row = layout.firstVisible(where: { slice.isMessage(row: $0) }) {
      anchor = ScrollAnchor(message: slice.rows[row].messageID, offset: -layout.top(of: row))
    }
  }

  /// Nobody looks: what nobody has seen is not scrolled out at the top.
  private func stopAtUnseen(_ layout: ListLayout) -> ListLayout.Pin? {
    guard anchor == nil, !isWatched, let firstUnseen, let own = slice.row(of: firstUnseen),
      let index = slice.messageIndex(ofRow: own)
    else { return nil }
    let first = slice.rows(ofMessageAt: index).lowerBound
    guard
      first < layout.range.lowerBound || layout.range.contains(first) && layout.top(of: first) < 0
    else { return nil }
    slide.stop()
    anchor = ScrollAnchor(message: firstUnseen, offset: 0)
    return .row(first, top: 0)
  }
}
