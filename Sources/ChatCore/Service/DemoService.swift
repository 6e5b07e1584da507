// SPDX-License-Identifier: MIT

/// A scripted other side for `martlet --demo`: it acknowledges, reads, types and answers, always in
/// the same way and in the same order.
///
/// It touches no network; give it a ``Store/inMemory()``.
public actor DemoService: ChatService {
  /// How the other side behaves. The defaults feel like a quick and friendly person.
  public struct Pace: Sendable {
    public var untilSent: Duration = .milliseconds(150)
    public var untilDelivered: Duration = .milliseconds(350)
    public var untilRead: Duration = .milliseconds(700)
    public var untilTyping: Duration = .milliseconds(600)
    public var typing: Duration = .milliseconds(1_800)

    public init() {}
  }

  public nonisolated let account: AccountID
  /// The one conversation of the demo.
  public nonisolated let conversation: ConversationID

  private let store: Store
  private let partner: Sender
  private let answers: [String]
  private let pace: Pace
  private let clock: any Clock<Duration>
  private var answered = 0
  private var listeners: [AsyncStream<TypingNotice>.Continuation] = []
  /// The answer that is being thought about; the next one waits for it.
  private var reaction: Task<Void, Never>?

  /// Makes the conversation, with some history in it.
  ///
  /// - Parameters:
  ///   - script: what the people say, in the user's language.
  ///   - now: the moment that the history leads up to.
  public init(
    store: Store, script: DemoScript, pace: Pace = Pace(), now: Timestamp = .now,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(StoreError) {
    let partner = Sender.other(address: script.address, name: script.name)
    let account = try await store.addAccount(script.account)
    let conversation = try await store.openConversation(
      .direct, with: script.address, title: script.name, of: account)
    let history = script.history.enumerated().map { index, line in
      IncomingMessage(
        sender: line.isMine ? .me : partner, body: line.text,
        time: Timestamp(microseconds: now.microseconds - line.secondsAgo * 1_000_000),
        reply: line.answers.map {
          Reply(message: nil, referencedID: "demo-\($0)", author: "", excerpt: "")
        }, originID: "demo-\(index)")
    }
    let written = try await store.receive(history, in: conversation, at: .end)
    for (message, line) in zip(written, script.history) {
      guard let emoji = line.reaction else { continue }
      try await store.setReactions(
        [emoji], by: line.isMine ? partner : .me, to: message.id)
    }
    if let last = written.last {
      try await store.markRead(upTo: last.position, in: conversation)
      if let mine = written.last(where: \.sender.isMe) {
        try await store.updateDelivery(upTo: mine.id, to: .read)
      }
    }
    self.store = store
    self.partner = partner
    self.account = account
    self.conversation = conversation
    self.answers = script.answers
    self.pace = pace
    self.clock = clock
  }

  public func deliver(_ message: Message) async throws(DeliveryError) -> Delivery {
    do { try await clock.sleep(for: pace.untilSent) } catch { throw .offline }
    let before = reaction
    reaction = Task {
      await before?.value
      try? await react(to: message)
    }
    return .sent
  }

  public func setComposing(_ composing: Bool, in conversation: ConversationID) {}
  public func markDisplayed(upTo message: MessageID, in conversation: ConversationID) {}

  public nonisolated func typing() -> AsyncStream<TypingNotice> {
    let (stream, continuation) = AsyncStream.makeStream(of: TypingNotice.self)
    Task { await add(continuation) }
    return stream
  }

  private func add(_ listener: AsyncStream<TypingNotice>.Continuation) {
    listeners.append(listener)
  }

  private func react(to message: Message) async throws {
    try await clock.sleep(for: pace.untilDelivered)
    try await store.updateDelivery(of: message.id, to: .delivered)
    try await clock.sleep(for: pace.untilRead)
    try await store.updateDelivery(of: message.id, to: .read)
    guard !answers.isEmpty else { return }
    try await clock.sleep(for: pace.untilTyping)
    tell(isTyping: true)
    try await clock.sleep(for: pace.typing)
    let answer = answers[answered % answers.count]
    answered += 1
    tell(isTyping: false)
    try await store.receive(
      IncomingMessage(sender: partner, body: answer, time: .now), in: conversation)
  }

  private func tell(isTyping: Bool) {
    for listener in listeners {
      listener.yield(
        TypingNotice(conversation: conversation, sender: partner, isTyping: isTyping))
    }
  }
}
