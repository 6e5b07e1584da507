// SPDX-License-Identifier: MIT
public import Observation

/// One conversation that is open on the screen: its summary, its draft, who types in it, and the
/// way of a message into the store.
///
/// The messages themselves are not here. The list reads them from the store by pages and follows
/// ``Store/changes(in:)``.
@MainActor @Observable
public final class Conversation: Identifiable {
  /// A power cut loses at most this much typing.
  public static let draftSaveDelay: Duration = .milliseconds(500)
  /// After a save that failed, the next attempt without a new key.
  static let draftRetryDelay: Duration = .seconds(5)
  /// Who has not typed for so long has stopped (XEP-0085 §5.1 suggests 30 s for "paused").
  static let typingPause: Duration = .seconds(10)
  /// Who said "typing" and then nothing has lost the connection.
  static let typingExpiry: Duration = .seconds(60)

  public let id: ConversationID
  /// As of the last commit that touched it.
  public private(set) var summary: ConversationSummary
  /// What stands in the input bar. The bar reads it when it opens the conversation and reports
  /// every change with ``update(_:)``; nothing else writes it while the bar is open.
  public private(set) var draft: Draft
  /// Why the draft could not be saved, while that lasts.
  public private(set) var draftError: StoreError?
  /// Who is typing on the other side, in the order in which they began.
  public private(set) var typing: [Sender] = []

  @ObservationIgnored private let store: Store
  @ObservationIgnored private let service: any ChatService
  @ObservationIgnored private let clock: any Clock<Duration>
  /// What the store has; nil when that is not known.
  @ObservationIgnored private var savedDraft: Draft?
  @ObservationIgnored private var saving: Task<Void, Never>?
  @ObservationIgnored private var pause: Task<Void, Never>?
  @ObservationIgnored private var isComposing = false
  @ObservationIgnored private var expiries: [Sender: Task<Void, Never>] = [:]
  @ObservationIgnored private var followers: [Task<Void, Never>] = []

  /// Opens a conversation; its draft is there at once.
  ///
  /// - Parameters:
  ///   - reader: a reader of the main thread, used during this call only.
  ///   - clock: what the delays are measured with.
  /// - Throws: `.notFound` when there is no such conversation.
  public init(
    _ id: ConversationID, store: Store, reader: StoreReader, service: any ChatService,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(StoreError) {
    guard let summary = try reader.summary(of: id) else { throw .notFound }
    let draft = try reader.draft(in: id) ?? Draft()
    self.id = id
    self.summary = summary
    self.draft = draft
    self.store = store
    self.service = service
    self.clock = clock
    savedDraft = draft
    follow()
  }

  isolated deinit {
    for task in followers + expiries.values { task.cancel() }
    saving?.cancel()
    pause?.cancel()
  }

  // MARK: Sending

  /// Sends what was written: on disk, and no longer in the draft, when this returns. The outbox
  /// does the rest.
  ///
  /// While the draft edits a message its text is put in that message's place; while it answers one,
  /// the new message says so. When it cannot be stored, the draft is put back, above what was typed
  /// meanwhile.
  ///
  /// - Returns: the message as it is in the store.
  @discardableResult
  public func send(_ text: String) async throws(SendError) -> Message {
    guard let text = SendableText(text) else { throw .nothingToSend }
    let sent = draft
    forgetDraft()
    do throws(StoreError) {
      let message = try await store.send(text.string, of: sent, in: id)
      if message.id == sent.editing, message.edited != nil,
        let carrier = service as? any MessageChangeService
      {
        try await carrier.sendCorrection(of: message)
      }
      return message
    } catch {
      draft = sent.followed(by: draft.text)
      scheduleSave(after: Self.draftSaveDelay)
      throw .notStored(error)
    }
  }

  /// Hands a failed message to the outbox again.
  public func retry(_ message: MessageID) async throws(StoreError) {
    try await store.updateDelivery(of: message, to: .queued)
  }

  /// Adds my reaction to a message, or takes it back where it is there already (XEP-0444).
  public func toggleReaction(
    _ emoji: String, to message: MessageID
  ) async throws(StoreError) {
    guard let carrier = service as? any MessageChangeService else {
      try await store.toggleReaction(emoji, to: message)
      return
    }
    let target = try await stored(message)
    let mine = target.reactions.filter { $0.senders.contains(.me) }.map(\.emoji)
    let isThere = mine.contains(emoji)
    try await carrier.react(
      with: isThere ? mine.filter { $0 != emoji } : mine + [emoji], to: target)
  }

  /// Takes a message of mine back, here and for the others (XEP-0424).
  public func retract(_ message: MessageID) async throws(StoreError) {
    guard let carrier = service as? any MessageChangeService else {
      return try await store.retract(message)
    }
    try await carrier.retract(try await stored(message))
  }

  private func stored(_ id: MessageID) async throws(StoreError) -> Message {
    let message = try await store.read { reader throws(StoreError) in try reader.message(id) }
    guard let message else { throw .notFound }
    return message
  }

  /// Marks everything up to `message` as read, here and for the other side.
  public func markRead(upTo message: Message) async throws(StoreError) {
    try await store.markRead(upTo: message.position, in: id)
    await service.markDisplayed(upTo: message.id, in: id)
  }

  // MARK: Draft

  /// Takes what stands in the input bar now. It is saved ``draftSaveDelay`` later at the latest.
  public func update(_ draft: Draft) {
    guard draft != self.draft else { return }
    let hasTyped = draft.text != self.draft.text
    self.draft = draft
    scheduleSave(after: Self.draftSaveDelay)
    if hasTyped { setComposing(SendableText.isSendable(draft.text)) }
  }

  /// Saves the draft now: on a switch of conversation, when the window loses the focus, on
  /// quitting.
  public func saveDraft() async {
    saving?.cancel()
    saving = nil
    guard draft != savedDraft else { return }
    // Noted before the wait: what is sent or typed meanwhile must not be taken for saved.
    savedDraft = draft
    do throws(StoreError) {
      try await store.saveDraft(draft, in: id)
      draftError = nil
    } catch {
      savedDraft = nil
      draftError = error
      scheduleSave(after: Self.draftRetryDelay)
    }
  }

  private func scheduleSave(after delay: Duration) {
    guard saving == nil else { return }
    saving = Task { [weak self, clock] in
      do { try await clock.sleep(for: delay) } catch { return }
      await self?.saveDraft()
    }
  }

  /// The message takes the draft with it, and a late save must not bring it back.
  private func forgetDraft() {
    saving?.cancel()
    saving = nil
    draft = Draft()
    savedDraft = Draft()
    setComposing(false)
  }

  // MARK: Typing

  /// Tells the other side once when writing begins, and once when it stops.
  private func setComposing(_ composing: Bool) {
    pause?.cancel()
    pause = nil
    if composing {
      pause = Task { [weak self, clock] in
        do { try await clock.sleep(for: Self.typingPause) } catch { return }
        self?.setComposing(false)
      }
    }
    guard composing != isComposing else { return }
    isComposing = composing
    Task { [service, id] in await service.setComposing(composing, in: id) }
  }

  private func note(_ notice: TypingNotice) {
    expiries.removeValue(forKey: notice.sender)?.cancel()
    guard notice.isTyping else {
      typing.removeAll { $0 == notice.sender }
      return
    }
    if !typing.contains(notice.sender) { typing.append(notice.sender) }
    expiries[notice.sender] = Task { [weak self, clock] in
      do { try await clock.sleep(for: Self.typingExpiry) } catch { return }
      self?.typing.removeAll { $0 == notice.sender }
    }
  }

  // MARK: Following

  private func follow() {
    let changes = store.changes()
    let notices = service.typing()
    followers = [
      Task { [weak self, id, store] in
        for await change in changes where change.summaries.contains(id) {
          // Gone or unreadable: the last summary stays.
          let summary = try? await store.read { reader throws(StoreError) in
            try reader.summary(of: id)
          }
          if let summary { self?.summary = summary }
        }
      },
      Task { [weak self, id] in
        for await notice in notices where notice.conversation == id { self?.note(notice) }
      },
    ]
  }
}

/// Why a message was not sent. Nothing was stored.
public enum SendError: Error, Hashable, Sendable {
  /// The text is blank or has nothing in it that can be seen.
  case nothingToSend
  case notStored(StoreError)
}
