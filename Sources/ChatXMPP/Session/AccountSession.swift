// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// One account at work: what its stream brings goes to the store, what the store has queued goes to
/// the stream.
@NetworkActor
final class AccountSession {
  let account: AccountID
  let stream: XMPPStream
  let writer: StoreWriter
  let requests: IQTracker
  let clock: any StreamClock
  let store: Store

  var onEvent: (@NetworkActor (AccountEvent) -> Void)?
  private(set) var state = AccountState.offline(nil, retry: nil) {
    didSet { onEvent?(.state(state)) }
  }
  var onTyping: (@NetworkActor (TypingNotice) -> Void)?
  /// Messages may be handed over from now on.
  var onReady: (@NetworkActor () -> Void)?
  /// What was handed over to an earlier session without an answer must be handed over again, and
  /// before anything newer: nothing is taken until this has called back.
  var beforeNewSession: (@NetworkActor (@escaping @NetworkActor @Sendable () -> Void) -> Void)?

  var preferences = Preferences()
  /// Contacts by bare address.
  var roster: [JID: Roster.Item] = [:]
  var rosterVersion: String?
  var presences: [JID: [JID: Presence]] = [:]
  /// The presence of each contact that was told last.
  var shownPresences: [JID: Presence] = [:]
  /// Answers to what others ask: a client that looks around asks a dozen questions.
  var answers = RateLimit(burst: 50, interval: .milliseconds(500))
  var ownPresence: (availability: Presence.Availability, text: String) = (.available, "")
  /// What the server was told last; nil while this run has told it nothing.
  var toldPresence: (availability: Presence.Availability, text: String)?
  var subscriptionRequests: [SubscriptionRequest] = []
  var blocked: Set<JID> = []
  var nicknames: [JID: String] = [:]
  /// What the server and the account can; nil until they have said so.
  var serverFeatures: Set<String>?
  var accountFeatures: Set<String>?
  private(set) lazy var avatars = AvatarLoader(session: self)
  private(set) lazy var capabilities = CapabilitiesCache(session: self)
  /// What waits to be said about messages.
  let changes = ChangeQueue()
  var holes = ArchiveHoles()
  private var lastEncoded: (holes: ArchiveHoles, text: String?)?
  /// The hole between what was known before this session and its live messages.
  var sessionHole: Int?
  var catchUp: CatchUp?
  /// The search for what became of messages handed over before.
  var settling: CatchUp?
  /// Pages of history that somebody looks at.
  var histories: [CatchUp] = []
  /// The conversations in which a mark was sent over this connection.
  var toldMarkers: Set<ConversationID> = []
  /// How many changes wait in the store for their messages, about.
  var earlyChanges = 0
  /// Whether messages may be handed over: the archive has been asked what became of the last ones.
  private(set) var acceptsMessages = false
  /// Whether it is known what became of everything that an earlier session handed over.
  private(set) var isSettled = false
  private(set) var hasSettledBefore = false
  private var hasBegun = false
  /// Counts the connections, so that what waited for one is not taken for another.
  private var connection = 0
  /// The rows of messages handed over of which nothing is known yet.
  private(set) var outstanding: Set<UInt64> = []

  struct Preferences: Sendable {
    var sendsReceipts = true
    var sendsMarkers = true
    var sendsTyping = true
    /// Fetch a new account's archive to its beginning.
    var fetchesWholeArchive = false
    /// How many messages a new account fetches by itself; the rest comes when it is looked at.
    var firstFetch = 1_000
    /// Messages in the first page of the archive, which is to be seen at once.
    var pageSize = Archive.pageSize
    /// Messages in those behind it: 250, the most that servers give.
    var laterPageSize: Int { pageSize * 5 / 2 }
  }

  init(
    account: AccountID, store: Store, stream: XMPPStream, clock: any StreamClock = SystemClock()
  ) {
    self.account = account
    self.store = store
    self.stream = stream
    self.clock = clock
    writer = StoreWriter(store: store, clock: clock)
    requests = IQTracker(account: stream.configuration.address, clock: clock)
    stream.onEvent = { [weak self] event in self?.handle(event) }
    stream.acknowledge = { [weak self] answer in
      guard let self else { return answer() }
      self.keepSession()
      self.writer.afterwards(answer)
    }
  }

  /// The account's bare address.
  var address: JID { stream.configuration.address.bare }

  /// Goes offline in order, telling contacts so.
  func stop(_ done: @escaping @NetworkActor () -> Void) {
    if stream.isOnline { stream.send(Presence.stanza(.offline, capabilities: nil)) }
    stream.stop { [weak self] in
      guard let self else { return done() }
      self.keepSession()
      self.writer.afterwards(done)
    }
  }

  // MARK: The stream

  private func handle(_ event: XMPPStream.Event) {
    switch event {
    case .connecting: state = .connecting
    case .offline(let failure, let retry):
      acceptsMessages = false
      toldMarkers = []
      connection += 1
      requests.disconnected()
      // What has come is not fetched again.
      if let catchUp { storeGathered(catchUp) }
      catchUp = nil
      settling = nil
      state = .offline(failure, retry: retry)
    case .mechanisms(let strongest): onEvent?(.mechanismFloor(strongest))
    case .online(let full, _, let isResumed):
      requests.account = full
      state = .online
      if isResumed {
        // A page that was on its way when the link broke was sent again by the server; one that
        // was asked for and never came is asked for anew.
        requests.disconnected()
        // What was set meanwhile; a session of an earlier run may show anything.
        if toldPresence.map({ $0 != ownPresence }) ?? true { sendPresence() }
        guard hasBegun else {
          // Taken up from an earlier run, which may have done more than it could write down.
          hasBegun = true
          return beginCatchUp()
        }
        if !holes.holes.isEmpty { resumeCatchUp() }
        if isSettled {
          becameReady(isNewSession: false)
        } else if holes.holes.isEmpty {
          // The connection broke while it was looked for what had arrived.
          settle(ArchiveHoles.Hole(number: 0, after: holes.newest), isClosed: false)
        }
      } else {
        beginSession()
      }
    case .stanza(let stanza, _): received(stanza)
    case .batchEnded: break
    case .acknowledged(let tokens): acknowledged(tokens)
    // The store has them queued still; the archive will be asked (see `beginCatchUp`).
    case .inDoubt: break
    }
  }

  private func beginSession() {
    presences = [:]
    shownPresences = [:]
    subscriptionRequests = []
    isSettled = false
    hasBegun = true
    capabilities.sessionBegan()
    avatars.sessionBegan()
    request("set", to: nil, Carbons.enable) { _ in }
    requestRoster()
    sendPresence()
    requestFeatures()
    beginCatchUp()
  }

  /// It is known what became of everything that was handed over. Once for each connection.
  func becameReady(isNewSession: Bool) {
    guard stream.isOnline, !acceptsMessages else { return }
    guard isNewSession, let beforeNewSession else { return accept(isNewSession: isNewSession) }
    let connection = connection
    beforeNewSession { [weak self] in
      guard let self, self.connection == connection, self.stream.isOnline else { return }
      self.accept(isNewSession: true)
    }
  }

  private func accept(isNewSession: Bool) {
    guard !acceptsMessages else { return }
    acceptsMessages = true
    if isNewSession {
      isSettled = true
      hasSettledBefore = true
      outstanding = []
      changes.sessionBegan()
      holes.setOutstanding(false)
    }
    onReady?()
    if !changes.entries.isEmpty { Task { await self.sendChanges() } }
    takeUpKeptChanges()
    sendKeptMarkers()
  }

  private func received(_ stanza: XMLElement) {
    switch stanza.name {
    case "message": receivedMessage(stanza)
    case "iq": receivedIQ(stanza)
    case "presence": receivedPresence(stanza)
    default: break
    }
  }

  /// Sends a request; `completion` is called once, also when there is no stream.
  func request(
    _ type: String, to: JID?, _ payload: XMLElement,
    _ completion: @escaping IQTracker.Completion
  ) {
    guard stream.isOnline else { return completion(.failure(.disconnected)) }
    if let iq = requests.request(type, to: to, payload, completion) { stream.send(iq) }
  }

  // MARK: What survives

  nonisolated static let sessionKey = "xmpp-session"
  nonisolated static let archiveKey = "xmpp-archive"

  /// Keeps the stream's counts beside what they count, for a run after this one.
  private func keepSession() {
    let (snapshot, holes, account) = (stream.snapshot?.json, encodedHoles(), account)
    writer.write(isBulk: catchUp != nil) { store throws(StoreError) in
      try store.setValue(snapshot, for: Self.sessionKey, of: account)
      try store.setValue(holes, for: Self.archiveKey, of: account)
      return nil
    }
  }

  /// ``holes`` as they are kept. Few of the server's questions find them changed.
  private func encodedHoles() -> String? {
    if lastEncoded?.holes != holes { lastEncoded = (holes, Self.encode(holes)) }
    return lastEncoded?.text
  }

  /// What the store keeps for this account under a name.
  func keptValue(_ key: String) async -> String? {
    let account = account
    return try? await store.read { reader throws(StoreError) in
      try reader.value(key, of: account)
    }
  }

  /// - Parameter isBulk: in the middle of a catch-up.
  func keepHoles(isBulk: Bool = false) {
    let (holes, account) = (encodedHoles(), account)
    writer.write(isBulk: isBulk) { store throws(StoreError) in
      try store.setValue(holes, for: Self.archiveKey, of: account)
      return nil
    }
  }

  /// A message was given to the stream.
  func handedOver(_ token: UInt64) {
    holes.setOutstanding(true)
    outstanding.insert(token)
  }

  /// An outgoing message carries its row's number as token.
  private func acknowledged(_ tokens: [UInt64]) {
    for token in tokens {
      if ChangeQueue.isChange(token) {
        forget(token)
        continue
      }
      let id = MessageID(rawValue: Int64(truncatingIfNeeded: token))
      writer.write { store throws(StoreError) in
        // Deleted meanwhile, or come back already as undeliverable.
        guard try store.reader.message(id)?.delivery == .queued else { return nil }
        try store.updateDelivery(of: id, to: .sent)
        return nil
      }
    }
    // Until the store says so, too, the outbox may ask for them once more.
    writer.afterwards { [weak self] in
      guard let self else { return }
      self.outstanding.subtract(tokens)
      // Before that is settled, there may be others, of an earlier run.
      if self.isSettled { self.holes.setOutstanding(!self.outstanding.isEmpty) }
      // One that was said in this moment may still have seen its message waiting.
      if !self.changes.entries.isEmpty { Task { await self.sendChanges() } }
    }
  }
}
