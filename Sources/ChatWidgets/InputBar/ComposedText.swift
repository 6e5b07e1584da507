// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// What is being written in one conversation: a text with an undo history of its own, and what goes
/// with it.
final class ComposedText {
  let buffer = TextBuffer()
  var styles: Draft.Styles = []
  var replyTo: MessageID?
  var editing: MessageID?
  var attachments: [Draft.Attachment] = []
  /// How far it was scrolled when it was last shown.
  var scroll = 0.0
  /// What stood in the field before an edit began; it comes back when the edit ends.
  var beforeEdit: Draft?
  /// Whether the user has changed it since it was made.
  private(set) var isTouched = false

  private var handlers: [SignalHandler] = []
  private var deletesByCommand = false
  private var isInUserAction = false
  private var heldGroup: Scheduled?

  /// - Parameters:
  ///   - changed: Called after each change of the text.
  ///   - moved: Called when the caret or the selection has moved.
  init(_ draft: Draft, changed: @escaping () -> Void, moved: @escaping () -> Void) {
    let draft = draft.bounded
    buffer.withoutUndo { buffer.insert(draft.text, at: 0) }
    apply(draft)
    handlers = [
      buffer.onChanged { [weak self] in
        self?.isTouched = true
        changed()
      },
      buffer.onCaretMoved(moved),
      buffer.onWillDelete { [weak self] in self?.willDelete($0) },
      buffer.onInserted { [weak self] in self?.releaseGroup() },
    ]
    handlers += buffer.onUserAction { [weak self] in self?.isInUserAction = $0 }
  }

  isolated deinit { for handler in handlers { handler.disconnect() } }

  private func apply(_ draft: Draft) {
    buffer.selection = (anchor: draft.selection, caret: draft.caret)
    styles = draft.styles
    replyTo = draft.replyTo
    editing = draft.editing
    attachments = draft.attachments
    scroll = draft.scroll
  }

  var hasTarget: Bool { replyTo != nil || editing != nil }

  /// The value of it all. `scroll` is the view's, where it is shown.
  func draft(scroll: Double) -> Draft {
    let (anchor, caret) = buffer.selection
    return Draft(
      text: buffer.text, caret: caret, selection: anchor, scroll: scroll, styles: styles,
      replyTo: replyTo, editing: editing, attachments: attachments)
  }

  /// Puts another draft in its place. One undo brings the old text back.
  func replace(with draft: Draft) {
    let draft = draft.bounded
    if draft.text != buffer.text { buffer.replaceAll(with: draft.text) }
    apply(draft)
  }

  // MARK: Undo

  /// Whether what follows is a command that deletes, such as Backspace, until told otherwise.
  func deleteCommand(begins: Bool) { deletesByCommand = begins }

  /// Typing over a selection is one step for the user. GTK makes two of it: it ends its group
  /// between the deletion and the insertion (`gtk_text_view_commit_text`). Holding a group of our
  /// own open over both joins them.
  private func willDelete(_ range: Range<Int>) {
    guard isInUserAction, !deletesByCommand, heldGroup == nil, range.count > 1,
      range == buffer.selectedRange
    else { return }
    buffer.beginUserAction()
    // Where nothing is inserted after all, the group ends before the next key.
    heldGroup = MainLoop.after(.zero) { [weak self] in self?.releaseGroup() }
  }

  private func releaseGroup() {
    guard let heldGroup else { return }
    heldGroup.cancel()
    self.heldGroup = nil
    buffer.endUserAction()
  }
}
