// SPDX-License-Identifier: MIT
import ChatCore
import ChatXMPP
import Glibc

/// The client that is measured, in a process of its own: an account as the program has it, with its
/// store on the disk, from the connect until its archive has been read.
nonisolated enum ArchiveClient {
  /// What a run found out, as one line of words.
  struct Result {
    var messages = 0
    /// Seconds of all its threads.
    var cpu = 0.0
    var time = 0.0
    /// Seconds until the newest page was in the store.
    var firstPage = 0.0
    /// Milliseconds that a reader waited for a page, at most; 0 where none was read.
    var longestRead = 0.0
    /// Resident, in kB, when a tenth was there, at most, and at the end.
    var early = 0.0
    var most = 0.0
    var late = 0.0

    var line: String {
      "\(messages) \(cpu) \(time) \(firstPage) \(longestRead) \(early) \(most) \(late)"
    }

    init() {}

    init(_ line: String) throws {
      let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard numbers.count == 8 else { throw BenchFailure("the client said \(line)") }
      messages = Int(numbers[0])
      (cpu, time, firstPage) = (numbers[1], numbers[2], numbers[3])
      (longestRead, early, most, late) = (numbers[4], numbers[5], numbers[6], numbers[7])
    }
  }

  @concurrent
  static func run(
    port: UInt16, trust: String, folder: String, count: Int, reads: Bool
  ) async throws {
    let store = try Store.open(at: folder).store
    let service = try await service(port: port, trust: trust, store: store)
    let events = await service.events()
    var result = Result()
    let (cpu, start) = (cpuSeconds(), now())
    await service.start()
    let reader = Task { try await reads ? longestRead(store, service.account) : 0 }
    for await event in events {
      guard case .catchingUp(let fetched) = event else { continue }
      guard let fetched else { break }
      if result.messages == 0, fetched > 0 { result.firstPage = now() - start }
      if result.early == 0, fetched >= count / 10 { result.early = resident() }
      result.messages = fetched
      result.most = max(result.most, resident())
    }
    result.time = now() - start
    // All of it: the last messages may not be in the index of search yet.
    await store.finishSearchIndex()
    result.cpu = cpuSeconds() - cpu
    result.late = resident()
    reader.cancel()
    result.longestRead = try await reader.value
    await service.stop()
    await store.close()
    print(result.line)
  }

  /// The account, as the program has it.
  static func service(port: UInt16, trust: String, store: Store) async throws -> XMPPService {
    let address = try JID("\(ArchiveServer.user)@localhost")
    let account = try await store.addAccount(address.description)
    var configuration = StreamConfiguration(
      address: address, password: "\(ArchiveServer.user)-pw", resource: "bench")
    configuration.endpoint = Endpoint(host: "127.0.0.1", port: port, usesDirectTLS: true)
    configuration.trustFile = trust
    return try await XMPPService(account: account, store: store, configuration: configuration)
  }

  /// Reads what a window shows, again and again, until it is cancelled.
  @concurrent
  private static func longestRead(_ store: Store, _ account: AccountID) async throws -> Double {
    var longest = 0.0
    var contact = 0
    while !Task.isCancelled {
      let other = ArchiveServer.contacts[contact % ArchiveServer.contacts.count] + "@localhost"
      contact += 1
      let taken = try await Stopwatch.microseconds {
        _ = try await store.read { reader throws(StoreError) in
          guard let chat = try reader.conversation(with: other, of: account) else { return 0 }
          return try reader.latest(50, in: chat).count
        }
      }
      longest = max(longest, taken / 1_000)
      usleep(5_000)
    }
    return longest
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func resident() -> Double {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let text = line.withUnsafeBufferPointer { bytes in
      String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_024
  }
}
