// SPDX-License-Identifier: MIT

/// How dragging a list with a finger puts the on-screen keyboard away.
public nonisolated enum KeyboardDismissMode: String, CaseIterable, Sendable {
  /// When the finger is drawn down to the keyboard, as if it pushed it off the screen.
  case interactive
  /// As soon as the list is dragged.
  case immediate
  /// Not at all.
  case never
}

/// Follows one finger and says when the keyboard is to go.
nonisolated struct KeyboardDismissDrag {
  var mode: KeyboardDismissMode
  private var start: (x: Double, y: Double)?
  private var isDone = false

  /// GTK's own measure, in pixels, of what is a drag and no tap (`gtk-dnd-drag-threshold`).
  static let threshold = 8.0

  init(_ mode: KeyboardDismissMode) { self.mode = mode }

  mutating func began(x: Double, y: Double) {
    start = (x, y)
    isDone = false
  }

  /// - Parameter height: That of the list; below it are the field and the keyboard.
  /// - Returns: True once for each finger, at the moment.
  mutating func moved(x: Double, y: Double, height: Double) -> Bool {
    guard let start, !isDone else { return false }
    switch mode {
    case .never: return false
    case .immediate:
      // Across is for something else, such as going back.
      isDone = abs(y - start.y) > max(Self.threshold, abs(x - start.x))
    case .interactive:
      isDone = y > height && start.y <= height && y - start.y > Self.threshold
    }
    return isDone
  }

  mutating func ended() { start = nil }
}
