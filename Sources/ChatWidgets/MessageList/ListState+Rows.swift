// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// What rows ask for.
extension ListState: RowHost {
  func showMore(of id: MessageID) {
    guard let message = slice.message(id) else { return }
    if style.expanded.insert(id).inserted {
      refresh(id)
    } else {
      onShowAll?(message)
    }
  }

  func retry(_ id: MessageID) {
    if let message = slice.message(id) { actions.retry?(message) }
  }

  func delete(_ id: MessageID) {
    if let message = slice.message(id) { actions.delete?(message) }
  }

  func showEarlierTexts(of message: Message) {
    guard let earlier = actions.earlierTexts?(message), !earlier.isEmpty else { return }
    onEarlierTexts?(message, earlier)
  }

  /// What can be pressed at a point in the list, and whose it is.
  func part(x: Double, y: Double) -> (message: Message, part: BubbleState.Part)? {
    guard let row = row(atY: y), let layout, let message = slice.rows[row].message,
      let part = bubble(message.id)?.part(x: Int(x) - inset, y: Int(y - layout.top(of: row)))
    else { return nil }
    // What nothing would come of cannot be pressed.
    switch part {
    case .reaction: return message.isRetracted ? nil : (message, part)
    case .edited: return actions.earlierTexts == nil ? nil : (message, part)
    case .quote: return (message, part)
    }
  }

  func press(_ part: BubbleState.Part, of message: Message) {
    switch part {
    case .quote(let reply): jump(toAnswered: reply)
    case .reaction(let reaction): actions.react?(message, reaction.emoji)
    case .edited: showEarlierTexts(of: message)
    }
  }

  /// Shows a message's row anew.
  func refresh(_ id: MessageID) {
    slots.live[.message(id)]?.row = nil
    if let row = slice.row(of: id) { slice.forgetHeight(ofRow: row) }
    requestUpdate()
  }

  /// The bubble of a message that has a widget now.
  func bubble(_ id: MessageID) -> BubbleState? {
    slots.live[.message(id)]?.state as? BubbleState
  }

  // MARK: What is where

  /// The message row at a height in the list; the nearest one of those on the screen.
  func row(atY y: Double) -> Int? {
    guard let layout else { return nil }
    var nearest: Int?
    for row in layout.range where slice.isMessage(row: row) {
      if layout.bottom(of: row) > y { return row }
      nearest = row
    }
    return nearest
  }

  /// Where the bubble of a message is in the list, if it is on the screen: what can be seen of it.
  func bubblePlace(_ id: MessageID) -> Rectangle? {
    guard let row = slice.row(of: id), let layout, layout.range.contains(row),
      var place = bubble(id)?.geometry?.bubble
    else { return nil }
    let top = Int(layout.top(of: row)) + place.y
    let bottom = min(top + place.height, Int(viewport))
    place.x += inset
    place.y = max(top, 0)
    place.height = max(bottom - place.y, 1)
    return place
  }

  /// The place in the text of a message that is nearest to a point in the list.
  func textPlace(x: Double, y: Double) -> (message: Message, place: BubbleState.TextPlace)? {
    guard let row = row(atY: y), let message = slice.rows[row].message, let layout else {
      return nil
    }
    let local = y - layout.top(of: row)
    guard let bubble = bubble(message.id) else {
      return (message, BubbleState.TextPlace(byte: 0, isOnText: false))
    }
    return (message, bubble.textPlace(x: Int(x) - inset, y: Int(local)))
  }
}
