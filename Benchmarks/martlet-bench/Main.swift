// SPDX-License-Identifier: MIT
import Glibc

/// `martlet-bench NAME [OPTION…]` prints one JSON object a line.
@main enum Main {
  /// Every benchmark: its name, what it measures, and how it runs.
  private static let benches: [Bench] = [
    StartupBench.bench, ManyConversationsBench.bench, ListBench.bench, StoreBench.bench,
    SearchBench.bench, KeysBench.bench, PasteBench.bench, ArchiveBench.bench,
  ]

  static func main() {
    guard let name = CommandLine.arguments.dropFirst().first,
      let bench = benches.first(where: { $0.name == name })
    else {
      complain("usage: martlet-bench NAME [OPTION…]")
      for bench in benches { complain("  \(bench.name)  \(bench.summary)") }
      exit(2)
    }
    do {
      try bench.run(Array(CommandLine.arguments.dropFirst(2)))
    } catch {
      complain("martlet-bench \(name): \(error)")
      exit(1)
    }
  }

  private static func complain(_ line: String) {
    _ = (line + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}

/// One benchmark. Its body blocks until all of it was measured.
struct Bench {
  let name: String
  let summary: String
  /// Gets what stands behind the name on the command line.
  let run: @MainActor ([String]) throws -> Void
}

/// A sentence on why a benchmark could not be run.
nonisolated struct BenchFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
