// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// Walking through the messages by key: each message is one stop, spoken whole.
extension ListState {
  /// The message whose row has the focus, or holds it within.
  var focusedMessage: MessageID? {
    guard let focus = widget.window?.focus, focus.isInside(widget) else { return nil }
    return slots.live.values.first { focus.isInside($0.widget) }?.row?.messageID
  }

  /// Whether a menu or another popover of the list has the focus.
  var isFocusInPopover: Bool {
    guard let focus = widget.window?.focus, focus != widget, focus.isInside(widget) else {
      return false
    }
    return !slots.live.values.contains { focus.isInside($0.widget) }
  }

  @discardableResult
  func focus(row: Int) -> Bool {
    guard slice.rows.indices.contains(row),
      let slot = slots.live[slice.rows[row].id], slot.widget.isChildVisible
    else { return false }
    lastFocused = slice.rows[row].messageID
    return slot.widget.grabFocus()
  }

  /// The row that gets the focus when it comes into the list: where it was, else the newest that is
  /// seen.
  func focusEntry() -> Bool {
    guard let layout else { return false }
    if let lastFocused, let row = slice.row(of: lastFocused), layout.range.contains(row),
      layout.bottom(of: row) > 0, layout.top(of: row) < viewport
    {
      return focus(row: row)
    }
    let seen = layout.range.filter {
      slice.isMessage(row: $0) && layout.bottom(of: $0) > 0 && layout.top(of: $0) < viewport
    }
    // Seen whole, where there is one.
    let newest = seen.last { layout.bottom(of: $0) < viewport + 0.5 } ?? seen.last
    return newest.map { focus(row: $0) } ?? false
  }

  /// The next or previous message gets the focus and comes into view. What is longer than the window
  /// is scrolled through first.
  func walk(forward: Bool, selecting: Bool) {
    guard let layout, let focused = focusedMessage, let row = slice.row(of: focused) else {
      _ = focusEntry()
      return
    }
    guard layout.range.contains(row) else { return go(to: .message(focused)) }
    let rest = forward ? layout.bottom(of: row) - viewport : -layout.top(of: row)
    if rest > 0.5, !selecting {
      return scroll(by: (forward ? 1 : -1) * min(rest, (viewport * 0.8).rounded()))
    }
    let next =
      forward
      ? (row + 1..<layout.range.upperBound).first { slice.isMessage(row: $0) }
      : (layout.range.lowerBound..<row).last { slice.isMessage(row: $0) }
    if selecting { extendSelection(from: row, to: next ?? row) }
    guard let next else { return }
    focus(row: next)
    reveal(next, layout)
  }

  private func extendSelection(from row: Int, to next: Int) {
    guard let first = slice.rows[row].message, let last = slice.rows[next].message else { return }
    // A selection that ends elsewhere was left behind.
    let goesOn = selection?.unit == .message && selection?.movingPosition == first.position
    if !goesOn { select(first) }
    selection?.extend(to: .start(of: last)..<ListSelection.Point.end(of: last))
    select(selection)
  }

  private func reveal(_ row: Int, _ layout: ListLayout) {
    let (top, bottom) = (layout.top(of: row), layout.bottom(of: row))
    if top < 0 {
      scroll(by: top)
    } else if bottom > viewport {
      scroll(by: min(bottom - viewport, top))
    }
  }

  func scroll(by distance: Double) {
    slide.stop()
    scroll.move(by: distance)
    requestUpdate()
  }

  /// Pages as a reader turns them: the last lines of one are the first of the next.
  func turnPage(forward: Bool) { scroll(by: (forward ? 1 : -1) * (viewport * 0.9).rounded()) }

  func goToStart() { scroll.slide(from: 1, to: 0); requestUpdate() }
}
