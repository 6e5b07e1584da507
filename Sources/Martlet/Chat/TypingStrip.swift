// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatWidgets
import Gtk

/// The line below the list that tells who is typing. Its height is always there, so that nothing
/// moves when somebody begins.
final class TypingStrip {
  var widget: Widget { column.widget }
  let column: ReadingColumn
  private let label = Label()

  init() {
    label.alignment = 0
    label.ellipsize()
    label.addStyle("typing-strip")
    label.margin(start: 24, end: 24)
    column = ReadingColumn(child: label)
  }

  func show(_ senders: [Sender]) {
    let names = senders.compactMap { sender in
      if case .other(_, let name) = sender { SafeText.line(name) } else { nil }
    }
    switch names.count {
    case 0: label.text = ""
    case 1: label.text = tr("%s is typing…").filling(names[0])
    case 2: label.text = tr("%s and %s are typing…").filling(names[0], names[1])
    default: label.text = tr("Several people are typing…")
    }
  }
}
