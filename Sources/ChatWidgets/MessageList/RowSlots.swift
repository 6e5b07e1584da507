// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The widgets of the rows on the screen, and those that wait to be used again.
struct RowSlots {
  private(set) var live: [TimelineRow.ID: RowSlot] = [:]
  /// Called when a row needs another height.
  var onHeightChanged: ((RowSlot) -> Void)?
  weak var host: (any RowHost)?
  /// How many have been made so far.
  private(set) var made = 0
  private var spare: [RowKind: [RowSlot]] = [:]

  /// How many widgets there are, on the screen or waiting.
  var count: Int { live.count + spare.values.reduce(0) { $0 + $1.count } }

  /// The widget that shows `row`, made or taken from those that wait.
  mutating func slot(for row: TimelineRow, in parent: Widget, _ style: ListStyle) -> RowSlot {
    let id = row.id
    if let slot = live[id] {
      if slot.kind == RowKind(row) {
        if slot.row != row { show(row, in: slot, style) }
        return slot
      }
      retire(id)
    }
    let kind = RowKind(row)
    let slot = spare[kind]?.popLast() ?? make(kind, in: parent)
    slot.isSpoken = true
    live[id] = slot
    show(row, in: slot, style)
    return slot
  }

  private mutating func make(_ kind: RowKind, in parent: Widget) -> RowSlot {
    made += 1
    let slot = kind.make()
    slot.state.onHeightChanged = { [weak slot, onHeightChanged] in
      if let slot { onHeightChanged?(slot) }
    }
    slot.state.host = host
    slot.widget.setParent(parent)
    return slot
  }

  private func show(_ row: TimelineRow, in slot: RowSlot, _ style: ListStyle) {
    slot.row = row
    slot.state.show(row, style)
  }

  /// Takes off the screen what is not in `ids`, but for the row with the focus: it stays, out of
  /// sight, so that the focus does not go elsewhere while the list is scrolled.
  mutating func retire(except ids: Set<TimelineRow.ID>, focus: Widget?) {
    for (id, slot) in live where !ids.contains(id) {
      if let focus, focus.isInside(slot.widget) { continue }
      retire(id)
    }
  }

  private mutating func retire(_ id: TimelineRow.ID) {
    guard let slot = live.removeValue(forKey: id) else { return }
    slot.widget.isChildVisible = false
    slot.row = nil
    spare[slot.kind, default: []].append(slot)
  }

  /// Sees to it that the next layout finds what it needs: to make or drop widgets asks for a new
  /// layout of the window, which must not happen within one.
  mutating func stock(_ kind: RowKind, _ count: ClosedRange<Int>, in parent: Widget) {
    while spare[kind, default: []].count < count.lowerBound {
      let slot = make(kind, in: parent)
      slot.widget.isChildVisible = false
      spare[kind, default: []].append(slot)
    }
    // A tall window that became small again leaves more than will be used.
    while let waiting = spare[kind], waiting.count > count.upperBound {
      spare[kind]?.removeFirst().widget.unparent()
    }
  }

  /// What waits to be used again is not to be read, though GTK presents also what is not shown. Not
  /// at once: while the list moves, nothing waits for long.
  func silenceSpare() {
    for slot in spare.values.joined() { slot.isSpoken = false }
  }

  /// Every row shows its content anew.
  mutating func forgetContents() {
    for slot in live.values { slot.row = nil }
  }

  mutating func clear() {
    for slot in live.values { slot.widget.unparent() }
    for slot in spare.values.joined() { slot.widget.unparent() }
    live = [:]
    spare = [:]
  }
}
