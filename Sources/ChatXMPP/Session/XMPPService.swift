// SPDX-License-Identifier: GPL-3.0-or-later
public import ChatCore

/// One XMPP account as the app sees it.
///
/// It may be called from anywhere; the work happens on ``NetworkActor``. What comes in goes to the
/// store, and what is queued there goes out, once ``start()`` was called.
public final class XMPPService: MessageChangeService {
  public let account: AccountID
  let store: Store
  let session: AccountSession
  private let outbox: OutboxTask

  /// Makes the service of an account; it takes up what an earlier run left in the store.
  ///
  /// - Parameter pictures: the folder for pictures of people, a place that may be emptied at any
  ///   time (XDG_CACHE_HOME); nil keeps none.
  @NetworkActor
  public init(
    account: AccountID, store: Store, configuration: StreamConfiguration,
    pictures: String? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) async throws(StoreError) {
    let (snapshot, holes, version, contacts, blocked, clients, changes, early) =
      try await store.read {
        reader throws(StoreError) in
        (
          try reader.value(AccountSession.sessionKey, of: account),
          try reader.value(AccountSession.archiveKey, of: account),
          try reader.value(AccountSession.rosterKey, of: account),
          try reader.contacts(of: account),
          try reader.value(AccountSession.blockedKey, of: account),
          try reader.value(CapabilitiesCache.key, of: account),
          try ChangeQueue.kept(by: reader, of: account),
          try reader.values(prefix: EarlyChange.prefix, of: account).count
        )
      }
    let stream = XMPPStream(
      configuration,
      restoring: AccountSession.decode(snapshot, as: StreamManagement.Snapshot.self))
    let session = AccountSession(account: account, store: store, stream: stream)
    if let holes = AccountSession.decode(holes, as: ArchiveHoles.self) { session.holes = holes }
    session.rosterVersion = version
    session.restoreBlocked(blocked)
    session.changes.restore(changes)
    session.earlyChanges = early
    session.capabilities.restore(clients)
    session.avatars.cache = AvatarCache(folder: pictures)
    let items = contacts.compactMap(Roster.Item.init)
    session.roster = Dictionary(items.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
    self.account = account
    self.store = store
    self.session = session
    outbox = OutboxTask(clock: clock)
    session.onEvent = { [weak self] event in self?.tell(event) }
    session.onTyping = { [weak self] notice in self?.tell(notice) }
    session.onReady = { [weak self] in self?.outbox.wake() }
    session.beforeNewSession = { [weak self] done in self?.outbox.beginSession(done) ?? done() }
  }

  // MARK: Life

  /// Goes online and stays so.
  @NetworkActor
  public func start() {
    outbox.start(store: store, service: self)
    session.stream.start()
  }

  /// Goes offline in order. Returns when the connection is closed and everything is stored.
  @NetworkActor
  public func stop() async {
    await withCheckedContinuation { continuation in
      session.stop { continuation.resume() }
    }
    outbox.stop()
  }

  /// Connects again with other settings: a new password, a pin for a certificate.
  @NetworkActor
  public func reconfigure(_ change: (inout StreamConfiguration) -> Void) {
    change(&session.stream.configuration)
    session.stream.start()
  }

  /// The network came or went, as far as the system knows.
  @NetworkActor
  public func networkChanged(isUp: Bool) { session.stream.networkChanged(isUp: isUp) }

  /// The machine goes to sleep or has woken up.
  @NetworkActor
  public func machine(sleeps: Bool) { session.stream.machine(sleeps: sleeps) }

  /// Whether anybody looks at the app (XEP-0352).
  @NetworkActor
  public func setActive(_ isActive: Bool) { session.stream.setActive(isActive) }

  /// What happens to the account, from now on.
  @NetworkActor
  public func events() -> AsyncStream<AccountEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: AccountEvent.self)
    eventListeners.append(continuation)
    return stream
  }

  @NetworkActor private var eventListeners: [AsyncStream<AccountEvent>.Continuation] = []
  @NetworkActor private var typingListeners: [AsyncStream<TypingNotice>.Continuation] = []

  @NetworkActor private func tell(_ event: AccountEvent) {
    for listener in eventListeners { listener.yield(event) }
  }

  @NetworkActor private func tell(_ notice: TypingNotice) {
    for listener in typingListeners { listener.yield(notice) }
  }

  // MARK: ChatService

  public func deliver(_ message: Message) async throws(DeliveryError) -> Delivery {
    guard let peer = await peer(of: message.conversation) else {
      throw .refused(reason: DeliveryFailure(.noAddress))
    }
    let answered = await answered(by: message.reply, peer: peer)
    // Taken back before it went out: there is nothing to send.
    if message.isRetracted, await !session.isHandedOver(message) { return .sent }
    await session.sendChanges(before: message.id.rawValue)
    guard await session.send(message, to: peer, answering: answered) else { throw .offline }
    await session.sendChanges()
    return .queued
  }

  public func setComposing(_ composing: Bool, in conversation: ConversationID) async {
    guard let peer = await peer(of: conversation) else { return }
    await session.tellComposing(composing, to: peer)
  }

  public func markDisplayed(upTo message: MessageID, in conversation: ConversationID) async {
    guard let peer = await peer(of: conversation),
      let id = try? await store.read({ reader throws(StoreError) in
        try reader.message(message)?.originID
      })
    else { return }
    await session.tellDisplayed(id, in: conversation, to: peer)
  }

  public nonisolated func typing() -> AsyncStream<TypingNotice> {
    let (stream, continuation) = AsyncStream.makeStream(of: TypingNotice.self)
    Task { @NetworkActor in typingListeners.append(continuation) }
    return stream
  }

  // MARK: What is said about messages

  /// Tells the other side the present text of a message that was edited here (XEP-0308): at once, or
  /// when there is a connection. What waits is in the store and goes out in order, also in a later
  /// run.
  public func sendCorrection(of message: Message) async throws(StoreError) {
    guard message.sender.isMe else { return }
    try await session.enqueue(.correction, about: message)
  }

  /// Takes a message of mine back: here at once, for the other side as with
  /// ``sendCorrection(of:)`` (XEP-0424).
  public func retract(_ message: Message) async throws(StoreError) {
    guard message.sender.isMe else { return }
    try await session.enqueue(.retraction, about: message)
  }

  /// Puts my reactions to a message in the place of those before: here at once, for the other side
  /// as with ``sendCorrection(of:)`` (XEP-0444).
  public func react(with emoji: [String], to message: Message) async throws(StoreError) {
    try await session.enqueue(.reactions(emoji), about: message)
  }

  func peer(of conversation: ConversationID) async -> JID? {
    let address = try? await store.read { reader throws(StoreError) in
      try reader.summary(of: conversation)?.address
    }
    return address.flatMap { try? JID($0) }
  }

  /// What an answer is to, as the other side knows it: by the id of its sender (XEP-0461 §3.1). The id
  /// that our archive gave means nothing there.
  private func answered(by reply: Reply?, peer: JID) async -> AnsweredMessage? {
    guard let reply else { return nil }
    let message = try? await store.read { reader throws(StoreError) in
      try reply.message.flatMap { id throws(StoreError) in try reader.message(id) }
    }
    let id = message?.originID ?? reply.referencedID
    guard !id.isEmpty else { return nil }
    return AnsweredMessage(
      id: id, author: message?.sender.isMe == true ? await session.address : peer)
  }
}

/// The message that an answer names (XEP-0461).
struct AnsweredMessage: Hashable, Sendable {
  var id: String
  var author: JID
}

/// Runs the outbox of one account.
@NetworkActor
private final class OutboxTask {
  private var outbox: Outbox?
  private var task: Task<Void, Never>?

  private let clock: any Clock<Duration>

  nonisolated init(clock: any Clock<Duration>) { self.clock = clock }

  func start(store: Store, service: XMPPService) {
    guard outbox == nil else { return }
    let outbox = Outbox(store: store, service: service, clock: clock)
    self.outbox = outbox
    task = Task { await outbox.run() }
  }

  func wake() { outbox?.wake() }

  /// Forgets what was handed over to an earlier session, then calls `done`.
  func beginSession(_ done: @escaping @NetworkActor @Sendable () -> Void) {
    guard let outbox else { return done() }
    Task {
      await outbox.beginSession()
      done()
    }
  }

  func stop() {
    task?.cancel()
    task = nil
    outbox = nil
  }
}

extension AccountSession {
  func tellComposing(_ isComposing: Bool, to peer: JID) {
    guard preferences.sendsTyping, mayTell(peer) else { return }
    stream.send(
      XMLElement(
        "message", Namespace.client, ["to": peer.description, "type": "chat"],
        children: [ChatStates.element(isComposing: isComposing), Hints.noStore]))
  }
}
