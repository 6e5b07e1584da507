// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// What is being written in one conversation: a text with an undo history of its own, and what goes
/// with it.
@MainActor final class ComposedText {
  let buffer = TextBuffer()
  var styles: Draft.Styles = []
  var replyTo: MessageID?
  var editing: MessageID?
  var attachments: [Draft.Attachment] = []
  /// How far it was scrolled when it was last shown.
  var scroll = 0.0
  /// What stood in the field before an edit began; it comes back when the edit ends.
  var beforeEdit: Draft.Aside?
  /// Whether the user has changed it since it was made.
  private(set) var isTouched = false

  private var handlers: [SignalHandler] = []
  private var heldGroup: Scheduled?
  private let undoSteps: UndoSteps

  private let inputContext: InputContext?

  /// - Parameters:
  ///   - inputContext: That of the view which shows the text.
  ///   - changed: Called after each change of the text.
  ///   - moved: Called when the caret or the selection has moved.
  init(
    _ draft: Draft, inputContext: InputContext?, changed: @escaping () -> Void,
    moved: @escaping () -> Void
  ) {
    self.inputContext = inputContext
    undoSteps = UndoSteps(buffer)
    let draft = draft.bounded
    buffer.withoutUndo { buffer.insert(draft.text, at: 0) }
    apply(draft)
    handlers = [
      buffer.onChanged { [weak self] in
        self?.isTouched = true
        changed()
      },
      buffer.onCaretMoved(moved),
      buffer.onWillDelete { [weak self] _ in self?.keepsFromDeletion() ?? false },
      buffer.onInsertedText { [weak self] _ in self?.releaseGroup() },
    ]
  }

  isolated deinit { for handler in handlers { handler.disconnect() } }

  private func apply(_ draft: Draft) {
    buffer.selection = (anchor: draft.selection, caret: draft.caret)
    styles = draft.styles
    replyTo = draft.replyTo
    editing = draft.editing
    attachments = draft.attachments
    beforeEdit = draft.aside
    scroll = draft.scroll
  }

  var hasTarget: Bool { replyTo != nil || editing != nil }

  /// The value of it all. `scroll` is the view's, where it is shown.
  func draft(scroll: Double) -> Draft {
    let (anchor, caret) = buffer.selection
    return Draft(
      text: buffer.text, caret: caret, selection: anchor, scroll: scroll, styles: styles,
      replyTo: replyTo, editing: editing, attachments: attachments, aside: beforeEdit)
  }

  /// Puts another draft in its place. One undo brings the old text back.
  func replace(with draft: Draft) {
    let draft = draft.bounded
    if draft.text != buffer.text { replaceAll(with: draft.text) }
    apply(draft)
  }

  /// After sending. What an edit had put aside comes back into the field.
  func forgetTarget() {
    let aside = beforeEdit
    replyTo = nil
    editing = nil
    styles = []
    beforeEdit = nil
    if let aside { replace(with: aside.draft) }
  }

  /// Whether there is more than white space in the text. Its beginning says so as a rule, and then
  /// the rest of a long one is not fetched for each key.
  var isSendable: Bool {
    let beginning = buffer.text(in: 0..<min(buffer.length, Self.beginning))
    return SendableText.isSendable(beginning) || SendableText.isSendable(buffer.text)
  }

  /// Scalars.
  private static let beginning = 64

  /// Bytes of UTF-8 in the text.
  var byteCount: Int { buffer.text.utf8.count }

  /// Puts text at the caret, in place of the selection, as a step of undo of its own.
  func insert(_ text: String) {
    undoSteps.settle()
    buffer.insertBlock(text)
  }

  /// Puts another text in the place of all of it, as a step of undo of its own.
  func replaceAll(with text: String) {
    undoSteps.settle()
    buffer.replaceAll(with: text)
  }

  /// To be called before a key changes the text.
  func willType() { undoSteps.settle() }

  // MARK: Undo

  /// What an input method does to the selection.
  ///
  /// When it begins to compose, GTK deletes the selection, though nothing is typed yet and the user
  /// may still leave it at that (`gtk_text_view_preedit_start_handler`): that deletion is not done.
  /// When it commits, the selection is replaced, which is one step for the user. GTK makes two of it
  /// (`gtk_text_view_commit_text` ends its group in between): a group held open over both joins them.
  private func keepsFromDeletion() -> Bool {
    switch inputContext?.emission {
    case .preeditStart: return true
    case .commit:
      if heldGroup == nil {
        buffer.beginUserAction()
        // Where nothing is inserted after all, the group ends before the next key.
        heldGroup = MainLoop.after(.zero) { [weak self] in self?.releaseGroup() }
      }
      return false
    case nil: return false
    }
  }

  private func releaseGroup() {
    guard let heldGroup else { return }
    heldGroup.cancel()
    self.heldGroup = nil
    buffer.endUserAction()
  }
}
