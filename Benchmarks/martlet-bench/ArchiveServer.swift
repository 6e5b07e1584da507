// SPDX-License-Identifier: MIT
import CSQLite
import FoundationEssentials
import Glibc

/// A Prosody on loopback with an archive as large as is wanted. It ends with this process.
final class ArchiveServer {
  let folder: String
  let port: UInt16
  /// Whether it also listens on the standard port, for clients that know no other.
  let isStandard: Bool
  private var process: pid_t = 0
  private var lifeline: Int32 = -1
  private let servers: String

  nonisolated static let user = "alice"
  nonisolated static let contacts = (0..<50).map { "user\($0)" }

  init(_ folder: String, root: String, isStandard: Bool = false) throws {
    self.folder = folder
    self.isStandard = isStandard
    servers = root + "/Tests/Servers"
    port = try Self.freePort()
    try FileManager.default.createDirectory(
      atPath: folder + "/data/localhost/accounts", withIntermediateDirectories: true)
    try "return { [\"password\"] = \"\(Self.user)-pw\" };\n".write(
      toFile: folder + "/data/localhost/accounts/\(Self.user).dat", atomically: true,
      encoding: .utf8)
    _ = try Command.output([servers + "/make-certificates", folder + "/tls", "localhost"])
    try FileManager.default.createDirectory(
      atPath: folder + "/tls/active", withIntermediateDirectories: true)
    for kind in ["crt", "key"] {
      try FileManager.default.copyItem(
        atPath: folder + "/tls/server.\(kind)", toPath: folder + "/tls/active/server.\(kind)")
    }
    try configuration().write(
      toFile: folder + "/prosody.cfg.lua", atomically: true, encoding: .utf8)
  }

  var trustFile: String { folder + "/tls/ca.crt" }

  private func configuration() throws -> String {
    let template = try String(
      contentsOfFile: servers + "/prosody.cfg.lua.in", encoding: .utf8)
    let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "root"
    let values = [
      "DIR": folder, "ROOT": getuid() == 0 ? "true" : "false", "USER": name,
      "ADDRESS": "127.0.0.1", "DOMAIN": "localhost",
      "C2S": isStandard ? "5222" : "", "DIRECT": "\(port)",
      "AUTH": "internal_plain", "TLS": "tlsv1_2+", "ARCHIVE": "sql", "HIBERNATION": "300",
      "SMACKS": "\"smacks\",", "OFFLINE": "\"offline\",",
    ]
    return values.reduce(template) { text, value in
      text.replacing("@\(value.key)@", with: value.value)
    }
  }

  // MARK: Life

  func start() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw BenchFailure("no pipe") }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let words = [
      "/bin/sh", servers + "/with-parent", "/usr/bin/prosody", "-F", "--config",
      folder + "/prosody.cfg.lua",
    ]
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    let status = posix_spawn(&process, words[0], &actions, nil, &argv, environ)
    close(ends[0])
    lifeline = ends[1]
    guard status == 0 else { throw BenchFailure("Prosody does not start") }
    for _ in 0..<1_500 where !isListening { usleep(20_000) }
    guard isListening else { throw BenchFailure("Prosody does not listen") }
  }

  func stop() {
    guard process != 0 else { return }
    close(lifeline)
    waitpid(process, nil, 0)
    process = 0
  }

  private var isListening: Bool {
    let (socket, address) = Self.loopback(port)
    defer { close(socket) }
    return Self.call(address) { connect(socket, $0, $1) } == 0
  }

  private static func freePort() throws -> UInt16 {
    let (socket, address) = loopback(0)
    defer { close(socket) }
    guard call(address, { bind(socket, $0, $1) }) == 0 else { throw BenchFailure("no port") }
    var bound = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    return UInt16(bigEndian: bound.sin_port)
  }

  private static func loopback(_ port: UInt16) -> (Int32, sockaddr_in) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return (socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), address)
  }

  private static func call(
    _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  // MARK: Content

  /// Writes messages into the archive, in the server's own tables; while it is stopped. Talk jumps
  /// from one contact to another, as it does.
  ///
  /// - Parameter ago: so many seconds before now the first of all was written, and each a second
  ///   after the one before.
  func fill(_ numbers: Range<Int>, ago: Int) throws {
    let first = time(nil) - ago
    var opened: OpaquePointer?
    guard sqlite3_open(folder + "/data/archive.sqlite", &opened) == SQLITE_OK, let opened else {
      throw BenchFailure("the archive cannot be opened")
    }
    defer { sqlite3_close(opened) }
    func run(_ sql: String) throws {
      guard sqlite3_exec(opened, sql, nil, nil, nil) == SQLITE_OK else {
        throw BenchFailure(String(cString: sqlite3_errmsg(opened)))
      }
    }
    try run("BEGIN")
    for number in numbers {
      let other = Self.contacts[number / 20 % Self.contacts.count] + "@localhost"
      let (from, to) =
        number % 3 == 0
        ? ("\(Self.user)@localhost/desk", other)
        : ("\(other)/phone", "\(Self.user)@localhost/desk")
      let id = Samples.id(number)
      let xml =
        "<message type=\"chat\" xml:lang=\"en\" from=\"\(from)\" to=\"\(to)\" id=\"\(id)\">"
        + "<body>\(Samples.body(number))</body>"
        + "<origin-id xmlns=\"urn:xmpp:sid:0\" id=\"\(id)\"/></message>"
      try run(
        """
        INSERT INTO prosodyarchive (host, user, store, key, "when", "with", type, value) VALUES
          ('localhost', '\(Self.user)', 'archive', '\(Samples.id(number + 1 << 40))',
           \(first + number), '\(other)', 'xml', '\(xml)')
        """)
    }
    try run("COMMIT")
  }
}
