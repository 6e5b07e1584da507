// SPDX-License-Identifier: MIT
public import Gtk

/// Keeps the caret of a text view out of what is seen as one character: a family of emoji, a flag, a
/// letter with its accents.
///
/// GTK moves by whole clusters. What is left to do: the flags of England, Scotland and Wales, which
/// its Backspace takes apart, and a caret that comes to stand within a cluster without having moved,
/// as when the letter between two halves of a flag is deleted, or that a program has put there.
///
/// It lives as long as it is kept.
@MainActor public final class GraphemeCaret {
  private let view: TextView
  private var buffer: TextBuffer
  private var viewHandlers: [SignalHandler] = []
  private var bufferHandlers: [SignalHandler] = []
  private var isMoving = false

  public init(_ view: TextView) {
    self.view = view
    buffer = view.buffer
    follow()
    viewHandlers.append(view.onBufferChanged { [weak self] in self?.follow() })
    viewHandlers.append(view.onBackspace { [weak self] in self?.deleteWholeSequence() ?? false })
  }

  isolated deinit { (viewHandlers + bufferHandlers).forEach { $0.disconnect() } }

  private func follow() {
    bufferHandlers.forEach { $0.disconnect() }
    buffer = view.buffer
    bufferHandlers = [
      buffer.onSelectionMoved { [weak self] in self?.leaveCluster() },
      buffer.onChanged { [weak self] in self?.leaveCluster() },
    ]
    leaveCluster()
  }

  private func leaveCluster() {
    guard !isMoving else { return }
    let (anchor, caret) = buffer.selection
    let moved = (anchor: outside(anchor), caret: outside(caret))
    guard moved != (anchor, caret) else { return }
    isMoving = true
    buffer.selection = moved
    isMoving = false
  }

  private func outside(_ offset: Int) -> Int {
    // Only these continue a cluster, and they are rare: GTK need not be asked at each key.
    guard let next = buffer.scalar(at: offset), next.value >= 0x300,
      !buffer.isCaretPosition(offset)
    else { return offset }
    return buffer.caretPosition(after: offset)
  }

  /// Pango has Backspace take the last scalar of a sequence of tags (UTS #51 §2.7).
  private func deleteWholeSequence() -> Bool {
    let caret = buffer.caret
    guard view.isEditable, buffer.selectedRange.isEmpty, caret > 0,
      buffer.scalar(at: caret - 1) == "\u{e007f}"
    else { return false }
    buffer.userAction { buffer.delete(buffer.caretPosition(before: caret)..<caret) }
    return true
  }
}
