// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets
import Gtk

/// From the press of a key to its paint: the input bar beside a bare text view in C
/// (`Benchmarks/reference/textview.c`), in turn.
///
/// Needs a screen for itself: `scripts/bench keys` makes one.
enum KeysBench {
  static let bench = Bench(
    name: "keys", summary: "[--rounds N] [--count N]  key press to paint, beside a C text view",
    run: run)

  private static let report = Report(bench: "keys")

  /// What is typed into.
  private enum Scene: String, CaseIterable {
    case empty
    case long
    /// The same, with pauses after which each word is looked up and underlined.
    case spelled

    /// Characters in the field at first.
    var characters: Int { self == .empty ? 0 : 5000 }

    /// Milliseconds between presses. The spell checker begins after a pause of 300, and works in
    /// slices between keys that come then.
    var gap: Int { self == .spelled ? 310 : 40 }
  }

  private static func run(_ arguments: [String]) throws {
    // One start of a program differs from the next by more than the keys of one do.
    var (rounds, count) = (8, 50)
    var rest = arguments[...]
    while let option = rest.popFirst() {
      let value = rest.popFirst() ?? ""
      // The measured program is this one, started again.
      if option == "--window", let scene = Scene(rawValue: value) { return try show(scene) }
      guard let number = Int(value) else { throw BenchFailure("unknown option \(option)") }
      switch option {
      case "--rounds": rounds = number
      case "--count": count = number
      default: throw BenchFailure("unknown option \(option)")
      }
    }
    let tools = try Meter.build()
    for scene in Scene.allCases { try compare(scene, tools, rounds: rounds, count: count) }
  }

  private static func compare(_ scene: Scene, _ tools: String, rounds: Int, count: Int) throws {
    let ours = [try Folders.beside("martlet-bench"), "keys", "--window", scene.rawValue]
    let theirs = [tools + "/textview", "\(scene.characters)"]
    var bar: [Double] = []
    var plain: [Double] = []
    for round in 0..<rounds {
      // Each as often first as second.
      if round % 2 == 0 { bar += try measure(ours, scene, count) }
      plain += try measure(theirs, scene, count)
      if round % 2 == 1 { bar += try measure(ours, scene, count) }
    }
    for (name, share) in [("median", 0.5), ("p95", 0.95)] {
      let values = (bar.quantile(share), plain.quantile(share))
      report.line("\(scene.rawValue)_\(name)", values.0, "us")
      report.line("\(scene.rawValue)_\(name)_reference", values.1, "us")
      report.line("\(scene.rawValue)_\(name)_ratio", values.0 / values.1, "ratio")
    }
  }

  /// Microseconds of each press that was painted, without the first few.
  private static func measure(
    _ program: [String], _ scene: Scene, _ count: Int
  ) throws -> [Double] {
    let meter = try Folders.root() + "/.build/reference/meter"
    let warmUp = 5
    let script = """
      meter=$1 count=$2 gap=$3; shift 3
      "$@" & program=$!
      trap 'kill $program' EXIT
      sleep 2
      "$meter" keys --count "$count" --gap "$gap"
      """
    let output = try Command.output(
      ["sh", "-c", script, "keys", meter, "\(count + warmUp)", "\(scene.gap)"] + program)
    guard let list = output.split(separator: "[").last?.split(separator: "]").first else {
      throw BenchFailure("the meter said nothing")
    }
    let values = list.split(separator: ",").compactMap { Double($0) }.dropFirst(warmUp)
    return values.filter { $0 >= 0 }
  }

  /// A window with an input bar, as the chat has it.
  private static func show(_ scene: Scene) throws {
    MainLoop.bridgeMainActor()
    guard Display.isAvailable else { throw BenchFailure("no display to open a window on") }
    let application = Application(id: "im.martlet.Keys", flags: .nonUnique)
    var kept: [AnyObject] = []
    application.onActivate {
      let window = ApplicationWindow(application)
      window.defaultSize = (width: 480, height: 640)
      let content = Box(.vertical)
      content.expandsVertically = true
      // One of the words is none.
      let words = "some wrods "
      let text = String(repeating: words, count: (scene.characters + words.count - 1) / words.count)
      let bar = InputBar(text: text, onSend: { _ in }, content: content)
      let formatting = FormattingBar(for: bar.textView)
      bar.addToolbar(formatting.toolbar.widget)
      kept += [bar, formatting, EmojiCompletion(bar.textView), GraphemeCaret(bar.textView)]
      if scene == .spelled { kept.append(SpellChecker(bar.textView)) }
      window.child = bar.widget
      window.present()
      bar.focus()
    }
    _ = application.run(arguments: ["martlet-bench"])
  }
}
