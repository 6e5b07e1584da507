// SPDX-License-Identifier: GPL-3.0-or-later

/// The stream of one account, kept up for as long as it is wanted: it reconnects, resumes, counts,
/// and tells what became of each stanza.
///
/// It decides nothing about stanzas. ``send(_:token:)`` takes one only while online; what has to
/// outlive a connection belongs in the store.
@NetworkActor
final class XMPPStream {
  enum Event {
    /// Online, or online again. When a session could not be resumed, `.inDoubt` came before.
    case online(JID, StreamFeatures, isResumed: Bool)
    case stanza(XMLElement, isCut: Bool)
    /// All stanzas of one read have been reported: a good moment to commit.
    case batchEnded
    /// The server has these stanzas.
    case acknowledged([UInt64])
    /// The session is lost, and with it the word whether these arrived.
    case inDoubt([StreamManagement.Entry])
    /// To be remembered as ``StreamConfiguration/mechanismFloor``.
    case mechanisms(strongest: SASLMechanism)
    /// Not online. `retry` says when the next attempt will be, nil if the user or the network has
    /// to do something first.
    case offline(StreamFailure?, retry: Duration?)
    case connecting
  }

  var configuration: StreamConfiguration
  var onEvent: (@NetworkActor (Event) -> Void)?
  /// Given the answer to "what have you received?", to be called when that is safe.
  var acknowledge: (@NetworkActor (_ answer: @escaping @NetworkActor () -> Void) -> Void)?

  private(set) var isOnline = false
  /// The full address of the session.
  private(set) var address: JID?
  private(set) var features = StreamFeatures()
  /// How the last login was done.
  private(set) var login: SASLMechanism?

  private let resolver: any Resolver
  private let clock: any StreamClock
  private var policy = ReconnectPolicy()
  private var generator = SystemRandomNumberGenerator()
  private var management = StreamManagement()
  private var barrier = PingBarrier()
  private var connection: StreamConnection?
  private var lastFailure: StreamFailure?
  /// Whether anyone looks.
  private var isActive = true
  /// What this session's server was told of that; nil where it may have forgotten.
  private var toldActive: Bool?
  private var inDoubt: [StreamManagement.Entry] = []
  private var retryTimer: StreamTimer?
  private var lifeTimer: StreamTimer?
  private var silenceTimer: StreamTimer?
  private var whenClosed: [@NetworkActor () -> Void] = []

  init(
    _ configuration: StreamConfiguration, restoring snapshot: StreamManagement.Snapshot? = nil,
    resolver: any Resolver = SystemResolver(), clock: any StreamClock = SystemClock()
  ) {
    self.configuration = configuration
    self.resolver = resolver
    self.clock = clock
    if let snapshot, let address = try? JID(snapshot.address) {
      management = StreamManagement(restoring: snapshot)
      self.address = address
    }
  }

  /// What to keep over a restart of the app, if the session can be taken up again.
  var snapshot: StreamManagement.Snapshot? {
    address.flatMap { management.snapshot(address: $0.description) }
  }

  /// Whether the stanza with this token was handed over and is not acknowledged.
  func isUnderway(_ token: UInt64) -> Bool { management.queue.contains { $0.token == token } }

  // MARK: Wishes

  func start() { handle(.wanted(true)) }

  /// Goes offline in order; `done` is called when the connection is closed.
  func stop(_ done: @escaping @NetworkActor () -> Void = {}) {
    if isOnline { whenClosed.append(done) }
    let wasOnline = isOnline
    handle(.wanted(false))
    if !wasOnline { done() }
  }

  /// Drops the connection as a power cut would; the session can be resumed by a later stream.
  func abandon() {
    connection?.abort()
    connectionEnded()
    policy = ReconnectPolicy()
    retryTimer?.cancel()
  }

  func networkChanged(isUp: Bool) { handle(isUp ? .networkUp : .networkDown) }
  func machine(sleeps: Bool) { handle(sleeps ? .machineSleeps : .machineWakes) }

  /// Sends a stanza; false, and nothing happens, when there is no stream.
  ///
  /// `token` comes back with `.acknowledged` or in `.inDoubt`.
  @discardableResult
  func send(_ stanza: XMLElement, token: UInt64? = nil) -> Bool {
    guard isOnline, let connection,
      let kind = StreamManagement.Entry.Kind(rawValue: stanza.name)
    else { return false }
    let entry = StreamManagement.Entry(kind: kind, xml: stanza.xml(), token: token)
    if management.isCounting {
      let wasWaiting = management.isAwaitingAcknowledgement
      connection.write(management.send(entry))
      if !wasWaiting { expectLife(within: configuration.timing.acknowledgement) }
    } else {
      connection.write(entry.xml + barrier.sent(entry))
      if barrier.isWaiting { expectLife(within: configuration.timing.acknowledgement) }
    }
    return true
  }

  /// XEP-0352: whether anyone looks. The server may hold back what can wait. It is told once, and
  /// each new session again.
  func setActive(_ isActive: Bool) {
    self.isActive = isActive
    tellActive()
  }

  private func tellActive() {
    guard isOnline, features.offersClientState, toldActive != isActive else { return }
    toldActive = isActive
    connection?.write(ClientState.xml(isActive: isActive))
  }

  // MARK: Policy

  private func handle(_ event: ReconnectPolicy.Event) {
    for action in policy.handle(event, using: &generator) {
      switch action {
      case .connect: connect()
      case .abandon:
        connection?.abort()
        connectionEnded()
        report(nil)
      case .close: close()
      case .probe: askForLife(within: ReconnectPolicy.probeTimeout)
      case .startTimer(let delay):
        retryTimer = clock.schedule(after: delay) { [weak self] in self?.handle(.timerFired) }
        report(delay)
      case .stopTimer:
        retryTimer?.cancel()
        retryTimer = nil
      }
    }
  }

  private func report(_ retry: Duration?) { onEvent?(.offline(lastFailure, retry: retry)) }

  private func connect() {
    onEvent?(.connecting)
    var configuration = configuration
    if configuration.endpoint == nil,
      let place = management.location.flatMap(Endpoint.init(location:))
    {
      configuration.endpoint = place
    }
    let identity = Negotiation.Identity(
      address: configuration.address, password: configuration.password,
      resource: configuration.resource, mechanismFloor: configuration.mechanismFloor)
    let connection = StreamConnection(
      configuration, purpose: .login(identity), resumption: management.resumption,
      resolver: resolver, clock: clock
    ) { [weak self] event in self?.handle(event) }
    self.connection = connection
    connection.start()
  }

  private func close() {
    isOnline = false
    lifeTimer?.cancel()
    silenceTimer?.cancel()
    connection?.write(management.request())
    connection?.close { [weak self] in
      guard let self else { return }
      // Acknowledgements may have come until now; the rest is in doubt until the next session.
      self.inDoubt += self.management.end()
      self.address = nil
      self.connectionEnded()
      self.lastFailure = nil
      self.report(nil)
      let done = self.whenClosed
      self.whenClosed = []
      for body in done { body() }
    }
  }

  private func connectionEnded() {
    isOnline = false
    connection = nil
    management.disconnected()
    inDoubt += barrier.disconnected()
    lifeTimer?.cancel()
    lifeTimer = nil
    silenceTimer?.cancel()
    silenceTimer = nil
  }

  // MARK: The connection's reports

  private func handle(_ event: StreamConnection.Event) {
    switch event {
    case .negotiated(let action): negotiated(action)
    case .element(let element, let isCut): received(element, isCut: isCut)
    case .batchEnded: onEvent?(.batchEnded)
    case .ended(let failure):
      connectionEnded()
      lastFailure = failure
      // A place for resumption that cannot be reached must not be tried for ever.
      if case .unreachable = failure, management.location != nil { inDoubt += management.end() }
      let before = policy.state
      handle(.ended(needsUser: failure.needsUser))
      if policy.state != .delayed, before != policy.state { report(nil) }
    }
  }

  private func negotiated(_ action: Negotiation.Action) {
    switch action {
    case .mechanisms(let strongest):
      if strongest > configuration.mechanismFloor ?? .plain || configuration.mechanismFloor == nil {
        configuration.mechanismFloor = strongest
        onEvent?(.mechanisms(strongest: strongest))
      }
    case .resumed(let h, let features):
      do throws(StreamManagement.Complaint) {
        self.features = features
        let (safe, resend) = try management.resumed(h: h)
        acknowledged(safe)
        // What was sent before goes out before anything new.
        if !resend.isEmpty {
          connection?.write(resend)
          expectLife(within: configuration.timing.acknowledgement)
        }
        online(isResumed: true)
      } catch {
        endSession()
      }
    case .resumptionFailed(let h):
      let (safe, lost) = management.resumptionFailed(h: h)
      acknowledged(safe)
      inDoubt += lost
    case .bound(let address, let features):
      self.address = address
      self.features = features
      if features.offersStreamManagement {
        inDoubt += management.end()
        management.enable()
        connection?.write(
          XMLElement("enable", Namespace.streamManagement, ["resume": "true"]).xml())
      }
      if !inDoubt.isEmpty {
        let lost = inDoubt
        inDoubt = []
        onEvent?(.inDoubt(lost))
      }
      online(isResumed: false)
    case .authenticated(let mechanism): login = mechanism
    case .write, .startTLS, .restart, .secured: break
    }
  }

  private func online(isResumed: Bool) {
    guard let address else { return endSession() }
    isOnline = true
    lastFailure = nil
    handle(.online)
    watchSilence()
    // XEP-0352 §5: every session begins active. Whether one that is taken up again still does is up
    // to the server, unless it was never told otherwise.
    if !isResumed { toldActive = true } else if toldActive == false { toldActive = nil }
    tellActive()
    onEvent?(.online(address, features, isResumed: isResumed))
  }

  private func received(_ element: XMLElement, isCut: Bool) {
    if element.namespace == Namespace.streamManagement { return receivedManagement(element) }
    if let tokens = barrier.received(element) {
      if !tokens.isEmpty { onEvent?(.acknowledged(tokens)) }
      lifeTimer?.cancel()
      let more = barrier.askForRest()
      if !more.isEmpty {
        connection?.write(more)
        expectLife(within: configuration.timing.acknowledgement)
      }
      return
    }
    guard element.namespace == Namespace.client,
      StreamManagement.Entry.Kind(rawValue: element.name) != nil
    else { return }
    onEvent?(.stanza(element, isCut: isCut))
    management.received()
  }

  private func receivedManagement(_ element: XMLElement) {
    switch element.name {
    case "r":
      let answer = management.acknowledgement
      let current = connection
      if let acknowledge {
        acknowledge { current?.write(answer) }
      } else {
        current?.write(answer)
      }
    case "a":
      guard let h = element["h"].flatMap({ UInt32($0) }) else { return endSession() }
      lifeTimer?.cancel()
      lifeTimer = nil
      do throws(StreamManagement.Complaint) {
        let (safe, reply) = try management.received(acknowledgement: h)
        if !reply.isEmpty { connection?.write(reply) }
        if management.isAwaitingAcknowledgement {
          expectLife(within: configuration.timing.acknowledgement)
        }
        acknowledged(safe)
      } catch {
        endSession()
      }
    case "enabled":
      let resumes = element["resume"] == "true" || element["resume"] == "1"
      management.enabled(id: resumes ? element["id"] : nil, location: element["location"])
    case "failed": inDoubt += management.refused()
    default: break
    }
  }

  private func acknowledged(_ entries: [StreamManagement.Entry]) {
    let tokens = entries.compactMap(\.token)
    if !tokens.isEmpty { onEvent?(.acknowledged(tokens)) }
  }

  /// The server's counts make no sense: this session cannot be trusted, a new one can.
  private func endSession() {
    inDoubt += management.end()
    connection?.abort()
    handle(.ended(.protocolViolation(.acknowledgements)))
  }

  // MARK: Watchdogs

  /// Asks for a sign of life, and gives up the connection when there is none in time.
  private func askForLife(within limit: Duration) {
    guard isOnline else { return }
    let request = management.isCounting ? management.request() : barrier.ask()
    if !request.isEmpty { connection?.write(request) }
    expectLife(within: limit)
  }

  private func expectLife(within limit: Duration) {
    lifeTimer?.cancel()
    let start = clock.now
    lifeTimer = clock.schedule(after: limit) { [weak self] in self?.checkLife(since: start, limit) }
  }

  private func checkLife(since start: Duration, _ limit: Duration) {
    guard let connection else { return }
    // Whatever came is a sign of life; a long page of the archive may stand before the answer.
    let heard = connection.lastReceived
    if heard > start {
      let left = limit - (clock.now - heard)
      if left > .zero {
        lifeTimer = clock.schedule(after: left) { [weak self] in
          self?.checkLife(since: heard, limit)
        }
        return
      }
    }
    connection.abort()
    handle(.ended(.timeout(.acknowledging)))
  }

  private func watchSilence() {
    silenceTimer?.cancel()
    let silence = configuration.timing.silence
    silenceTimer = clock.schedule(after: silence) { [weak self] in
      guard let self, let connection = self.connection else { return }
      if self.clock.now - connection.lastReceived >= silence / 2 {
        self.askForLife(within: self.configuration.timing.acknowledgement)
      }
      self.watchSilence()
    }
  }
}
