// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// A TCP proxy on loopback that misbehaves when told to.
final class CuttingProxy: Sendable {
  struct Behaviour: Sendable {
    /// New connections are closed at once.
    var refuses = false
    /// What the client sends is swallowed.
    var eatsUp = false
    /// What the server sends is swallowed.
    var eatsDown = false
    /// Nothing passes; nothing is lost.
    var isFrozen = false
    /// A connection is reset when the server has sent this many bytes on it.
    var cutsAfter: Int?
    /// And from then on new ones are refused.
    var refusesOnceCut = false
    /// After this many bytes of the server a connection stays open, and nothing comes any more.
    var stallsAfter: Int?
    /// What is put behind the first words of the server that are these, in one piece with them.
    var insertion: (after: String, text: String)?
  }

  let port: UInt16
  private let listener: Socket
  private let target: UInt16
  private let state = Mutex(State())

  private struct State {
    var behaviour = Behaviour()
    var pairs: [Pair] = []
    var hasInserted = false
    var bytesUp = 0
  }

  /// Both ends of one connection; closed when both directions are done.
  private final class Pair: Sendable {
    let client: Socket
    let server: Socket
    private let pumps = Atomic(2)

    init(_ client: Socket, _ server: Socket) {
      self.client = client
      self.server = server
    }

    func cut() {
      client.resetOnClose()
      server.resetOnClose()
      client.interrupt()
      server.interrupt()
    }

    func pumpEnded() {
      if pumps.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
        client.close()
        server.close()
      }
    }
  }

  init(to target: UInt16) throws {
    listener = try Socket(listeningOn: 0)
    port = listener.localPort
    self.target = target
    let listener = listener
    Thread.detach { [weak self] in
      while let client = try? listener.accept() {
        guard let self else { return client.close() }
        self.serve(client)
      }
      listener.close()
    }
  }

  deinit {
    listener.interrupt()
    cut()
  }

  func set(_ change: (inout Behaviour) -> Void) {
    state.withLock { change(&$0.behaviour) }
  }

  /// How much clients have sent so far.
  var bytesUp: Int { state.withLock { $0.bytesUp } }

  var hasInserted: Bool { state.withLock { $0.hasInserted } }

  /// Bytes of the server with the insertion in its place.
  private func inserted(_ bytes: [UInt8]) -> [UInt8] {
    state.withLock { state in
      guard let (words, text) = state.behaviour.insertion, !state.hasInserted,
        let place = bytes.firstRange(of: Array(words.utf8))
      else { return bytes }
      state.hasInserted = true
      return bytes[..<place.upperBound] + Array(text.utf8) + bytes[place.upperBound...]
    }
  }

  var connections: Int { state.withLock { $0.pairs.count } }

  /// Resets every connection.
  func cut() {
    let pairs = state.withLock { state in
      defer { state.pairs = [] }
      return state.pairs
    }
    for pair in pairs { pair.cut() }
  }

  /// Ends what the server sends, as if it had closed its side only.
  func halfClose() {
    for pair in state.withLock({ $0.pairs }) { pair.client.halfClose() }
  }

  private func serve(_ client: Socket) {
    guard !state.withLock({ $0.behaviour.refuses }), let server = try? Socket(connectingTo: target)
    else {
      client.resetOnClose()
      return client.close()
    }
    let pair = Pair(client, server)
    state.withLock { $0.pairs.append(pair) }
    pump(pair, from: client, to: server) { $0.eatsUp }
    pump(pair, from: server, to: client, isDown: true) { $0.eatsDown }
  }

  private func pump(
    _ pair: Pair, from source: Socket, to target: Socket, isDown: Bool = false,
    isEaten: @escaping @Sendable (Behaviour) -> Bool
  ) {
    Thread.detach { [weak self] in
      var count = 0
      while var bytes = source.read() {
        while self?.state.withLock({ $0.behaviour.isFrozen }) == true { usleep(2_000) }
        guard let self else { break }
        if self.state.withLock({ isEaten($0.behaviour) }) { continue }
        if isDown, let limit = self.state.withLock({ $0.behaviour.cutsAfter }) {
          bytes = Array(bytes.prefix(max(0, limit - count)))
          count += bytes.count
          if !target.write(bytes) || count >= limit {
            self.state.withLock { $0.behaviour.refuses = $0.behaviour.refusesOnceCut }
            pair.cut()
          }
          continue
        }
        if isDown, let limit = self.state.withLock({ $0.behaviour.stallsAfter }) {
          bytes = Array(bytes.prefix(max(0, limit - count)))
        }
        count += bytes.count
        if !isDown { self.state.withLock { $0.bytesUp += bytes.count } }
        if !target.write(isDown ? self.inserted(bytes) : bytes) { break }
      }
      target.halfClose()
      source.interrupt()
      pair.pumpEnded()
      self?.state.withLock { $0.pairs.removeAll { $0 === pair } }
    }
  }
}

/// Threads for blocking work; Swift's pool must not be blocked.
enum Thread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs something that blocks, and suspends until it is done.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      detach { continuation.resume(returning: body()) }
    }
  }

  static func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument)
    pthread_detach(thread)
  }
}
