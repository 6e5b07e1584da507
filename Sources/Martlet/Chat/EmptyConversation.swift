// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// Stands in the place of messages where there are none: what this is the place for.
final class EmptyConversation {
  let widget = Box(.vertical, spacing: 8)

  private let title = Label()
  private let text = Label()
  private let account = Button(label: tr("Add an Account"))

  /// Whether an account is offered here, because nothing else on the screen does so.
  var offersAccount = false {
    didSet { account.isVisible = offersAccount && isOfNotes }
  }

  private var isOfNotes = false

  init() {
    widget.align(horizontal: .center, vertical: .center)
    widget.margin(start: 24, end: 24, top: 12, bottom: 12)
    title.addStyle("title-2")
    text.addStyle("dim-label")
    for label in [title, text] {
      label.wrap(minimumCharacters: 12, maximumCharacters: 40)
      label.centerLines()
      widget.append(label)
    }
    account.actionName = "app.add-account"
    account.addStyle("pill")
    account.align(horizontal: .center)
    account.margin(top: 8)
    account.isVisible = false
    widget.append(account)
  }

  /// - Parameter summary: Nil where there are messages.
  func show(_ summary: ConversationSummary?) {
    widget.isVisible = summary != nil
    guard let summary else { return }
    isOfNotes = summary.kind == .notes
    if isOfNotes {
      title.text = tr("A place for your notes")
      text.text = tr("What you write here stays on this device.")
    } else {
      title.text = tr("No messages yet")
      text.text = tr("What you write here goes to %s.").filling(SafeText.line(summary.address))
    }
    account.isVisible = offersAccount && isOfNotes
  }
}
