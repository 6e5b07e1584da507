// SPDX-License-Identifier: MIT
import ChatCore
import Glibc

/// `martlet-bench store`: what it costs to write a message durably, to write many, and to read a
/// page out of a million.
enum StoreBench {
  static let bench = Bench(
    name: "store",
    summary: "writing and reading messages; --count N instead of a million, --appends N of 600"
  ) { arguments in
    let options = Options(arguments)
    let count = options.number("--count") ?? 1_000_000
    let appends = options.number("--appends") ?? 600
    try Blocking.run { try await measure(count, appends) }
  }

  nonisolated private static let report = Report(bench: "store")

  @concurrent
  private static func measure(_ count: Int, _ appends: Int) async throws {
    let folder = try Folders.temporary()
    defer { Folders.remove(folder) }
    let store = try Store.open(at: folder + "/store").store
    let chat = try await store.openConversation(
      .notes, with: "", title: "Bench", of: .local)
    try await measureAppend(store, chat, folder, appends)
    try await measureBatches(store, chat)
    try await Samples.fill(store, chat, to: count)
    try await measurePages(store, chat, count)
    await store.close()
  }

  /// One message, on disk when it returns, by turns with the same SQL through SQLite's C interface
  /// in a database of the same shape: the whole transaction that an append is, and in another one
  /// the bare INSERT.
  @concurrent
  private static func measureAppend(
    _ store: Store, _ chat: ConversationID, _ folder: String, _ count: Int
  ) async throws {
    let twin = try await PlainTwin(folder: folder + "/twin")
    let inserting = try await PlainTwin(folder: folder + "/inserting")
    var ours: [Double] = []
    var onItsThread: [Double] = []
    var insert: [Double] = []
    var transaction: [Double] = []
    for number in 0..<count {
      let body = Samples.body(number)
      let message = OutgoingMessage(body: body, originID: Samples.id(number))
      let row = PlainTwin.Row(
        body: body, id: Samples.id(number), time: message.time.microseconds,
        hasLink: body.contains("https://"))
      insert.append(try Stopwatch.microseconds { try inserting.insert(row) })
      ours.append(
        try await Stopwatch.microseconds {
          onItsThread.append(try await store.timedAppend(message, to: chat))
        })
      transaction.append(try Stopwatch.microseconds { try twin.append(row) })
    }
    report.line("append, median", ours.median, "µs")
    report.line("append, p95", ours.quantile(0.95), "µs")
    report.line("of it, on the store's thread, median", onItsThread.median, "µs")
    report.line("the INSERT in C, median", insert.median, "µs")
    report.line("append / the INSERT in C", ours.median / insert.median, "ratio")
    report.line("the whole transaction in C, median", transaction.median, "µs")
    report.line("append / the whole transaction in C", ours.median / transaction.median, "ratio")
  }

  @concurrent
  private static func measureBatches(_ store: Store, _ chat: ConversationID) async throws {
    let batches = stride(from: 0, to: 100_000, by: 1_000).map { first in
      (first..<first + 1_000).map { Samples.message($0) }
    }
    let time = try await Stopwatch.microseconds {
      for batch in batches { try await store.receive(batch, in: chat, at: .end) }
    }
    report.line("100,000 in batches of 1,000", time / 1_000, "ms")
    report.line("of these, one message", time / 100_000, "µs")
  }

  @concurrent
  private static func measurePages(
    _ store: Store, _ chat: ConversationID, _ count: Int
  ) async throws {
    let reader = try store.makeReader()
    let total = try reader.count(in: chat)
    report.line("messages", Double(total), "messages")
    func line(_ name: String, _ body: () throws -> Void) throws {
      var times: [Double] = []
      for _ in 0..<2_000 { times.append(try Stopwatch.microseconds(body)) }
      report.line("\(name), median", times.median, "µs")
      report.line("\(name), p95", times.quantile(0.95), "µs")
      report.line("\(name), p99", times.quantile(0.99), "µs")
    }
    try line("latest page of 50") { _ = try reader.latest(50, in: chat) }
    var generator = SystemRandomNumberGenerator()
    try line("page of 50 anywhere") {
      let rank = Int.random(in: 0..<total, using: &generator)
      guard let message = try reader.message(atRank: rank, in: chat) else { return }
      _ = try reader.page(50, after: message.position, in: chat)
    }
    guard let middle = try reader.message(atRank: total / 2, in: chat) else { return }
    try line("place of a message") { _ = try reader.rank(of: middle.position, in: chat) }

    var times: [Double] = []
    for _ in 0..<2_000 {
      times.append(
        try await Stopwatch.microseconds {
          _ = try await store.read { reader throws(StoreError) in try reader.latest(50, in: chat) }
        })
    }
    report.line("latest page of 50 from another thread, median", times.median, "µs")

    // The first page of a process: nothing is cached but what the system has in memory.
    times = []
    for _ in 0..<100 {
      times.append(
        try Stopwatch.microseconds { _ = try store.makeReader().latest(50, in: chat) })
    }
    report.line("connect and read the latest page, median", times.median, "µs")
  }
}

extension Store {
  /// Appends a message and tells what that took without the way to the store's thread and back.
  fileprivate func timedAppend(
    _ message: OutgoingMessage, to conversation: ConversationID
  ) throws -> Double {
    try Stopwatch.microseconds { try append(message, to: conversation) }
  }
}
