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
  private var handedOver: Set<MessageID> = []
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
      for await change in changes where !change.messages.isEmpty { signal.yield() }
    }
    defer { listener.cancel() }
    signal.yield()
    for await _ in signals { await deliverAll() }
  }

  /// Tries again, for example because there is a connection now.
  nonisolated public func wake() { signal.yield() }

  /// The service begins with nothing handed over (XMPP: a new stream, not a resumed one):
  /// everything that is still queued is handed over again, with the same ids.
  public func beginSession() {
    handedOver.removeAll()
    signal.yield()
  }

  private func deliverAll() async {
    await writeDown()
    var last = MessageID(rawValue: 0)
    while !Task.isCancelled {
      let account = service.account
      let after = last
      let page = try? await store.read { reader throws(StoreError) in
        try reader.queued(in: account, after: after)
      }
      guard let page else { return wakeLater() }
      guard let end = page.last else { return }
      last = end.id
      for message in page where !handedOver.contains(message.id) {
        guard await deliver(message) else { return }
      }
    }
  }

  /// Returns false when there is no use in going on now.
  private func deliver(_ message: Message) async -> Bool {
    // Noted first: whatever happens now, it may have left.
    handedOver.insert(message.id)
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
