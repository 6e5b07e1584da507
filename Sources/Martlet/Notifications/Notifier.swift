// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Follows the store, and shows and withdraws notices as ``NotificationPolicy`` decides.
@MainActor final class Notifier {
  /// The action of the application that a click runs, given the text of a ``NoticeTarget``.
  static let action = "show-conversation"
  /// Under which name a conversation keeps its ``NotificationPolicy/Attention``.
  nonisolated static let attentionKey = "notifications"

  /// A notice was clicked: what it tells of, nil for all of it, and the token of the click.
  var onClick: (NoticeTarget?, _ token: String?) -> Void = { _, _ in }
  /// An answer was written into a notice, whose last message is the one given.
  var onReply: (_ text: String, ConversationID, MessageID?) -> Void = { _, _, _ in }

  private let application: Application
  private let store: Store
  private let preferences: AppPreferences
  /// The conversation that the user is looking at.
  private let watched: () -> ConversationID?
  /// Whether the user has told everybody not to disturb.
  private let isBusy: () -> Bool
  private var policy = NotificationPolicy()
  private var service: NotificationService?
  private var notices: FreedesktopNotices?
  private var follower: Task<Void, Never>?
  private var settling: Scheduled?

  /// After the last late message, a catch-up is taken for done. The server sends page after page;
  /// between two of them there is never so long a pause.
  private static let settlingTime: Duration = .seconds(2)

  init(
    _ application: Application, store: Store, preferences: AppPreferences,
    isBusy: @escaping () -> Bool, watched: @escaping () -> ConversationID?
  ) {
    self.application = application
    self.store = store
    self.preferences = preferences
    self.isBusy = isBusy
    self.watched = watched
    // From here on nothing is missed, whenever the bus answers.
    let changes = store.changes()
    SessionBus.connect { [weak self] bus in
      guard let self, let bus else { return }
      connect(to: bus)
      service = NotificationService(bus) { [weak self] in self?.follow(changes) }
    }
  }

  isolated deinit {
    follower?.cancel()
    settling?.cancel()
  }

  /// The user has turned to the window.
  func windowOpened() { apply(policy.opened()) }

  private func connect(to bus: SessionBus) {
    let notices = FreedesktopNotices(bus, program: "Martlet", id: MartletApplication.id)
    notices.onClick = { [weak self] id, token in self?.onClick(self?.target(of: id), token) }
    notices.onReply = { [weak self] id, text in
      guard let self, let conversation = Self.conversation(of: id) else { return }
      onReply(text, conversation, policy.notice(of: conversation)?.last)
    }
    self.notices = notices
  }

  private func target(of id: String) -> NoticeTarget? {
    Self.conversation(of: id).map { NoticeTarget($0, policy.notice(of: $0)?.first) }
  }

  // MARK: Following

  private func follow(_ changes: AsyncStream<StoreChange>) {
    guard follower == nil else { return }
    follower = Task { [weak self, store] in
      for await change in changes {
        let inserted = change.messages.mapValues(\.inserted).filter { !$0.value.isEmpty }
        // Unreadable now: what cannot be read cannot be told.
        let news = try? await store.read { reader throws(StoreError) in
          try News(of: change.summaries, inserted: inserted, reader: reader)
        }
        if let news { self?.take(news) }
      }
    }
  }

  private func take(_ news: News) {
    policy.settings.isQuiet = !preferences[.notify] || isBusy()
    for conversation in news.read { apply(policy.read(conversation)) }
    for messages in news.messages {
      apply(policy.received(messages, watched: watched(), now: .now))
    }
    guard !policy.waiting.isEmpty else { return }
    settling?.cancel()
    settling = MainLoop.after(Self.settlingTime) { [weak self] in self?.settled() }
  }

  private func settled() {
    let conversations = Set(policy.waiting.map(\.conversation))
    Task { [weak self, store] in
      let read = try? await store.read { reader throws(StoreError) in
        var read: [ConversationID: MessagePosition] = [:]
        for id in conversations { read[id] = try reader.readPosition(in: id) }
        return read
      }
      guard let self, let read else { return }
      apply(
        policy.caughtUp(
          readUpTo: { read[$0] ?? MessagePosition(rawValue: .max) }, watched: watched(),
          now: .now))
    }
  }

  // MARK: Showing

  private func apply(_ effects: [NotificationPolicy.Effect]) {
    for effect in effects {
      switch effect {
      case .show(let notice):
        send(
          NoticeText(notice, showsPreview: preferences[.notificationPreview]),
          id: Self.id(notice.conversation),
          target: NoticeTarget(notice.conversation, notice.first).text,
          reply: tr("Reply"))
      case .withdraw(let conversation): withdraw(id: Self.id(conversation))
      case .showSummary(let messages, let conversations):
        send(NoticeText(messages: messages, conversations: conversations), id: Self.summaryID)
      case .withdrawSummary: withdraw(id: Self.summaryID)
      }
    }
  }

  /// An answer to a notice that could not be sent.
  func tell(_ fault: String) {
    send(NoticeText(title: tr("Your answer was not sent"), body: fault), id: Self.faultID)
  }

  /// - Parameter reply: What an answer that is written into it is called; nil takes none.
  private func send(_ text: NoticeText, id: String, target: String = "", reply: String? = nil) {
    let body = service?.body(text.body) ?? text.body
    if let service, let notices, service.isFreedesktop {
      let notice = FreedesktopNotices.Notice(
        title: text.title, body: body, reply: service.takesReplies ? reply : nil)
      return notices.show(notice, id: id)
    }
    let notification = Notification(text.title)
    notification.setBody(body)
    notification.setDefaultAction("app." + Self.action, text: target)
    application.send(notification, id: id)
  }

  private func withdraw(id: String) {
    // Whichever has shown it: another service may have taken over since.
    notices?.withdraw(id: id)
    application.withdrawNotification(id: id)
  }

  private static let summaryID = "summary"
  private static let faultID = "fault"
  private static let prefix = "conversation-"

  private static func id(_ conversation: ConversationID) -> String {
    prefix + String(conversation.rawValue)
  }

  private static func conversation(of id: String) -> ConversationID? {
    guard id.hasPrefix(prefix) else { return nil }
    return Int64(id.dropFirst(prefix.count)).map(ConversationID.init(rawValue:))
  }
}

/// What one commit means for notices.
nonisolated private struct News: Sendable {
  /// For each conversation what is new in it and was not read.
  var messages: [[NotificationPolicy.Incoming]] = []
  /// Conversations with nothing unread, and those that are gone.
  var read: [ConversationID] = []

  init(
    of conversations: Set<ConversationID>, inserted: [ConversationID: Set<MessageID>],
    reader: StoreReader
  ) throws(StoreError) {
    for id in conversations.sorted() {
      guard let summary = try reader.summary(of: id), summary.unreadCount > 0 else {
        read.append(id)
        continue
      }
      guard let ids = inserted[id] else { continue }
      let incoming = try Self.incoming(ids, of: summary, reader: reader)
      if !incoming.isEmpty { messages.append(incoming) }
    }
  }

  private static func incoming(
    _ ids: Set<MessageID>, of summary: ConversationSummary, reader: StoreReader
  ) throws(StoreError) -> [NotificationPolicy.Incoming] {
    let readUpTo = try reader.readPosition(in: summary.id)
    let attention = try reader.value(Notifier.attentionKey, of: summary.id)
      .flatMap(NotificationPolicy.Attention.init(rawValue:))
    let names = try names(in: summary, reader: reader)
    var incoming: [NotificationPolicy.Incoming] = []
    for message in try reader.messages(ids.sorted())
    where message.kind == .text && message.position > readUpTo {
      guard case .other(let address, let name) = message.sender else { continue }
      let isRoom = summary.kind == .room
      incoming.append(
        NotificationPolicy.Incoming(
          conversation: summary.id, message: message.id, position: message.position,
          time: message.time, title: summary.title,
          author: isRoom ? (name.isEmpty ? address : name) : nil,
          body: message.body, mentionsMe: isRoom && Mention.isIn(message.body, of: names),
          // Rooms are loud: there a name calls.
          attention: attention ?? (isRoom ? .mentions : .everything),
          mutedUntil: summary.mutedUntil))
    }
    return incoming.sorted { $0.position < $1.position }
  }

  /// What I am called.
  private static func names(
    in summary: ConversationSummary, reader: StoreReader
  ) throws(StoreError) -> [String] {
    guard summary.kind == .room,
      let account = try reader.accounts().first(where: { $0.id == summary.account })
    else { return [] }
    return [account.name, String(account.address.prefix { $0 != "@" })]
  }
}
