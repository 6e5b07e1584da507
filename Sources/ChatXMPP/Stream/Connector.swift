// SPDX-License-Identifier: GPL-3.0-or-later
import CGio

/// Finds a server of a domain and opens a TCP connection to it, through a proxy where the system
/// says so. Every address of every endpoint is tried before it gives up.
@NetworkActor
final class Connector {
  struct Opened {
    var transport: Transport
    var endpoint: Endpoint
  }

  private let domain: String
  private let resolver: any Resolver
  private let clock: any StreamClock
  private let timeout: Duration
  private let cancellable = GRef(owning: g_cancellable_new())
  private var endpoints: [Endpoint]?
  private var done: (@NetworkActor (Result<Opened, StreamFailure>) -> Void)?
  private var lastFault = ConnectionFault.noAnswer
  /// Cancels the connection now being made.
  private var attempt: GRef<GCancellable>?

  /// `fixed` replaces what DNS would say. `timeout` is for each endpoint.
  init(
    domain: String, fixed: Endpoint?, resolver: any Resolver, clock: any StreamClock,
    timeout: Duration
  ) {
    self.domain = domain
    self.resolver = resolver
    self.clock = clock
    self.timeout = timeout
    endpoints = fixed.map { [$0] }
  }

  /// Calls back once, unless cancelled; call ``tryNext(after:)`` when what it gave was no use.
  func start(_ done: @escaping @NetworkActor (Result<Opened, StreamFailure>) -> Void) {
    self.done = done
    guard endpoints == nil else { return next() }
    var direct: ConnectionPlan.Answer?
    var startTLS: ConnectionPlan.Answer?
    let finish = { @NetworkActor [weak self] in
      guard let self, self.endpoints == nil, let direct, let startTLS else { return }
      var generator = SystemRandomNumberGenerator()
      let plan = ConnectionPlan.endpoints(
        domain: self.domain, direct: direct, startTLS: startTLS, using: &generator)
      self.endpoints = plan
      if plan.isEmpty {
        self.finish(.failure(.serviceNotOffered(domain: self.domain)))
      } else {
        self.next()
      }
    }
    // A resolver that never answers must not keep us from the standard port for ever.
    let timer = clock.schedule(after: timeout) {
      direct = direct ?? ConnectionPlan.Answer.none
      startTLS = startTLS ?? ConnectionPlan.Answer.none
      finish()
    }
    resolver.lookUp(service: "xmpps-client", domain: domain, cancellable: cancellable) { answer in
      direct = answer
      if startTLS != nil { timer.cancel() }
      finish()
    }
    resolver.lookUp(service: "xmpp-client", domain: domain, cancellable: cancellable) { answer in
      startTLS = answer
      if direct != nil { timer.cancel() }
      finish()
    }
  }

  /// Goes on with the next endpoint, if there is one, because the last did not lead to a server
  /// that speaks TLS.
  func tryNext(after fault: ConnectionFault) {
    lastFault = fault
    next()
  }

  func cancel() {
    done = nil
    g_cancellable_cancel(cancellable.pointer)
    if let attempt { g_cancellable_cancel(attempt.pointer) }
  }

  private func next() {
    guard done != nil else { return }
    guard let endpoint = endpoints?.first else {
      return finish(.failure(.unreachable(domain: domain, lastFault)))
    }
    endpoints?.removeFirst()
    let client = GRef(owning: g_socket_client_new())
    let attempt = GRef(owning: g_cancellable_new())
    let host = String(takingC: g_hostname_to_ascii(endpoint.host)) ?? endpoint.host
    guard let address = g_network_address_new(host, endpoint.port) else { return next() }
    defer { g_object_unref(UnsafeMutableRawPointer(address)) }
    let timer = clock.schedule(after: timeout) { g_cancellable_cancel(attempt.pointer) }
    self.attempt = attempt
    g_socket_client_connect_async(
      client.pointer, address, attempt.pointer, Completion.callback,
      Completion.data { [self] result in
        timer.cancel()
        var error: UnsafeMutablePointer<GError>?
        let connection = g_socket_client_connect_finish(client.pointer, result, &error)
        guard let connection else {
          lastFault = ConnectionFault(GIOError(taking: error))
          return next()
        }
        let transport = Transport(socket: GRef(owning: connection))
        guard done != nil else { return transport.abort() }
        done?(.success(Opened(transport: transport, endpoint: endpoint)))
      })
  }

  private func finish(_ result: Result<Opened, StreamFailure>) {
    let done = self.done
    self.done = nil
    done?(result)
  }
}
