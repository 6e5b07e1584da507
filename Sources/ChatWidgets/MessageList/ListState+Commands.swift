// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension ListState {
  /// Does what a key asks for. Returns whether it was for the list.
  func perform(_ command: ListKeys.Command) -> Bool {
    switch command {
    case .walk(let forward, let selecting): walk(forward: forward, selecting: selecting)
    case .page(let forward): turnPage(forward: forward)
    case .start: goToStart()
    case .end: goToEnd()
    case .copy(let withNames): copy(withNames: withNames)
    case .selectAll: select(.everything)
    case .unselect:
      guard selection != nil else { return false }
      leaveSelectionMode()
    case .menu:
      guard let message = focusedMessage, let row = slice.row(of: message), let layout,
        layout.range.contains(row)
      else { return false }
      let place = bubblePlace(message)
      let x = place.map { widget.isRightToLeft ? $0.x + $0.width : $0.x }
      let y = place.map { Double($0.y + $0.height) } ?? layout.bottom(of: row)
      onMenu?(Double(x ?? inset + width / 2), min(y, layout.bottom(of: row), viewport) - 1)
    case .expand:
      guard let message = focusedMessage, bubble(message)?.content?.text.isCut == true else {
        return false
      }
      showMore(of: message)
    }
    return true
  }

  /// Copies what is selected, or else the message with the focus.
  func copy(withNames: Bool) {
    if selection?.isEmpty ?? true {
      guard let message = focusedMessage.flatMap({ slice.message($0) }) else { return }
      select(message)
    }
    let clipboard = Clipboard(of: widget)
    // At once, up to the first page: the selection may be gone right after.
    Task.immediate { [weak self] in
      if let text = await self?.selectedText(withNames: withNames) { clipboard.set(text) }
    }
  }

  /// What was selected by the pointer can be pasted with the middle button.
  func offerPrimarySelection() {
    guard let selection, !selection.isEmpty else { return }
    let clipboard = Clipboard.primary(of: widget)
    // At once, up to the first page: the selection may be gone right after.
    Task.immediate { [weak self] in
      if let text = await self?.selectedText(withNames: false) { clipboard.set(text) }
    }
  }

  /// From now on taps select.
  func enterSelectionMode(_ message: Message) {
    isInSelectionMode = true
    select(message)
    // Shift and an arrow go on from here.
    if let row = slice.row(of: message.id) { focus(row: row) }
  }

  func leaveSelectionMode() {
    isInSelectionMode = false
    select(nil)
  }

  /// The link at a point.
  func link(x: Double, y: Double) -> Link? {
    guard let hit = textPlace(x: x, y: y), hit.place.isOnText else { return nil }
    return bubble(hit.message.id)?.link(at: hit.place.byte)
  }
}
