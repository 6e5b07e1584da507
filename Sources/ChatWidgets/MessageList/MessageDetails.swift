// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// A window with everything that is known about a message.
struct MessageDetails {
  var texts: MessageListTexts

  /// What is shown, as names and values.
  func facts(of message: Message) -> [(name: String, value: String)] {
    var facts: [(String, String)] = []
    switch message.sender {
    case .me: facts.append((tr("From"), texts.you))
    case .other(let address, let name):
      facts.append((tr("From"), name.isEmpty || name == address ? address : "\(name) (\(address))"))
    }
    facts.append((tr("Written"), texts.exactMoment(message.time)))
    if let edited = message.edited { facts.append((tr("Edited"), texts.exactMoment(edited))) }
    if message.sender.isMe { facts.append((tr("State"), texts.state(message.delivery))) }
    for reaction in BubbleReaction.all(of: message, texts) {
      facts.append((reaction.emoji, reaction.names))
    }
    facts.append(
      (
        tr("Length"),
        trn("%s character", "%s characters", message.body.count)
          .filling("\(message.body.count)")
      ))
    return facts
  }

  func open(_ message: Message, over parent: Window?) {
    let rows = Box(.vertical, spacing: 12)
    rows.margin(start: 24, end: 24, top: 18, bottom: 24)
    for fact in facts(of: message) {
      let row = Box(.vertical, spacing: 2)
      let name = Label(fact.name)
      name.alignment = 0
      name.addStyle("dim-label", "caption")
      let value = Label(fact.value)
      value.alignment = 0
      value.wrap(minimumCharacters: 20, maximumCharacters: 40)
      value.isSelectable = true
      row.append(name)
      row.append(value)
      rows.append(row)
    }
    let window = MessageWindow.open(tr("Message Details"), rows, size: (360, -1), over: parent)
    // A caret before the first value would look like something to write in.
    window.focus = nil
  }
}

/// A text that is too long for a row, in a window of its own.
enum WholeMessage {
  static func open(_ text: String, over parent: Window?) {
    let view = TextView()
    view.isEditable = false
    view.wrapByWordOrCharacter()
    view.setInnerMargins(start: 12, end: 12, top: 12, bottom: 12)
    view.buffer.text = text
    let scrolled = ScrolledWindow(child: view)
    scrolled.expandsVertically = true
    MessageWindow.open(tr("Message"), scrolled, size: (560, 480), over: parent)
  }
}

/// A window of its own for something about a message; Escape closes it.
enum MessageWindow {
  @discardableResult
  static func open(
    _ title: String, _ child: Widget, size: (width: Int, height: Int), over parent: Window?
  ) -> Window {
    let window = Window()
    window.title = title
    window.child = child
    window.defaultSize = size
    window.setTransient(for: parent)
    let keys = KeyController()
    keys.onPressed { event in
      guard event.key == .escape else { return false }
      child.window?.close()
      return true
    }
    window.addController(keys)
    window.present()
    return window
  }
}
