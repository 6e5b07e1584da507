// SPDX-License-Identifier: MIT

/// Hands the queued messages of one account to its service: in the order in which they were
/// written, one after the other.
///
/// The queue is the store itself, so it survives everything the store survives. A message leaves it
/// when its state says so; what was handed over and not acknowledged stays queued, and is handed
/// over again only after ``beginSession()``.
public actor Outbox {
  private let store: Store
  private let service: any ChatService
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let clock: any Clock<Duration>
  /// Handed over in this session, still waiting for an acknowledgement.
  private(set) var handedOver: Set<MessageID> = []
  /// What had its answer while a page of the queue was read or walked through: the page still has
  /// it as queued, and it must not go out again for that.
  private var answered: Set<MessageID> = []
  /// A message is on its way to the service just now.
  private var isDelivering = false
  private var afterDelivery: [CheckedContinuation<Void, Never>] = []
  /// Counts the service's sessions, so that a walk through the queue notices a new one.
  private var session = 0
  /// News that the store could not take yet (a full disk).
  private var unwritten: [(MessageID, Delivery)] = []

  /// How long to wait after the store refused what it was told.
  static let retryDelay: Duration = .seconds(5)

  public init(
    store: Store, service: any ChatService, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.store = store
    self.clock = clock
    self.service = service
    // One waiting signal says as much as ten.
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Works until the task is cancelled.
  public func run() async {
    let changes = store.changes()
    let listener = Task { [signal] in
      for await change in changes where !change.messages.isEmpty {
        await noteAnswers(change)
        signal.yield()
      }
    }
    defer { listener.cancel() }
    signal.yield()
    for await _ in signals { await deliverAll() }
  }

  /// Tries again, for example because there is a connection now.
  nonisolated public func wake() { signal.yield() }

  /// The service begins with nothing handed over (XMPP: a new stream, not a resumed one):
  /// everything that is still queued is handed over again, with the same ids.
  ///
  /// The service must take nothing (answer `.offline`) from the end of its last session until this
  /// returns. What is on its way to it just now would go out before the older messages otherwise.
  public func beginSession() async {
    while isDelivering { await withCheckedContinuation { afterDelivery.append($0) } }
    handedOver.removeAll()
    session += 1
    signal.yield()
  }

  /// What has had its answer may be queued again by the user.
  private func noteAnswers(_ change: StoreChange) async {
    let changed = change.messages.values.reduce(into: Set<MessageID>()) { $0.formUnion($1.updated) }
    let mine = changed.intersection(handedOver)
    guard !mine.isEmpty else { return }
    let begun = session
    let rows = try? await store.read { reader throws(StoreError) in try reader.messages(mine) }
    guard let rows, begun == session else { return }
    for message in rows where message.delivery != .queued {
      handedOver.remove(message.id)
      answered.insert(message.id)
    }
  }

  private func deliverAll() async {
    await writeDown()
    var last = MessageID(rawValue: 0)
    while !Task.isCancelled {
      let account = service.account
      let (after, begun) = (last, session)
      answered = []
      let page = try? await store.read { reader throws(StoreError) in
        try reader.queued(in: account, after: after)
      }
      guard let page else { return wakeLater() }
      guard begun == session else {
        last = MessageID(rawValue: 0)
        continue
      }
      guard let end = page.last else { return }
      last = end.id
      for message in page
      where !handedOver.contains(message.id) && !answered.contains(message.id) {
        guard await deliver(message) else { return }
      }
    }
  }

  /// Returns false when there is no use in going on now.
  private func deliver(_ message: Message) async -> Bool {
    // Noted first: whatever happens now, it may have left.
    handedOver.insert(message.id)
    isDelivering = true
    defer { ended() }
    do throws(DeliveryError) {
      let delivery = try await service.deliver(message)
      if delivery != .queued { unwritten.append((message.id, delivery)) }
    } catch {
      switch error {
      case .offline:
        handedOver.remove(message.id)
        return false
      case .refused(let reason):
        handedOver.remove(message.id)
        unwritten.append((message.id, .failed(reason: reason)))
      }
    }
    await writeDown()
    return true
  }

  private func ended() {
    isDelivering = false
    let waiting = afterDelivery
    afterDelivery = []
    for continuation in waiting { continuation.resume() }
  }

  private func wakeLater() {
    Task { [signal, clock] in
      try? await clock.sleep(for: Self.retryDelay)
      signal.yield()
    }
  }

  private func writeDown() async {
    while let (id, delivery) = unwritten.first {
      do throws(StoreError) {
        try await store.updateDelivery(of: id, to: delivery)
      } catch {
        // Deleted meanwhile: nothing to note. Anything else (a full disk) may pass.
        guard error == .notFound else { return wakeLater() }
      }
      unwritten.removeFirst()
      if delivery != .queued { handedOver.remove(id) }
    }
  }
}
