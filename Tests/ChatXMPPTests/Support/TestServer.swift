// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import Synchronization

@testable import ChatXMPP

/// A Prosody on loopback, started by a test and gone with it.
final class TestServer: TestHost, @unchecked Sendable {
  struct Options: Sendable {
    var authentication = "internal_plain"
    var certificate = "server"
    /// Seconds a lost session may be resumed.
    var hibernation = 300
    var tls = "tlsv1_2+"
    var archive = "memory"
    var hasStreamManagement = true
    /// Whether messages for nobody who is there are also delivered at the next login, beside the
    /// archive.
    var keepsForLater = true
    /// Whether ``silent`` works (Tests/Servers/modules).
    var canFallSilent = false
    /// Whether it wants to hear if somebody looks (XEP-0352); see ``heardActivity``.
    var hasClientState = true
  }

  static let users = ["alice", "bob", "carol"]

  /// Whether tests may expect a server here; the reason is for whoever wonders about a skip.
  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/prosody")
  static let missing = "Prosody is not installed (Debian: prosody)"

  let directory: URL
  let port: UInt16
  let directPort: UInt16?
  private let options: Options
  private var process: ChildProcess?

  var trustFile: String { directory.appendingPathComponent("tls/ca.crt").path }

  /// Makes certificates and users and starts the server. Nothing here holds up a thread of Swift's
  /// pool: on two cores two waiting tests would stop all the others.
  init(_ options: Options = Options()) async throws {
    self.options = options
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("martlet-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent("tls/active"), withIntermediateDirectories: true)
    port = try Self.freePort()
    directPort = try Self.freePort()
    try await run("make-certificates", directory.appendingPathComponent("tls").path, "localhost")
    try use(certificate: options.certificate)
    for user in Self.users { try addUser(user) }
    try await start()
  }

  deinit {
    // Whatever is left of a test that failed.
    Thread.detach { [process, directory] in
      process?.end()
      try? FileManager.default.removeItem(at: directory)
    }
  }

  // MARK: Life

  /// A server that does not listen after so many looks will not (30 s).
  private static let looks = 1_500

  func start() async throws {
    let configuration = directory.appendingPathComponent("prosody.cfg.lua")
    try text().write(to: configuration, atomically: true, encoding: .utf8)
    let process = try ChildProcess(
      "/usr/bin/prosody", ["-F", "--config", configuration.path])
    self.process = process
    for _ in 0..<Self.looks {
      if isListening { return }
      guard process.isRunning else { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw Failure.didNotStart(log)
  }

  func stop() async {
    guard let process else { return }
    self.process = nil
    await Thread.run { process.end() }
  }

  func use(certificate: String) throws {
    for suffix in ["crt", "key"] {
      let target = directory.appendingPathComponent("tls/active/server.\(suffix)")
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(
        at: directory.appendingPathComponent("tls/\(certificate).\(suffix)"), to: target)
    }
  }

  var log: String {
    (try? String(contentsOf: directory.appendingPathComponent("prosody.log"), encoding: .utf8))
      ?? ""
  }

  /// While there is this file, the archive does not answer; it then holds how often it did not.
  var silent: URL { directory.appendingPathComponent("silent") }

  /// What clients have said about whether somebody looks, in order.
  var heardActivity: [String] {
    let text = try? String(contentsOf: activity, encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  private var activity: URL { directory.appendingPathComponent("activity") }

  // MARK: Content, to be written while the server is stopped or before it looks

  func addUser(_ name: String) throws {
    try data("accounts", name, "return { [\"password\"] = \"\(name)-pw\" };\n")
  }

  /// Makes people know each other, without asking them.
  func befriend(_ name: String, _ others: [String]) throws {
    for (owner, contacts) in [(name, others)] + others.map({ ($0, [name]) }) {
      let items = contacts.map {
        "[\"\($0)@localhost\"] = { [\"subscription\"] = \"both\"; [\"groups\"] = {} };"
      }
      try data(
        "roster", owner, "return { [false] = { [\"version\"] = 1 }; \(items.joined()) };\n")
    }
  }

  private func data(_ store: String, _ user: String, _ lua: String) throws {
    let folder = directory.appendingPathComponent("data/localhost/\(store)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try lua.write(
      to: folder.appendingPathComponent("\(user).dat"), atomically: true, encoding: .utf8)
  }

  func makeAccount(_ name: String) throws { try addUser(name) }

  // MARK: Tools

  enum Failure: Error { case noPort, didNotStart(String), failed(String) }

  static let servers = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Servers")

  private func text() throws -> String {
    let template = try String(
      contentsOf: Self.servers.appendingPathComponent("prosody.cfg.lua.in"), encoding: .utf8)
    let values = [
      "DIR": directory.path, "ROOT": getuid() == 0 ? "true" : "false", "USER": NSUserName(),
      "ADDRESS": "127.0.0.1", "DOMAIN": "localhost",
      "C2S": "\(port)", "DIRECT": "\(directPort ?? 0)", "AUTH": options.authentication,
      "TLS": options.tls, "ARCHIVE": options.archive, "HIBERNATION": "\(options.hibernation)",
      "SMACKS": options.hasStreamManagement ? "\"smacks\"," : "",
      "OFFLINE": (options.keepsForLater ? "" : "\"offline\",")
        + (options.hasClientState ? "" : "\"csi\", \"csi_simple\","),
    ]
    let text = values.reduce(template) { text, value in
      text.replacingOccurrences(of: "@\(value.key)@", with: value.value)
    }
    return """
      plugin_paths = { "\(Self.servers.appendingPathComponent("modules").path)" }
      silent_archive = "\(silent.path)"
      heard_activity = "\(activity.path)"
      \(text)
      modules_enabled = { \(options.canFallSilent ? "\"silent_archive\", " : "")"heard_activity" }
      """
  }

  private func run(_ tool: String, _ arguments: String...) async throws {
    let words = ([Self.servers.appendingPathComponent(tool).path] + arguments)
      .map { "'\($0)'" }.joined(separator: " ")
    let status = await Thread.run { system("exec timeout 60 " + words + " >/dev/null 2>&1") }
    guard status == 0 else { throw Failure.failed(tool) }
  }

  private var isListening: Bool {
    guard let socket = try? Socket(connectingTo: port) else { return false }
    socket.close()
    return true
  }

  /// Below the ports that the system gives to whoever asks for any: one of those could be somebody
  /// else's before the server listens on it.
  private static let ports: ClosedRange<UInt16> = 12_000...31_999
  private static let nextPort = Atomic(UInt16.random(in: ports))

  static func freePort() throws -> UInt16 {
    for _ in ports {
      let next = nextPort.add(1, ordering: .relaxed).oldValue
      let port = ports.lowerBound + next % UInt16(ports.count)
      guard let socket = try? Socket(listeningOn: port) else { continue }
      socket.close()
      return port
    }
    throw Failure.noPort
  }
}
