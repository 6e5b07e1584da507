// SPDX-License-Identifier: MIT
public import ChatCore
import Gtk

/// Answering and editing a message.
extension InputBar {
  /// Makes what is written an answer to `message`.
  public func reply(to message: MessageID) {
    if composed.editing != nil { leaveTarget() }
    composed.replyTo = message
    updateBanner()
    onChange()
    focus()
  }

  /// Puts the text of a message of one's own into the field, to be sent in its place. What stood
  /// there comes back when the edit is left or sent.
  public func edit(_ message: MessageID, text: String) {
    finishComposition()
    let aside = composed.editing == nil ? Draft.Aside(draft) : composed.beforeEdit
    composed.replace(with: Draft(text: text, editing: message, aside: aside))
    updateAccessories()
    onChange()
    focus()
  }

  /// Lets go of the message that is answered or edited.
  public func leaveTarget() {
    guard composed.hasTarget else { return }
    finishComposition()
    if composed.editing != nil {
      composed.replace(with: composed.beforeEdit?.draft ?? Draft())
    } else {
      composed.replyTo = nil
    }
    updateAccessories()
    onChange()
  }

  func updateBanner() {
    if let id = composed.editing {
      let message = describeMessage(id)
      banner.show(title: tr("Edit message"), text: message?.text ?? "")
    } else if let id = composed.replyTo {
      let message = describeMessage(id)
      let title = message.map { tr("Reply to {name}").replacing("{name}", with: $0.name) }
      banner.show(title: title ?? tr("Reply"), text: message?.text ?? "")
    } else {
      banner.hide()
    }
  }
}
