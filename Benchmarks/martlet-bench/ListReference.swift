// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets
import Gtk

/// What the message list is measured against: the same messages as rows of a GtkListBox, as most
/// chat programs on GTK show them.
final class ListReference {
  let widget: ScrolledWindow

  init(_ count: Int) {
    let list = ListBox()
    let source = GeneratedMessages(1_000)
    for message in source.messages(MessagePage(.latest, limit: count)) {
      list.append(Self.row(message))
    }
    widget = ScrolledWindow(child: list)
    widget.setPolicy(horizontal: .never, vertical: .automatic)
  }

  private static func row(_ message: Message) -> Widget {
    let bubble = Box(.vertical, spacing: 2)
    bubble.addStyle("card")
    bubble.align(horizontal: message.sender.isMe ? .end : .start)
    bubble.margin(start: 12, end: 12, top: 6, bottom: 6)
    if case .other(_, let name) = message.sender {
      let label = Label(name)
      label.alignment = 0
      label.addStyle("caption-heading")
      bubble.append(label)
    }
    let body = Label(message.body)
    body.alignment = 0
    body.wrap(minimumCharacters: 10, maximumCharacters: 70)
    bubble.append(body)
    let time = Label(DateText.format(message.time.seconds, "%H:%M"))
    time.alignment = 1
    time.addStyle("dim-label", "caption")
    bubble.append(time)
    return bubble
  }

  func scroll(by distance: Double) { widget.verticalAdjustment.value += distance }
}
