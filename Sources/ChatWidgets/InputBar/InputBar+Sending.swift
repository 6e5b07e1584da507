// SPDX-License-Identifier: MIT
public import ChatCore
import Gtk

extension InputBar {
  /// Empties the field, then hands its text over. Does nothing where nothing can be sent.
  func send() {
    guard composed.attachments.isEmpty else {
      explainFiles()
      return
    }
    sendText()
  }

  private func sendText() {
    finishComposition()
    guard !isSending, let text = SendableText(composed.buffer.text) else { return }
    isSending = true
    composed.replaceAll(with: "")
    onSend(text.string)
    // Whoever sends has read the target from the draft that they were last told of.
    composed.forgetTarget()
    isSending = false
    notice.hide()
    updateAccessories()
    onChange()
  }

  private func explainFiles() {
    let canSendText = SendableText.isSendable(composed.buffer.text)
    notice.show(
      tr("Files cannot be sent yet. They stay in this draft."),
      action: canSendText ? tr("Send text only") : nil
    ) { [weak self] in self?.sendText() }
  }

  /// Tells why something did not work, above the field.
  public func tell(_ sentence: String) { notice.show(sentence) }

  /// Puts back what could not be sent. What was typed meanwhile stays below it.
  public func restore(_ draft: Draft) {
    composed.replace(with: draft.followed(by: text))
    updateAccessories()
    onChange()
  }
}
