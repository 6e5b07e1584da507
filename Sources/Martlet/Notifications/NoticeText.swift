// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// The words of notices.
struct NoticeText: Equatable {
  var title: String
  /// Plain text.
  var body: String

  /// A line longer than this is cut: notices are small. Characters.
  private static let lineLength = 200

  /// - Parameter showsPreview: whether what was written may be seen by whoever sees the screen.
  init(_ notice: NotificationPolicy.Notice, showsPreview: Bool) {
    let name = notice.title.onOneLine
    // TRANSLATORS: The title of a notice: a conversation, and how many new messages it has.
    title = notice.count > 1 ? tr("%s (%s)").filling(name, String(notice.count)) : name
    guard showsPreview else {
      body = Self.newMessages(notice.count)
      return
    }
    body = notice.lines.map(Self.line).joined(separator: "\n")
  }

  init(title: String, body: String) {
    self.title = title
    self.body = body
  }

  init(messages: Int, conversations: Int) {
    title = Self.newMessages(messages)
    body = trn("in %s conversation", "in %s conversations", conversations)
      .filling(String(conversations))
  }

  private static func newMessages(_ count: Int) -> String {
    trn("%s new message", "%s new messages", count).filling(String(count))
  }

  private static func line(_ line: NotificationPolicy.Notice.Line) -> String {
    // Cut first: a message may be of any length, and only its beginning is looked at.
    var text = MessageStyling.plain(String(line.body.prefix(lineLength + 1))).onOneLine
    if text.count > lineLength { text = text.prefix(lineLength) + "…" }
    if text.trimmed.isEmpty { text = newMessages(1) }
    guard let author = line.author?.onOneLine, !author.isEmpty else { return text }
    return "\(author): \(text)"
  }
}
