// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Somebody whose client is not ours: slixmpp (Tests/Interoperability/peer.py), which does what it is
/// told to and tells what it has understood.
actor Slixmpp {
  struct Failure: Error { var sentence: String }

  /// One thing that it told.
  struct Event: Sendable {
    var fields: [String: String]
    subscript(name: String) -> String { fields[name] ?? "" }
  }

  static let isInstalled = FileManager.default.fileExists(
    atPath: "/usr/lib/python3/dist-packages/slixmpp/__init__.py")
  static let missing = "slixmpp is not installed (Debian: python3-slixmpp)"

  let address: String
  private let process: ChildProcess
  private var unheard: [Event] = []
  private var isGone = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Signs in with the password that ``TestHost/makeAccount(_:)`` gives.
  init(_ name: String, on host: any TestHost, resource: String = "peer") async throws {
    address = "\(name)@localhost"
    let script = TestServer.servers.deletingLastPathComponent()
      .appendingPathComponent("Interoperability/peer.py").path
    process = try ChildProcess(
      "/usr/bin/python3",
      [script, address, "\(name)-pw", "127.0.0.1", "\(host.port)", host.trustFile, resource],
      capturesOutput: true, listens: true)
    let events = Self.events(of: process.output)
    Task { [weak self] in
      for await event in events { await self?.told(event) }
      await self?.told(nil)
    }
    try await hear("ready")
  }

  deinit {
    Thread.detach { [process] in process.end() }
  }

  private static func events(of output: Socket?) -> AsyncStream<Event> {
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    Thread.detach {
      var line: [UInt8] = []
      while let bytes = output?.read() {
        for byte in bytes {
          if byte != 10 {
            line.append(byte)
          } else {
            if let event = event(line) { continuation.yield(event) }
            line = []
          }
        }
      }
      continuation.finish()
    }
    return events
  }

  private static func event(_ line: [UInt8]) -> Event? {
    let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    return object.map { Event(fields: $0.mapValues { "\($0)" }) }
  }

  private func told(_ event: Event?) {
    if let event { unheard.append(event) } else { isGone = true }
    let ready = waiters
    waiters = []
    for waiter in ready { waiter.resume() }
  }

  /// Waits for an event of this name with these fields that was not heard before.
  @discardableResult
  func hear(_ name: String, _ fields: [String: String] = [:]) async throws -> Event {
    while true {
      let place = unheard.firstIndex { event in
        event["event"] == name && fields.allSatisfy { event[$0.key] == $0.value }
      }
      if let place { return unheard.remove(at: place) }
      guard !isGone else {
        throw Failure(sentence: "\(address) is gone; no \(name) \(fields) in \(unheard)")
      }
      await withCheckedContinuation { waiters.append($0) }
    }
  }

  /// What was told under this name and not heard yet.
  func unheard(_ name: String) -> [Event] { unheard.filter { $0["event"] == name } }

  /// Has it do something, and waits until it has done so.
  @discardableResult
  func order(_ name: String, _ values: [String: any Sendable] = [:]) async throws -> Event {
    let line =
      try JSONSerialization.data(
        withJSONObject: values.merging(["do": name]) { $1 }) + [10]
    process.input?.write(line)
    while true {
      if let place = unheard.firstIndex(where: { $0["do"] == name }) {
        let answer = unheard.remove(at: place)
        guard answer["event"] == "done" else {
          throw Failure(sentence: "\(address) cannot \(name): \(answer["why"])")
        }
        return answer
      }
      guard !isGone else { throw Failure(sentence: "\(address) is gone while it should \(name)") }
      await withCheckedContinuation { waiters.append($0) }
    }
  }
}
