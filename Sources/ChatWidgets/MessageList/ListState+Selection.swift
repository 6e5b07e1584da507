// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

extension ListState {
  /// Shows the selection in the rows on the screen.
  func updateSelection() {
    guard let layout else { return }
    for row in layout.range {
      guard let message = slice.rows[row].message, let bubble = bubble(message.id) else { continue }
      bubble.selection = selection?.bytes(of: message.position, length: bubble.textLength)
    }
  }

  func select(_ selection: ListSelection?) {
    self.selection = selection
    updateSelection()
    onSelectionChanged?()
  }

  /// Selects a message whole.
  func select(_ message: Message) {
    select(ListSelection(.start(of: message)..<ListSelection.Point.end(of: message), by: .message))
  }

  // MARK: Pointer

  /// A press of the primary button: once for a place, also beside a bubble, from where one may drag;
  /// twice for a word, three times for the message. In selection mode it takes everything up to the
  /// message.
  func beginSelection(x: Double, y: Double, presses: Int, extends: Bool) {
    if isInSelectionMode { return extendSelection(x: x, y: y) }
    guard let hit = textPlace(x: x, y: y) else { return select(nil) }
    if extends, selection != nil { return extendSelection(x: x, y: y) }
    let unit: ListSelection.Unit =
      switch presses {
      case 1: .character
      case 2: .word
      default: .message
      }
    select(ListSelection(piece(hit.message, hit.place.byte, unit), by: unit))
  }

  func extendSelection(x: Double, y: Double) {
    guard var selection, let hit = textPlace(x: x, y: y) else { return }
    selection.extend(to: piece(hit.message, hit.place.byte, selection.unit))
    select(selection)
  }

  private func piece(
    _ message: Message, _ byte: Int, _ unit: ListSelection.Unit
  ) -> Range<ListSelection.Point> {
    func point(_ byte: Int) -> ListSelection.Point {
      ListSelection.Point(position: message.position, byte: byte)
    }
    switch unit {
    case .character: return point(byte)..<point(byte)
    case .word:
      let word = bubble(message.id)?.word(at: byte) ?? byte..<byte
      return point(word.lowerBound)..<point(word.upperBound)
    case .message: return .start(of: message)..<ListSelection.Point.end(of: message)
    }
  }

  /// How many messages are selected, at least in part.
  var selectedCount: Int {
    guard let selection, !selection.isEmpty, let source else { return 0 }
    let (first, last) = (selection.range.lowerBound.position, selection.range.upperBound.position)
    let end =
      last.rawValue == .max
      ? source.count : source.rank(of: MessagePosition(rawValue: last.rawValue + 1))
    return max(0, end - source.rank(of: first))
  }

  // MARK: Copying

  /// The selected text, or that of the message with the focus; read away from the main thread where
  /// it is long.
  func selectedText(withNames: Bool) async -> String? {
    guard let selection, !selection.isEmpty, let source else { return nil }
    let range = selection.range
    var messages: [Message] = []
    var bytes = 0
    var place = MessagePage.Place.after(before(range.lowerBound.position))
    while true {
      guard let page = await source.load(MessagePage(place, limit: Self.copyPage)) else { break }
      let wanted = page.prefix { $0.position <= range.upperBound.position }
      messages += wanted
      bytes += wanted.reduce(0) { $0 + $1.body.utf8.count }
      guard wanted.count == Self.copyPage, let last = wanted.last, bytes < Self.copyLimit
      else { break }
      place = .after(last.position)
    }
    return SelectionText(texts: style.texts, withNames: withNames).text(of: messages, selection) {
      style.expanded.contains($0) ? .expanded : .folded
    }
  }

  private func before(_ position: MessagePosition) -> MessagePosition {
    MessagePosition(rawValue: position.rawValue == .min ? .min : position.rawValue - 1)
  }

  private static let copyPage = 1_000
  /// More text than anybody pastes; it must fit into memory several times.
  private static let copyLimit = 32_000_000  // bytes
}
