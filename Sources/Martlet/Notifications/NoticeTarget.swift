// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Where a click on a notice leads. As text it is the parameter of an action: the desktop keeps it,
/// and starts Martlet with it.
struct NoticeTarget: Equatable {
  var conversation: ConversationID
  /// The first message that the notice tells of.
  var message: MessageID?

  init(_ conversation: ConversationID, _ message: MessageID? = nil) {
    self.conversation = conversation
    self.message = message
  }

  /// Nil when `text` is none: an action can be run by anybody.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64($0) }
    guard let conversation = numbers.first, numbers.count == parts.count, parts.count <= 2 else {
      return nil
    }
    self.conversation = ConversationID(rawValue: conversation)
    message = numbers.count == 2 ? MessageID(rawValue: numbers[1]) : nil
  }

  /// "7", or "7/12".
  var text: String {
    "\(conversation.rawValue)" + (message.map { "/\($0.rawValue)" } ?? "")
  }
}
