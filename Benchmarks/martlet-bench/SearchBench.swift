// SPDX-License-Identifier: MIT
import CSQLite
import ChatCore
import Glibc

/// `martlet-bench search`: what it costs to find words among a million messages, and what it costs
/// to write them so that they are found.
enum SearchBench {
  static let bench = Bench(
    name: "search", summary: "finding words among messages; --count N instead of a million"
  ) { arguments in
    let count = Options(arguments).number("--count") ?? 1_000_000
    try Blocking.run { try await measure(count) }
  }

  nonisolated private static let report = Report(bench: "search")

  @concurrent
  private static func measure(_ count: Int) async throws {
    let folder = try Folders.temporary()
    defer { Folders.remove(folder) }
    try await measureIndexing(folder)
    let store = try Store.open(at: folder + "/store").store
    let chat = try await store.openConversation(.notes, with: "", title: "Bench", of: .local)
    try await Samples.fill(store, chat, to: count)
    report.line("messages", Double(try store.makeReader().count(in: chat)), "messages")
    try measureFirstPages(store, folder + "/store/" + Store.fileName, chat)
    await store.close()
  }

  // MARK: Writing

  /// The same batches, by turns, into a store and into one whose indexes are kept from hearing of
  /// them.
  @concurrent
  private static func measureIndexing(_ folder: String) async throws {
    let indexed = try Store.open(at: folder + "/indexed").store
    let plain = try Store.open(at: folder + "/plain").store
    let a = try await indexed.openConversation(.notes, with: "", title: "a", of: .local)
    let b = try await plain.openConversation(.notes, with: "", title: "b", of: .local)
    try withoutIndex(folder + "/plain/" + Store.fileName)
    var with: [Double] = []
    var without: [Double] = []
    for first in stride(from: 0, to: 200_000, by: 1_000) {
      let batch = (first..<first + 1_000).map { Samples.message($0) }
      with.append(
        try await Stopwatch.microseconds { try await indexed.receive(batch, in: a, at: .end) })
      without.append(
        try await Stopwatch.microseconds { try await plain.receive(batch, in: b, at: .end) })
    }
    let (total, bare) = (with.reduce(0, +), without.reduce(0, +))
    report.line("a message in batches of 1,000, indexed", total / 200_000, "µs")
    report.line("the same without indexes", bare / 200_000, "µs")
    report.line("indexing costs", (total / bare - 1) * 100, "%")
    await indexed.close()
    await plain.close()
  }

  /// Lets a store believe that whatever comes is in its indexes already.
  nonisolated private static func withoutIndex(_ path: String) throws {
    let database = try PlainDatabase(path)
    try database.execute("UPDATE search_state SET indexed = 1 << 40")
  }

  // MARK: Finding

  nonisolated private static let questions = [
    ("one common word", ["bridge", "yellow", "house", "winter", "tea"]),
    ("one rare word", ["albatross1000", "albatross3000", "albatross5000"]),
    ("two common words", ["tea bridge", "north south", "always maybe", "dark light"]),
    ("two words, one rare", ["albatross1000 tea", "house albatross2000"]),
    ("the beginning of a word", ["alba*", "yell*", "binoc*", "evenin*"]),
    ("its first letters", ["b*", "ma*", "hou*", "tea b*"]),
    ("a phrase", ["\"tea coffee\"", "\"river walk\""]),
    ("two words in a conversation, with a link", ["tea bridge has:link"]),
  ]

  /// The first fifty hits as messages, by turns with the same question put to FTS5 through SQLite's
  /// C interface, which reads the same rows.
  nonisolated private static func measureFirstPages(
    _ store: Store, _ path: String, _ chat: ConversationID
  ) throws {
    let reader = try store.makeReader()
    let bare = try PlainDatabase(path)
    var all: (ours: [Double], bare: [Double]) = ([], [])
    for (name, texts) in questions {
      var ours: [Double] = []
      var plain: [Double] = []
      for text in texts {
        let query = SearchQuery(text)
        let isScoped = query.hasLink
        let search = MessageSearch(query, in: isScoped ? chat : nil)
        let match = try bare.match(query, in: isScoped ? chat : nil)
        for _ in 0..<200 / texts.count {
          var count = 0
          plain.append(try Stopwatch.microseconds { count = try bare.count(match) })
          ours.append(
            try Stopwatch.microseconds {
              let hits = try reader.hits(search, limit: 50)
              guard hits.count == count, count > 0 else {
                throw BenchFailure("\(text): \(hits.count) hits, FTS5 has \(count)")
              }
            })
        }
      }
      report.line("\(name), p95", ours.quantile(0.95) / 1_000, "ms")
      report.line("\(name), median", ours.median, "µs")
      report.line("\(name): FTS5 in C, median", plain.median, "µs")
      report.line("\(name) / FTS5 in C", ours.median / plain.median, "ratio")
      if name.hasPrefix("one") || name.hasPrefix("two") {
        all.ours += ours
        all.bare += plain
      }
    }
    report.line("one and two words, p95", all.ours.quantile(0.95) / 1_000, "ms")
    report.line("one and two words, p99", all.ours.quantile(0.99) / 1_000, "ms")
    report.line("of all, total / FTS5 in C", all.ours.reduce(0, +) / all.bare.reduce(0, +), "ratio")
    for text in ["bridge", "tea bridge", "b*"] {
      let search = MessageSearch(SearchQuery(text))
      let time = try Stopwatch.microseconds { _ = try reader.hitCount(search) }
      report.line("counting all of “\(text)”", time / 1_000, "ms")
    }
    for (name, text) in [("in many", "ridg"), ("nowhere", "xyzzyx")] {
      let inside = MessageSearch(SearchQuery(text))
      var times: [Double] = []
      for _ in 0..<5 {
        times.append(try Stopwatch.microseconds { _ = try reader.firstHits(inside, limit: 50) })
      }
      report.line("looking inside of words for what is \(name), median", times.median / 1_000, "ms")
    }
  }
}
