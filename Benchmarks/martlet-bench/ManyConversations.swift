// SPDX-License-Identifier: MIT
import ChatCore

/// Whether the first paint takes longer with many conversations than with two; started in turn.
///
/// Needs a screen for itself: `scripts/bench conversations` makes one.
enum ManyConversationsBench {
  static let bench = Bench(
    name: "conversations",
    summary: "[--program PATH] [--pairs N]  first paint with 2,000 conversations, beside two",
    run: run)

  private static let report = Report(bench: "conversations")
  nonisolated private static let (few, many) = (2, 2_000)

  private static func run(_ arguments: [String]) throws {
    let options = try StartOptions(arguments)
    let tools = try Meter.build()
    let homes = [try Folders.temporary(), try Folders.temporary()]
    defer { for home in homes { _ = try? Command.output(["rm", "-r", home]) } }
    for (home, count) in zip(homes, [few, many]) { try fill(home + "/data/martlet", count) }
    let meters = homes.map { Meter(tools: tools, home: $0) }
    // Once each for the caches of the system.
    for meter in meters { _ = try meter.start([options.program]) }
    var paints: [[Double]] = [[], []]
    for pair in 0..<options.pairs {
      // Each as often first as second.
      for turn in 0..<2 {
        let which = (pair + turn) % 2
        paints[which].append(try meters[which].start([options.program]).paint)
      }
    }
    report.line("first_paint_\(few)", paints[0].median, "ms")
    report.line("first_paint_\(many)", paints[1].median, "ms")
    report.line(
      "first_paint_ratio", zip(paints[1], paints[0]).map { $0 / $1 }.median, "ratio")
  }

  /// Writes this many conversations with a few messages each, as Martlet would have.
  private static func fill(_ folder: String, _ count: Int) throws {
    try Blocking.run {
      let store = try Store.open(at: folder).store
      for number in 0..<count {
        let chat = try await store.openConversation(
          .direct, with: "friend\(number)@example.org", title: "Friend \(number)", of: .local)
        let messages = (0..<5).map { Samples.message(number * 5 + $0) }
        try await store.receive(messages, in: chat, at: .end)
      }
    }
  }
}
