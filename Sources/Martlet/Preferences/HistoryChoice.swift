// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What is to be left on this device of an account that goes, and how much that is.
final class HistoryChoice {
  let widget = Box(.vertical, spacing: 6)
  let keep = CheckButton(label: tr("Keep the conversations on this device"))
  /// How many conversations and messages stay or go, as ``keep`` says.
  let amount = Label.paragraph("", styles: "dim-label", "caption")

  private let use: AccountUse

  init(_ use: AccountUse) {
    self.use = use
    keep.isOn = use.conversations > 0
    keep.isVisible = keep.isOn
    keep.onChanged { [weak self] _ in self?.showAmount() }
    widget.append(keep)
    // A screen reader speaks what changes in it.
    let status = Box(.vertical, role: .status)
    status.append(amount)
    widget.append(status)
    showAmount()
  }

  private func showAmount() {
    guard use.conversations > 0 else {
      amount.text = tr("It has no conversations on this device.")
      return
    }
    let conversations = trn("%s conversation", "%s conversations", use.conversations)
      .filling(String(use.conversations))
    let messages = trn("%s message", "%s messages", use.messages).filling(String(use.messages))
    // TRANSLATORS: "3 conversations" and "120 messages", each with its number.
    let sentence =
      keep.isOn
      ? tr("%s and %s stay on this device.")
      : tr("%s and %s are deleted from this device for good.")
    amount.text = sentence.filling(conversations, messages)
  }
}
