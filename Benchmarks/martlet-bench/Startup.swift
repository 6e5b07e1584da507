// SPDX-License-Identifier: MIT
import ChatCore

/// From the start of the program to the first content on the screen, beside a C program with the
/// same window (`Benchmarks/reference/window.c`), started in turn. Then the memory of both, and
/// what Martlet does while nobody uses it.
///
/// Needs a screen for itself: `scripts/bench startup` makes one.
enum StartupBench {
  static let bench = Bench(
    name: "startup",
    summary: "[--program PATH] [--pairs N]  first paint, memory and rest, beside a C window",
    run: run)

  private static let report = Report(bench: "startup")
  /// What there is to show: more than fills the window. The C program has no more than it can show
  /// at once, and a few.
  nonisolated private static let messages = 200
  private static let referenceBubbles = 20
  private static let idleSeconds = 10

  private static func run(_ arguments: [String]) throws {
    let options = try StartOptions(arguments)
    let tools = try Meter.build()
    let home = try Folders.temporary()
    defer { _ = try? Command.output(["rm", "-r", home]) }
    try fill(home + "/data/martlet")

    let meter = Meter(tools: tools, home: home)
    let martlet = [options.program]
    let reference = [tools + "/window", "--bubbles", "\(referenceBubbles)"]
    // Once each for the caches of the system.
    _ = try (meter.start(martlet), meter.start(reference))
    var ours: [Meter.Start] = []
    var theirs: [Meter.Start] = []
    for pair in 0..<options.pairs {
      // In turn, and each as often first as second.
      if pair % 2 == 0 { ours.append(try meter.start(martlet)) }
      theirs.append(try meter.start(reference))
      if pair % 2 == 1 { ours.append(try meter.start(martlet)) }
    }
    compare("first_paint", "ms", ours.map(\.paint), theirs.map(\.paint))
    compare("pss", "kB", ours.map(\.pss), theirs.map(\.pss))

    let idle = try meter.start(martlet, idle: idleSeconds)
    report.line("idle_cpu_in_\(idleSeconds)_s", idle.idleCPU, "ms")
    report.line("idle_wakeups_in_\(idleSeconds)_s", idle.idleWakeups, "wakeups")
  }

  /// The medians, and the median of the pairs' ratios.
  private static func compare(
    _ metric: String, _ unit: String, _ ours: [Double], _ theirs: [Double]
  ) {
    report.line(metric, ours.median, unit)
    report.line("\(metric)_reference", theirs.median, unit)
    report.line("\(metric)_ratio", zip(ours, theirs).map { $0 / $1 }.median, "ratio")
  }

  /// Writes Notes to Self as Martlet would have.
  private static func fill(_ folder: String) throws {
    try Blocking.run {
      let store = try Store.open(at: folder).store
      let notes = try await store.openConversation(
        .notes, with: "", title: "Notes to Self", of: .local)
      for number in 0..<messages {
        _ = try await store.append(OutgoingMessage(body: text(number)), to: notes)
      }
    }
  }

  /// As in the reference: every third one takes several lines.
  nonisolated private static func text(_ number: Int) -> String {
    number % 3 != 0
      ? "Message number \(number)"
      : """
      Message number \(number) is one of the longer ones: it says what there is to say, and then it \
      says it again in other words, so that it takes more than a line.
      """
  }
}
