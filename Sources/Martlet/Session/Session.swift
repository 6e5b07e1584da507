// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// What the windows share of the core: the store, what carries messages, and the conversations that
/// are open.
@MainActor final class Session {
  let store: Store
  /// Reads for the main thread: the first frame, and small look-ups.
  let reader: StoreReader
  /// What the user has to be told about how the store was opened, nil when nothing happened.
  let notice: String?

  /// Called when the conversations of a demo are there, which are no news to anybody.
  var onFilled: () -> Void = {}

  /// What connects to servers.
  let accounts: Accounts

  private let isDemo: Bool
  private var indexing: Task<Void, Never>?
  private var carriers: [AccountID: Carrier] = [:]
  private var open: [ConversationID: Conversation] = [:]

  /// What carries the messages of one account.
  private struct Carrier {
    let service: any ChatService
    let outbox: Task<Void, Never>
  }

  private init(_ store: Store, notice: String? = nil, isDemo: Bool = false) throws(StoreError) {
    self.store = store
    self.notice = notice
    self.isDemo = isDemo
    let reader = try store.makeReader()
    self.reader = reader
    let passwords: any PasswordStore = isDemo ? PasswordsInMemory() : SecretService()
    accounts = try Accounts(AccountParts(store: store, passwords: passwords), reader: reader)
    add(LocalService())
    // The first frame has the disk to itself.
    indexing = Task { [store] in
      do { try await MainLoopClock().sleep(for: .seconds(2)) } catch { return }
      await store.catchUpSearch()
    }
  }

  isolated deinit {
    for carrier in carriers.values { carrier.outbox.cancel() }
    indexing?.cancel()
  }

  /// Opens the conversations of the user.
  static func open(folder: String) throws(StoreError) -> Session {
    let outcome = try Store.open(at: folder)
    return try Session(outcome.store, notice: OpeningNotice.sentence(for: outcome.event))
  }

  /// Saves what can be read of a damaged store, and opens that. May take a minute.
  static func recover(folder: String) async throws(StoreError) -> Session {
    let outcome = try await Store.recover(at: folder)
    return try Session(outcome.store, notice: OpeningNotice.sentence(for: outcome.event))
  }

  /// A session in memory, with a scripted other side, that leaves nothing behind.
  static func demo() throws(StoreError) -> Session {
    try Session(Store.inMemory(), isDemo: true)
  }

  /// Lets `service` carry the messages of its account, beginning with those that wait.
  func add(_ service: any ChatService) {
    let outbox = Outbox(store: store, service: service, clock: MainLoopClock())
    carriers[service.account]?.outbox.cancel()
    carriers[service.account] = Carrier(service: service, outbox: Task { await outbox.run() })
  }

  /// The conversation with `id`; the same object for as long as the session lives.
  func conversation(_ id: ConversationID) throws(StoreError) -> Conversation {
    if let known = open[id] { return known }
    let account = try reader.summary(of: id)?.account ?? .local
    let service: any ChatService =
      accounts[account] ?? carriers[account]?.service ?? UnavailableService(account: account)
    let conversation = try Conversation(
      id, store: store, reader: reader, service: service, clock: MainLoopClock())
    open[id] = conversation
    return conversation
  }

  /// Whether a conversation was deleted; false where the store cannot tell.
  func isGone(_ id: ConversationID) -> Bool {
    do throws(StoreError) {
      return try reader.summary(of: id) == nil
    } catch {
      return false
    }
  }

  /// A conversation was deleted.
  func forget(_ id: ConversationID) { open[id] = nil }

  /// Puts what is being typed anywhere on disk; returns when it is there.
  func saveDrafts() async {
    for conversation in open.values { await conversation.saveDraft() }
  }

  // MARK: What is shown first

  /// The conversation to begin with, if it is there already.
  func knownFirst() throws(StoreError) -> ConversationID? {
    isDemo ? nil : try reader.conversation(with: "", of: .local)
  }

  /// The conversation to begin with; made when it is not there.
  func openFirst() async throws(StoreError) -> ConversationID {
    guard isDemo else {
      return try await store.openConversation(
        .notes, with: "", title: tr("Notes to Self"), of: .local)
    }
    return try await openDemo()
  }
}

/// Stands for the service of an account that does not run: what is written waits.
private struct UnavailableService: ChatService {
  let account: AccountID

  func deliver(_ message: Message) async throws(DeliveryError) -> Delivery { throw .offline }
  func setComposing(_ composing: Bool, in conversation: ConversationID) async {}
  func markDisplayed(upTo message: MessageID, in conversation: ConversationID) async {}
}
