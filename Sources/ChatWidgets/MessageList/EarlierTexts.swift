// SPDX-License-Identifier: MIT
public import ChatCore
import Gtk

/// A text that a message had before it was corrected (XEP-0308).
public struct EarlierText: Hashable, Sendable {
  public var body: String
  /// When it was written.
  public var time: Timestamp

  public init(body: String, time: Timestamp) {
    self.body = body
    self.time = time
  }
}

/// A window with the texts that a message had, the newest first.
struct EarlierTexts {
  var texts: MessageListTexts

  func open(_ message: Message, _ earlier: [EarlierText], over parent: Window?) {
    let rows = Box(.vertical, spacing: 18)
    rows.margin(start: 24, end: 24, top: 18, bottom: 24)
    let now = EarlierText(body: message.body, time: message.edited ?? message.time)
    for text in [now] + earlier.reversed() {
      let row = Box(.vertical, spacing: 2)
      let time = Label(texts.exactMoment(text.time))
      time.alignment = 0
      time.addStyle("dim-label", "caption")
      let preview = TextFold.expanded.preview(of: text.body)
      let body = Label(SafeText.body(String(preview.text)) + (preview.isCut ? "…" : ""))
      body.alignment = 0
      body.wrap(minimumCharacters: 20, maximumCharacters: 48)
      body.isSelectable = true
      row.append(time)
      row.append(body)
      rows.append(row)
    }
    let scrolled = ScrolledWindow(child: rows)
    scrolled.setPolicy(horizontal: .never, vertical: .automatic)
    scrolled.expandsVertically = true
    MessageWindow.open(tr("Earlier Texts"), scrolled, size: (420, 360), over: parent)
  }
}
