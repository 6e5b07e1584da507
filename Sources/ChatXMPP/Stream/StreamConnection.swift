// SPDX-License-Identifier: GPL-3.0-or-later

/// One attempt to reach a server and the stream that comes of it.
///
/// After ``start()`` it reports by `onEvent`, and nothing after `.ended`. It is not used twice.
@NetworkActor
final class StreamConnection {
  enum Event {
    case negotiated(Negotiation.Action)
    /// An element of the stream once negotiation is done: a stanza or one of stream management.
    case element(XMLElement, isCut: Bool)
    /// All elements of one read have been reported.
    case batchEnded
    case ended(StreamFailure)
  }

  private let configuration: StreamConfiguration
  private let clock: any StreamClock
  private let connector: Connector
  private let onEvent: @NetworkActor (Event) -> Void
  private var negotiation: Negotiation
  private var transport: Transport?
  private var parser = XMLStreamParser()
  private var watchdog: StreamTimer?
  private var isOver = false
  private var isClosing = false
  private var goodbye: (@NetworkActor () -> Void)?
  /// When bytes last came.
  private(set) var lastReceived: Duration = .zero
  /// Said nothing that cannot be said again: another endpoint may be tried.
  private var isFresh = true

  init(
    _ configuration: StreamConfiguration, purpose: Negotiation.Purpose, resumption: String? = nil,
    resolver: any Resolver, clock: any StreamClock,
    onEvent: @escaping @NetworkActor (Event) -> Void
  ) {
    self.configuration = configuration
    self.clock = clock
    self.onEvent = onEvent
    connector = Connector(
      domain: configuration.address.asciiDomain, fixed: configuration.endpoint,
      resolver: resolver, clock: clock, timeout: configuration.timing.connect)
    negotiation = Negotiation(
      domain: configuration.address.domain, purpose: purpose, resumption: resumption)
  }

  func start() {
    connector.start { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let opened): self.connected(opened)
      case .failure(let failure): self.end(failure)
      }
    }
  }

  func write(_ xml: String) {
    if !isOver, !isClosing { transport?.write(xml) }
  }

  /// Ends the stream in order: what is queued goes out, the server may say its goodbye, then `done`.
  func close(_ done: @escaping @NetworkActor () -> Void) {
    guard !isOver, !isClosing, negotiation.isDone, let transport else {
      abort()
      return done()
    }
    transport.write("</stream:stream>")
    isClosing = true
    goodbye = done
    watchdog?.cancel()
    watchdog = clock.schedule(after: configuration.timing.goodbye) { [weak self] in
      self?.finishClosing()
    }
  }

  /// Drops the connection at once. Nothing is reported.
  func abort() {
    isOver = true
    watchdog?.cancel()
    connector.cancel()
    transport?.abort()
  }

  // MARK: The way up

  private func connected(_ opened: Connector.Opened) {
    let transport = opened.transport
    self.transport = transport
    isFresh = true
    transport.onBytes = { [weak self] bytes in self?.received(bytes) }
    transport.onEnd = { [weak self] end in self?.lost(end) }
    watchdog?.cancel()
    watchdog = clock.schedule(after: configuration.timing.negotiation) { [weak self] in
      self?.end(.timeout(.negotiating))
    }
    if opened.endpoint.usesDirectTLS {
      startTLS(isDirect: true)
    } else {
      parser = XMLStreamParser()
      transport.write(negotiation.begin())
      transport.startReading()
    }
  }

  private func startTLS(isDirect: Bool) {
    let policy = TLSPolicy(
      domain: configuration.address.asciiDomain, trustFile: configuration.trustFile,
      pin: configuration.pin)
    transport?.startTLS(policy, isDirect: isDirect) { [weak self] failure in
      guard let self, !self.isOver, let transport = self.transport else { return }
      switch failure {
      case nil:
        self.isFresh = false
        self.parser = XMLStreamParser()
        transport.write(self.negotiation.secured(transport.tls?.channelBinding))
      case .tls(let fault) where isDirect: self.tryNext(fault)
      case .some(let failure): self.end(failure)
      }
    }
  }

  private func tryNext(_ fault: ConnectionFault) {
    transport?.abort()
    transport = nil
    watchdog?.cancel()
    connector.tryNext(after: fault)
  }

  private func lost(_ end: Transport.End) {
    let fault =
      switch end {
      case .finished: ConnectionFault.closed
      case .failed(let fault): fault
      }
    if isClosing { return finishClosing() }
    // A host that accepts and hangs up (a proxy without its server) is as good as none.
    if isFresh { return tryNext(fault) }
    self.end(.connectionLost(fault))
  }

  // MARK: Reading

  private func received(_ bytes: UnsafeRawBufferPointer) {
    lastReceived = clock.now
    let current = parser
    let (events, failure) = current.feed(bytes)
    for event in events {
      // A new parser means a new stream: the rest of these bytes belongs to the one that ended,
      // and after <proceed/> it may be what somebody slipped in before the encryption.
      guard !isOver, parser === current else { return }
      handle(event)
    }
    guard !isOver, parser === current else { return }
    if let failure { return end(.malformedStream(failure.malformation)) }
    if negotiation.isDone { onEvent(.batchEnded) }
  }

  private func handle(_ event: XMLStreamParser.Event) {
    switch event {
    case .opened(let header):
      guard header.isNamed("stream", Namespace.stream) else {
        return end(.malformedStream(.notAStream))
      }
    case .closed:
      if isClosing { finishClosing() } else { end(.closedByServer) }
    case .stanza(let element, let isCut):
      if negotiation.isDone {
        if let failure = Negotiation.streamError(element) { return end(failure) }
        onEvent(.element(element, isCut: isCut))
      } else {
        negotiate(element)
      }
    }
  }

  private func negotiate(_ element: XMLElement) {
    do throws(StreamFailure) {
      for action in try negotiation.received(element) {
        switch action {
        case .write(let xml): transport?.write(xml)
        case .startTLS:
          parser = XMLStreamParser()
          startTLS(isDirect: false)
        case .restart(let header):
          parser = XMLStreamParser()
          transport?.write(header)
        default: break
        }
        if negotiation.isDone { watchdog?.cancel() }
        onEvent(.negotiated(action))
        guard !isOver else { return }
      }
    } catch {
      // An orderly goodbye, so that the server does not wait for us.
      transport?.write("</stream:stream>")
      end(error, gently: true)
    }
  }

  // MARK: Ending

  private func end(_ failure: StreamFailure, gently: Bool = false) {
    guard !isOver else { return }
    isOver = true
    watchdog?.cancel()
    connector.cancel()
    if gently { transport?.close() } else { transport?.abort() }
    if let goodbye {
      self.goodbye = nil
      return goodbye()
    }
    onEvent(.ended(failure))
  }

  private func finishClosing() {
    guard !isOver else { return }
    isOver = true
    watchdog?.cancel()
    transport?.close()
    goodbye?()
    goodbye = nil
  }
}
