// SPDX-License-Identifier: MIT
import Gtk

/// Makes GTK's steps of undo those that a person sees.
///
/// GTK's steps are words, each with the space before it; a space typed last is a step of its own,
/// which nobody sees being taken back. It is joined with the word before it, in both directions.
///
/// And what is typed after a step of several changes was done again would become part of that step:
/// see ``settle()``.
@MainActor final class UndoSteps {
  private enum Change {
    case deleted(Range<Int>, String)
    case inserted(Range<Int>, String)

    var isSpace: Bool {
      switch self {
      case .deleted(_, let text), .inserted(_, let text):
        text.unicodeScalars.allSatisfy { $0 == " " || $0 == "\t" }
      }
    }
  }

  private let buffer: TextBuffer
  private var handlers: [SignalHandler] = []
  /// What the step that is going on has changed so far.
  private var changes: [Change]?
  /// The changes of the step that was done again last, while nothing was changed since.
  private var redone: [Change] = []
  private var isJoining = false

  init(_ buffer: TextBuffer) {
    self.buffer = buffer
    handlers = [
      buffer.onWillDelete { [weak self] in
        self?.record($0, as: Change.deleted)
        return false
      },
      buffer.onInsertedText { [weak self] in self?.record($0, as: Change.inserted) },
    ]
    handlers += buffer.onUndo { [weak self] isDone in
      guard let self, let changes = step(isDone) else { return }
      redone = []
      joining { self.joinUndo(changes) }
    }
    handlers += buffer.onRedo { [weak self] isDone in
      guard let self, let changes = step(isDone) else { return }
      redone = changes
      joining { self.joinRedo(changes) }
    }
  }

  isolated deinit { for handler in handlers { handler.disconnect() } }

  private func record(_ range: Range<Int>, as change: (Range<Int>, String) -> Change) {
    if changes != nil {
      changes?.append(change(range, buffer.text(in: range)))
    } else if !redone.isEmpty {
      redone = []
    }
  }

  /// The changes of a step when it is done; nil while it goes on, and for those that are joined.
  private func step(_ isDone: Bool) -> [Change]? {
    guard isDone else {
      changes = []
      return nil
    }
    return isJoining ? nil : takeChanges()
  }

  private func takeChanges() -> [Change] {
    defer { changes = nil }
    return changes ?? []
  }

  private func joining(_ body: () -> Void) {
    isJoining = true
    body()
    isJoining = false
    changes = nil
  }

  // MARK: Separating

  /// To be called before the text is changed. GTK ends a step of several changes with a barrier, which
  /// is lost when the step is done again (`gtk_text_history_redo`); the next change then joins that
  /// step. So it is made anew.
  func settle() {
    let changes = redone
    redone = []
    guard changes.count > 1 else { return }
    let selection = buffer.selection
    joining { buffer.undo() }
    buffer.undoStep {
      for change in changes {
        switch change {
        case .deleted(let range, _): buffer.delete(range)
        case .inserted(let range, let text): buffer.insert(text, at: range.lowerBound)
        }
      }
    }
    buffer.selection = selection
  }

  // MARK: Joining

  /// After a space was taken back, so is the word before it.
  private func joinUndo(_ changes: [Change]) {
    guard changes.count == 1, case .deleted(let space, _)? = changes.first,
      changes[0].isSpace, buffer.canUndo
    else { return }
    buffer.undo()
    let next = takeChanges()
    if next.count == 1, case .deleted(let word, _)? = next.first,
      word.upperBound == space.lowerBound
    {
      return
    }
    buffer.redo()
  }

  /// After a word was typed again, so is the space after it.
  private func joinRedo(_ changes: [Change]) {
    guard changes.count == 1, case .inserted(let word, _)? = changes.first,
      !changes[0].isSpace, buffer.canRedo
    else { return }
    buffer.redo()
    let next = takeChanges()
    if next.count == 1, next[0].isSpace, case .inserted(let space, _)? = next.first,
      space.lowerBound == word.upperBound
    {
      return
    }
    buffer.undo()
  }
}
