// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// A row of the message list: shows one timeline row after the other as it is used again.
class RowState: WidgetState {
  /// In the list a row asks for nothing: the list asks ``height(for:)`` and decides. GTK then keeps
  /// no sizes of it that a new content would make wrong in the middle of a layout.
  var isListRow = false

  /// What its buttons act on.
  weak var host: (any RowHost)?

  /// Called when it needs another height than the list knows.
  var onHeightChanged: (() -> Void)?
  private var fontSerial: UInt32 = 0

  /// Forgets what was laid out; its content, font or direction is another.
  func layOutAgain() {}

  /// Notes the font that it is laid out with: its first style, which comes after the first layout,
  /// has no other.
  final func noteFont() { fontSerial = widget.fontSerial }

  final override func styleChanged() {
    let serial = widget.fontSerial
    guard serial != fontSerial else { return widget.queueDraw() }
    fontSerial = serial
    layOutAgain()
    onHeightChanged?()
  }

  final override func directionChanged() {
    layOutAgain()
    onHeightChanged?()
  }

  /// Shows `row`. Called again for each change, and for other rows of the same kind.
  func show(_ row: TimelineRow, _ style: ListStyle) {}

  /// Pixels that it needs in a list `width` pixels wide; at least 1.
  func height(for width: Int) -> Int { 1 }
}

/// What a row asks the list for.
protocol RowHost: AnyObject {
  func showMore(of message: MessageID)
  func retry(_ message: MessageID)
  func delete(_ message: MessageID)
}

/// Rows of one kind take each other's widgets.
enum RowKind: Hashable {
  case bubble, line

  init(_ row: TimelineRow) {
    switch row {
    case .message: self = .bubble
    case .day, .unread, .note, .gap: self = .line
    }
  }

  func make() -> RowSlot {
    switch self {
    case .bubble: RowSlot(self, BubbleState(), cssName: "message")
    case .line: RowSlot(self, LineState(), cssName: "line")
    }
  }
}

/// The widget of a row, and what it shows now.
final class RowSlot {
  let kind: RowKind
  let widget: Widget
  let state: RowState
  /// Nil when it shows what it showed before it was taken off the screen.
  var row: TimelineRow?
  /// Whether assistive technologies know of it.
  var isSpoken = true {
    didSet { if isSpoken != oldValue { widget.setAccessibleHidden(!isSpoken) } }
  }

  init<State: RowState>(_ kind: RowKind, _ state: State, cssName: String) {
    self.kind = kind
    self.state = state
    state.isListRow = true
    widget = CustomWidget(state, role: .listItem, cssName: cssName)
    widget.isFocusable = true
  }
}
