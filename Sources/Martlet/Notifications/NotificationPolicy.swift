// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Decides what the user is notified of: a value that takes what happened and answers with what is
/// to be shown and withdrawn.
///
/// There is at most one notice a conversation, with its last lines and a count. Messages that come
/// late, such as those of a catch-up, wait until all of them are there.
nonisolated struct NotificationPolicy: Sendable {
  nonisolated struct Settings: Hashable, Sendable {
    /// Do not disturb: nothing new is shown.
    var isQuiet = false
  }

  /// Which messages of a conversation are worth a notice.
  nonisolated enum Attention: String, Hashable, Sendable {
    case everything
    /// Those that name me.
    case mentions
    case nothing
  }

  /// A message of somebody else's.
  nonisolated struct Incoming: Hashable, Sendable {
    var conversation: ConversationID
    var message: MessageID
    var position: MessagePosition
    var time: Timestamp
    /// The conversation's title.
    var title: String
    /// Who wrote it, where there are several to tell apart.
    var author: String?
    var body: String
    var mentionsMe = false
    var attention = Attention.everything
    var mutedUntil: Timestamp?
  }

  /// What is shown of one conversation.
  nonisolated struct Notice: Hashable, Sendable {
    nonisolated struct Line: Hashable, Sendable {
      var author: String?
      var body: String
    }

    var conversation: ConversationID
    /// The first message that it tells of, and the last.
    var first: MessageID
    var last: MessageID
    var title: String
    /// The last ones, the newest at the end.
    var lines: [Line] = []
    /// Messages, also those whose lines are no longer shown.
    var count = 0

    /// What a notice can hold in any desktop.
    static let lineLimit = 3

    mutating func add(_ message: Incoming) {
      title = message.title
      last = message.message
      lines.append(Line(author: message.author, body: message.body))
      lines.removeFirst(max(lines.count - Self.lineLimit, 0))
      count += 1
    }
  }

  nonisolated enum Effect: Hashable, Sendable {
    case show(Notice)
    case withdraw(ConversationID)
    /// In the place of more notices than anybody wants at once.
    case showSummary(messages: Int, conversations: Int)
    case withdrawSummary
  }

  var settings = Settings()

  private var shown: [ConversationID: Notice] = [:]
  private var isSummaryShown = false
  /// Came late and was not told yet, in the order of coming.
  private(set) var waiting: [Incoming] = []

  /// What is older than this when it comes was not written just now.
  static let freshness: Int64 = 120_000_000  // microseconds
  /// More conversations than this are told together after a catch-up.
  static let noticeLimit = 3

  /// Messages that one commit has brought.
  ///
  /// - Parameter watched: the conversation that the user is looking at; nil while the window is
  ///   hidden or another one is used.
  mutating func received(
    _ messages: [Incoming], watched: ConversationID?, now: Timestamp
  ) -> [Effect] {
    let wanted = messages.filter { $0.conversation != watched && isWanted($0, now: now) }
    // A page of the archive brings several at once, a live message comes alone.
    guard wanted.count == 1, let message = wanted.first,
      now.microseconds &- message.time.microseconds < Self.freshness
    else {
      waiting += wanted
      return []
    }
    return [show([message])].compactMap { $0 }
  }

  /// No more late messages are to be expected for now.
  ///
  /// - Parameter readUpTo: how far each conversation has been read, here or on another device.
  mutating func caughtUp(
    readUpTo: (ConversationID) -> MessagePosition, watched: ConversationID?, now: Timestamp
  ) -> [Effect] {
    let news = waiting.filter {
      $0.conversation != watched && isWanted($0, now: now)
        && $0.position > readUpTo($0.conversation)
    }
    waiting = []
    let groups = Dictionary(grouping: news, by: \.conversation)
    guard groups.count > Self.noticeLimit else {
      return groups.keys.sorted().compactMap { show(groups[$0] ?? []) }
    }
    isSummaryShown = true
    return [.showSummary(messages: news.count, conversations: groups.count)]
  }

  /// What is shown of a conversation.
  func notice(of conversation: ConversationID) -> Notice? { shown[conversation] }

  /// A conversation has nothing unread any more, here or on another device, or it is gone.
  mutating func read(_ conversation: ConversationID) -> [Effect] {
    waiting.removeAll { $0.conversation == conversation }
    return shown.removeValue(forKey: conversation) == nil ? [] : [.withdraw(conversation)]
  }

  /// The user has turned to the window, where everything can be seen.
  mutating func opened() -> [Effect] {
    guard isSummaryShown else { return [] }
    isSummaryShown = false
    return [.withdrawSummary]
  }

  private mutating func show(_ messages: [Incoming]) -> Effect? {
    guard let first = messages.first else { return nil }
    var notice = shown[first.conversation] ?? Notice(of: first)
    for message in messages { notice.add(message) }
    shown[first.conversation] = notice
    return .show(notice)
  }

  private func isWanted(_ message: Incoming, now: Timestamp) -> Bool {
    if settings.isQuiet { return false }
    if let until = message.mutedUntil, until > now { return false }
    return switch message.attention {
    case .everything: true
    case .mentions: message.mentionsMe
    case .nothing: false
    }
  }
}

nonisolated extension NotificationPolicy.Notice {
  /// Of a conversation of which `message` is the first to be told; it is not added yet.
  init(of message: NotificationPolicy.Incoming) {
    self.init(
      conversation: message.conversation, first: message.message, last: message.message,
      title: message.title)
  }
}
