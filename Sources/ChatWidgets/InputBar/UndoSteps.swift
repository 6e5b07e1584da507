// SPDX-License-Identifier: MIT
import Gtk

/// Joins the steps in which GTK takes typing back to those that a person sees.
///
/// GTK's steps are words, each with the space before it; a space typed last is a step of its own,
/// which nobody sees being taken back. It is joined with the word before it, in both directions.
@MainActor final class UndoSteps {
  private enum Change: Equatable {
    case deleted(Range<Int>, isSpace: Bool)
    case inserted(Range<Int>, isSpace: Bool)
  }

  private let buffer: TextBuffer
  private var handlers: [SignalHandler] = []
  private var changes: [Change]?
  private var isJoining = false

  init(_ buffer: TextBuffer) {
    self.buffer = buffer
    handlers = [
      buffer.onWillDelete { [weak self] in
        self?.record($0, as: Change.deleted)
        return false
      },
      buffer.onInserted { [weak self] in self?.record($0, as: Change.inserted) },
    ]
    handlers += buffer.onUndo { [weak self] isDone in
      self?.step(isDone, join: self?.joinUndo)
    }
    handlers += buffer.onRedo { [weak self] isDone in
      self?.step(isDone, join: self?.joinRedo)
    }
  }

  isolated deinit { for handler in handlers { handler.disconnect() } }

  private func record(_ range: Range<Int>, as change: (Range<Int>, Bool) -> Change) {
    guard changes != nil else { return }
    let text = buffer.text(in: range).unicodeScalars
    changes?.append(change(range, text.allSatisfy { $0 == " " || $0 == "\t" }))
  }

  private func step(_ isDone: Bool, join: ((Change) -> Void)?) {
    guard isDone else {
      changes = []
      return
    }
    guard !isJoining, let only = takeChange() else { return }
    isJoining = true
    join?(only)
    isJoining = false
    changes = nil
  }

  /// What the last step has changed; nil when it was more than one thing, which is none of typing.
  private func takeChange() -> Change? {
    defer { changes = nil }
    return changes?.count == 1 ? changes?.first : nil
  }

  /// After a space was taken back, so is the word before it.
  private func joinUndo(_ change: Change) {
    guard case .deleted(let space, true) = change, buffer.canUndo else { return }
    buffer.undo()
    if case .deleted(let word, _)? = takeChange(), word.upperBound == space.lowerBound { return }
    buffer.redo()
  }

  /// After a word was typed again, so is the space after it.
  private func joinRedo(_ change: Change) {
    guard case .inserted(let word, false) = change, buffer.canRedo else { return }
    buffer.redo()
    if case .inserted(let space, true)? = takeChange(), space.lowerBound == word.upperBound {
      return
    }
    buffer.undo()
  }
}
