// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets
import Glibc
import Gtk

/// `martlet-bench list`: the message list under load, in a window of 1200 × 900.
enum ListBench {
  static let bench = Bench(
    name: "list", summary: "the message list under load; --show opens it to look at"
  ) { arguments in
    if arguments.contains("--show") { return try ListShow.run(arguments) }
    guard Display.isAvailable else { throw BenchFailure("no display to open a window on") }
    MainLoop.bridgeMainActor()
    let stage = Stage()
    defer { stage.window.destroy() }
    guard stage.list.widget.width == 1200, stage.list.widget.height == 900 else {
      throw BenchFailure("the screen has no room for a window of 1200 × 900")
    }
    opening(stage)
    wheel(stage)
    memory(stage)
    arrival(stage)
    reference(stage)
  }

  private static let report = Report(bench: "list")

  /// A window, and how long each of its frames took.
  private final class Stage {
    let window = Window()
    let list = MessageList()
    private(set) var frames: [Double] = []
    /// What this thread has worked for each, which does not grow with what else the machine does.
    private(set) var work: [Double] = []
    private var begun: Int64 = 0
    private var begunWork = 0.0

    init() {
      window.child = list.widget
      window.defaultSize = (1200, 900)
      list.animates = false
      list.show(GeneratedMessages(100))
      window.present()
      MainLoop.iterate(mayBlock: true)
      window.onFrameBegins { [weak self] in
        self?.begun = MainLoop.now
        self?.begunWork = Self.workedMilliseconds
      }
      window.onPainted { [weak self] in
        guard let self else { return }
        self.frames.append(Double(MainLoop.now - self.begun) / 1000)
        self.work.append(Self.workedMilliseconds - self.begunWork)
      }
      paint()
    }

    func forget() { (frames, work) = ([], []) }

    private static var workedMilliseconds: Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }

    /// Runs the loop until one more frame is painted.
    func paint() {
      let count = frames.count
      while frames.count == count {
        window.child?.queueDraw()
        MainLoop.iterate(mayBlock: true)
      }
    }
  }

  private static func opening(_ stage: Stage) {
    var times: [Int: [Double]] = [:]
    for _ in 0..<15 {
      for count in [100, 1_000_000] {
        let source = GeneratedMessages(count)
        times[count, default: []].append(
          Stopwatch.microseconds {
            stage.list.show(source)
            stage.paint()
          } / 1000)
        // The pages read ahead belong to nobody's opening.
        for _ in 0..<3 { stage.paint() }
      }
    }
    let (few, many) = (times[100]?.median ?? .nan, times[1_000_000]?.median ?? .nan)
    report.line("open_100", few, "ms")
    report.line("open_1000000", many, "ms")
    report.line("open_ratio", many / few, "1")
  }

  private static func wheel(_ stage: Stage) {
    var medians: [Int: Double] = [:]
    for count in [1_000, 1_000_000] {
      stage.list.show(GeneratedMessages(count))
      for _ in 0..<3 { stage.paint() }
      turnWheel(stage) { stage.list.scroll(by: $0) }
      medians[count] = stage.work.median
      report(stage, "wheel_\(count)")
    }
    report.line(
      "wheel_ratio", (medians[1_000_000] ?? .nan) / (medians[1_000] ?? .nan), "1")
  }

  private static func report(_ stage: Stage, _ name: String) {
    report.line("\(name)_median", stage.frames.median, "ms")
    report.line("\(name)_p99", stage.frames.quantile(0.99), "ms")
    report.line("\(name)_cpu_median", stage.work.median, "ms")
    report.line("\(name)_cpu_p99", stage.work.quantile(0.99), "ms")
  }

  /// A wheel notch a frame through mixed rows, for 600 frames: up and down again, so that a thousand
  /// messages are enough.
  private static func turnWheel(_ stage: Stage, _ scroll: (Double) -> Void) {
    stage.forget()
    for step in 0..<600 {
      scroll(step / 150 % 2 == 0 ? -notch : notch)
      stage.paint()
    }
  }

  /// The same wheel over a GtkListBox with 300 of these messages.
  private static func reference(_ stage: Stage) {
    let reference = ListReference(300)
    stage.window.child = reference.widget
    for _ in 0..<3 { stage.paint() }
    let adjustment = reference.widget.verticalAdjustment
    adjustment.value = adjustment.upper
    for _ in 0..<3 { stage.paint() }
    turnWheel(stage, reference.scroll)
    report(stage, "listbox_300_wheel")
  }

  /// What GtkScrolledWindow moves by: the height of the window to the power of 2/3.
  private static let notch = 93.0  // pixels

  /// The memory after 100,000 rows, beside that before.
  private static func memory(_ stage: Stage) {
    stage.list.show(GeneratedMessages(1_000_000))
    for _ in 0..<100 { step(stage, 900) }
    let before = proportionalSetSize()
    // A screen a frame is about 19 rows.
    for _ in 0..<5_300 { step(stage, 900) }
    report.line("widgets_alive", Double(stage.list.widget.descendants.count), "1")
    report.line("pss_before", before, "MiB")
    report.line("pss_ratio", proportionalSetSize() / before, "1")
  }

  private static func step(_ stage: Stage, _ distance: Double) {
    stage.list.scroll(by: -distance)
    stage.paint()
  }

  private static func arrival(_ stage: Stage) {
    let source = GeneratedMessages(1_000)
    stage.list.show(source)
    for _ in 0..<4 { stage.paint() }
    var waits: [Double] = []
    for _ in 0..<50 {
      waits.append(
        Stopwatch.microseconds {
          source.append(1)
          stage.paint()
        } / 1000)
    }
    report.line("append_to_painted", waits.median, "ms")
    stage.forget()
    var stall = 0.0
    for _ in 0..<1_000 {
      stall = max(stall, Stopwatch.microseconds { source.append(10) } / 1000)
      MainLoop.iterate()
    }
    stage.paint()
    report.line("burst_10000_longest_stall", max(stall, stage.frames.max() ?? 0), "ms")
  }

  /// MiB, from the kernel; NaN where it does not tell.
  private static func proportionalSetSize() -> Double {
    guard let file = fopen("/proc/self/smaps_rollup", "r") else { return .nan }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("Pss:") else { continue }
      let digits = text.filter { $0.isNumber }
      return (Double(digits) ?? .nan) / 1024
    }
    return .nan
  }
}
