// SPDX-License-Identifier: GPL-3.0-or-later
@testable import ChatXMPP

/// A stream whose events a test can wait for.
@NetworkActor
final class StreamProbe {
  let stream: XMPPStream
  private(set) var log: [XMPPStream.Event] = []
  private(set) var acknowledgedCount = 0
  private var waiters: [(@NetworkActor () -> Bool, CheckedContinuation<Void, Never>)] = []
  var onEvent: (@NetworkActor (XMPPStream.Event) -> Void)?

  init(
    _ configuration: StreamConfiguration, restoring snapshot: StreamManagement.Snapshot? = nil
  ) {
    stream = XMPPStream(configuration, restoring: snapshot)
    stream.onEvent = { [weak self] event in self?.happened(event) }
  }

  private func happened(_ event: XMPPStream.Event) {
    log.append(event)
    if case .acknowledged(let tokens) = event { acknowledgedCount += tokens.count }
    onEvent?(event)
    let ready = waiters.filter { $0.0() }
    waiters.removeAll { $0.0() }
    for waiter in ready { waiter.1.resume() }
  }

  /// Suspends until the events so far satisfy `condition`.
  func wait(_ condition: @escaping @NetworkActor (StreamProbe) -> Bool) async {
    if condition(self) { return }
    await withCheckedContinuation { continuation in
      waiters.append(({ [weak self] in self.map(condition) ?? true }, continuation))
    }
  }

  func online() async { await wait { $0.stream.isOnline } }

  func stopped() async {
    await withCheckedContinuation { continuation in stream.stop { continuation.resume() } }
  }

  var stanzas: [XMLElement] {
    log.compactMap { if case .stanza(let stanza, _) = $0 { stanza } else { nil } }
  }
  var bodies: [String] {
    stanzas.compactMap { $0.name == "message" ? $0.child("body")?.text : nil }
  }
  var acknowledged: [UInt64] {
    log.flatMap { event -> [UInt64] in
      if case .acknowledged(let tokens) = event { tokens } else { [] }
    }
  }
  var sessions: (new: Int, resumed: Int) {
    log.reduce(into: (0, 0)) { sum, event in
      if case .online(_, _, let isResumed) = event {
        if isResumed { sum.1 += 1 } else { sum.0 += 1 }
      }
    }
  }
  var failure: StreamFailure? {
    log.lazy.reversed().compactMap { event in
      if case .offline(let failure, _) = event { failure } else { nil }
    }.first
  }

  func say(_ body: String, to: String, token: UInt64? = nil) {
    stream.send(
      XMLElement(
        "message", Namespace.client, ["to": to, "type": "chat", "id": StanzaID.random()],
        children: [XMLElement("body", Namespace.client, text: body)]), token: token)
  }
}
