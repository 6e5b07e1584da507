// SPDX-License-Identifier: MIT
public import ChatCore
import Gtk

extension InputBar {
  /// Empties the field, then hands its text over. Does nothing where nothing can be sent.
  func send() {
    finishComposition()
    guard !isSending, let text = SendableText(composed.buffer.text) else { return }
    isSending = true
    composed.buffer.replaceAll(with: "")
    onSend(text.string)
    composed.replyTo = nil
    composed.editing = nil
    composed.styles = []
    isSending = false
    updateBanner()
    updateSendable()
    onChange()
  }

  /// Puts back what could not be sent. What was typed meanwhile stays below it.
  public func restore(_ draft: Draft) {
    var draft = draft
    let typed = text
    if !typed.isEmpty, typed != draft.text {
      draft.text += "\n" + typed
      draft.caret = draft.text.unicodeScalars.count
      draft.selection = draft.caret
    }
    composed.replace(with: draft)
    updateBanner()
    updateSendable()
    onChange()
  }
}
