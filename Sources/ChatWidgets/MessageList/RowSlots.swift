// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The widgets of the rows on the screen, and those that wait to be used again.
struct RowSlots {
  private(set) var live: [TimelineRow.ID: RowSlot] = [:]
  /// Called when a row needs another height.
  var onHeightChanged: ((RowSlot) -> Void)?
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
    live[id] = slot
    show(row, in: slot, style)
    return slot
  }

  private func make(_ kind: RowKind, in parent: Widget) -> RowSlot {
    let slot = kind.make()
    slot.state.onHeightChanged = { [weak slot, onHeightChanged] in
      if let slot { onHeightChanged?(slot) }
    }
    slot.widget.setParent(parent)
    return slot
  }

  private func show(_ row: TimelineRow, in slot: RowSlot, _ style: ListStyle) {
    slot.row = row
    slot.state.show(row, style)
  }

  /// Takes off the screen what is not in `ids`.
  mutating func retire(except ids: Set<TimelineRow.ID>) {
    for id in live.keys where !ids.contains(id) { retire(id) }
  }

  private mutating func retire(_ id: TimelineRow.ID) {
    guard let slot = live.removeValue(forKey: id) else { return }
    slot.widget.isChildVisible = false
    slot.row = nil
    spare[slot.kind, default: []].append(slot)
    // A tall window that became small again leaves more than will be used.
    while let waiting = spare[slot.kind], waiting.count > max(live.count, Self.spareLimit) {
      spare[slot.kind]?.removeFirst().widget.unparent()
    }
  }

  private static let spareLimit = 16

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
