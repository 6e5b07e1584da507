// SPDX-License-Identifier: MIT
import Glibc

/// What is started, and how often: the options of the benchmarks that start Martlet.
struct StartOptions {
  /// What is released, where there is one: scripts/bench names it.
  private(set) var program: String
  private(set) var pairs = 15

  init(_ arguments: [String]) throws {
    program = try getenv("MARTLET_PROGRAM").map { String(cString: $0) } ?? Folders.beside("martlet")
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch (option, rest.popFirst()) {
      case ("--program", let path?): program = path
      case ("--pairs", let count?): pairs = Int(count) ?? pairs
      default: throw BenchFailure("unknown option \(option)")
      }
    }
  }
}

/// The program of `Benchmarks/reference/meter.c`.
struct Meter {
  /// The folder that ``build()`` has filled.
  let tools: String
  /// The folder in which the measured program finds its data.
  let home: String

  /// Builds the programs of `Benchmarks/reference`; returns the folder that they lie in.
  static func build() throws -> String {
    let tools = try Folders.root() + "/.build/reference"
    _ = try Command.output([try Folders.root() + "/Benchmarks/reference/build", tools])
    return tools
  }

  struct Start {
    /// Milliseconds to the first content.
    var paint: Double
    /// Proportional set size after a second, in kB.
    var pss: Double
    /// CPU time while idle, in milliseconds.
    var idleCPU: Double
    /// How often a thread went to sleep again while idle.
    var idleWakeups: Double
  }

  func start(_ command: [String], idle seconds: Int = 0) throws -> Start {
    // Threads that have nothing to do end after five seconds; that is not what idleness is about.
    let quiet = seconds > 0 ? "8" : "1"
    let output = try Command.output(
      [tools + "/meter", "start", "--quiet", quiet, "--idle", "\(seconds)", "--"] + command,
      environment: ["XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state"])
    func number(_ key: String) -> Double {
      guard let found = output.firstRange(of: "\"\(key)\":") else { return .nan }
      return Double(output[found.upperBound...].prefix { "0123456789.-".contains($0) }) ?? .nan
    }
    return Start(
      paint: number("paint_ms"), pss: number("pss_kb"), idleCPU: number("idle_cpu_ms"),
      idleWakeups: number("idle_wakeups"))
  }
}
