// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc

/// `martlet-bench archive`: an account that was away for a hundred thousand messages, against two
/// programs that only receive them, from the same server: ``BareReceiver``, a stream without a client
/// behind it, and Benchmarks/reference/receive.c, which makes nothing of them.
enum ArchiveBench {
  static let bench = Bench(
    name: "archive",
    summary: "catching up with an archive; --count N instead of 100,000; --dino compares with Dino"
  ) { arguments in
    if arguments.first == "--client" {
      guard arguments.count == 6, let port = UInt16(arguments[1]), let count = Int(arguments[4])
      else { throw BenchFailure("--client is for the benchmark itself") }
      let (trust, folder, reads) = (arguments[2], arguments[3], arguments[5] == "reads")
      return try Blocking.run {
        try await ArchiveClient.run(
          port: port, trust: trust, folder: folder, count: count, reads: reads)
      }
    }
    if arguments.first == "--window" {
      guard arguments.count == 4, let port = UInt16(arguments[1]) else {
        throw BenchFailure("--window is for the benchmark itself")
      }
      return try ArchiveWindow.run(port: port, trust: arguments[2], folder: arguments[3])
    }
    if arguments.first == "--bare" {
      guard arguments.count == 2, let port = UInt16(arguments[1]) else {
        throw BenchFailure("--bare is for the benchmark itself")
      }
      let (cpu, start) = (ArchiveClient.cpuSeconds(), ArchiveClient.now())
      let messages = try BareReceiver.run(port: port, user: ArchiveServer.user)
      let (spent, taken) = (ArchiveClient.cpuSeconds() - cpu, ArchiveClient.now() - start)
      return print("\(messages) 0 \(spent) \(taken)")
    }
    let comparesDino = arguments.contains("--dino")
    try measure(
      Options(arguments.filter { $0 != "--dino" }).number("--count") ?? 100_000,
      comparesDino: comparesDino)
  }

  private static func measure(_ count: Int, comparesDino: Bool) throws {
    let report = Report(bench: "archive")
    let tools = try Meter.build()
    let folder = try Folders.temporary()
    defer { Folders.remove(folder) }
    let server = try ArchiveServer(
      folder + "/server", root: Folders.root(), isStandard: comparesDino)
    defer { server.stop() }
    func client(_ store: String, reads: Bool = false) throws -> ArchiveClient.Result {
      try ArchiveClient.Result(
        Command.output([
          Folders.beside("martlet-bench"), "archive", "--client", "\(server.port)",
          server.trustFile, folder + "/" + store, "\(count)", reads ? "reads" : "-",
        ]))
    }
    func window(_ store: String) throws -> ArchiveWindow.Result {
      try ArchiveWindow.Result(
        Command.output([
          Folders.beside("martlet-bench"), "archive", "--window", "\(server.port)",
          server.trustFile, folder + "/" + store,
        ]))
    }
    func dino(_ count: Int, limit: Int) throws -> (messages: Double, time: Double) {
      let output = try Command.output([
        Folders.root() + "/Benchmarks/reference/dino", folder + "/dino", server.trustFile,
        ArchiveServer.user, "\(count)", "\(limit)",
      ])
      let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 2 else { throw BenchFailure("Dino said \(output)") }
      return (numbers[0], numbers[1])
    }
    // The server makes its tables for whoever comes; then the client learns of one message, and goes.
    try server.start()
    _ = try client("nothing")
    server.stop()
    try server.fill(0..<1, ago: count)
    try server.start()
    _ = try client("store")
    if comparesDino { _ = try dino(1, limit: 60) }
    server.stop()
    try server.fill(1..<count + 1, ago: count)
    for copy in ["store-2", "store-3", "store-4"] {
      try FileManager.default.copyItem(atPath: folder + "/store", toPath: folder + "/" + copy)
    }
    try server.start()

    let parsed = try receive([
      tools + "/receive", "\(server.port)", ArchiveServer.user, "\(BareReceiver.page)",
    ])
    let bare = try receive([Folders.beside("martlet-bench"), "archive", "--bare", "\(server.port)"])
    let first = try client("store")
    let again = try receive([
      Folders.beside("martlet-bench"), "archive", "--bare", "\(server.port)",
    ])
    let second = try client("store-2")
    let watched = try client("store-3", reads: true)
    let shown = try window("store-4")
    guard first.messages == count, shown.messages == count, bare.messages == count + 1,
      parsed.messages == count + 1
    else {
      throw BenchFailure("\(first.messages) and \(bare.messages) of \(count) messages came")
    }
    let (least, most) = (min(bare.cpu, again.cpu), min(first.cpu, second.cpu))
    report.line("messages", Double(count), "messages")
    report.line("CPU to receive them only", least, "s")
    report.line("CPU of the client", most, "s")
    report.line("client to bare", most / least, "times")
    report.line("CPU to receive them in C, nothing made of them", parsed.cpu, "s")
    report.line("client to that", most / parsed.cpu, "times")
    report.line("time to receive them only", min(bare.time, again.time), "s")
    report.line("time of the client", min(first.time, second.time), "s")
    report.line("newest page in the store after", min(first.firstPage, second.firstPage), "s")
    report.line("longest wait for a page to show", watched.longestRead, "ms")
    report.line("window: newest page painted after", shown.painted, "s")
    report.line("window: gap markers in it", Double(shown.gaps), "1")
    report.line("window: longest stall", shown.longestStall, "ms")
    report.line("window: longest work in one turn", shown.longestWork, "ms")
    report.line("memory at a tenth", first.early / 1_024, "MB")
    report.line("memory at most", first.most / 1_024, "MB")
    report.line("memory at the end", first.late / 1_024, "MB")
    guard comparesDino else { return }
    let other = try dino(count + 1, limit: 7_200)
    report.line("messages that Dino has", other.messages - 1, "messages")
    report.line("time of Dino", other.time, "s")
    report.line("Dino to the client", other.time / min(first.time, second.time), "times")
  }

  private static func receive(
    _ command: [String]
  ) throws -> (messages: Int, cpu: Double, time: Double) {
    let output = try Command.output(command)
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 4 else { throw BenchFailure("the receiver said \(output)") }
    return (Int(numbers[0]), numbers[2], numbers[3])
  }
}
