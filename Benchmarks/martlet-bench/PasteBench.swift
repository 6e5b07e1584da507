// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets
import Glibc
import Gtk

/// How long a paste from another program holds up the main thread: the longest of all passes of the
/// loop from the key until everything is shown.
///
/// Needs a screen for itself and xclip: `scripts/bench paste` makes one.
enum PasteBench {
  static let bench = Bench(
    name: "paste", summary: "the longest pause of the main thread at a paste of up to 1 MiB",
    run: run)

  private static let report = Report(bench: "paste")

  /// What is pasted, and whether it is short enough for the field.
  private static let samples: [(name: String, text: String, fits: Bool)] = [
    ("64_kib_in_lines", lines(Draft.textLimit), true),
    ("64_kib_in_one_line", String(repeating: "word ", count: Draft.textLimit / 5), true),
    ("1_mib_in_lines", lines(1 << 20), false),
    ("1_mib_in_one_line", String(repeating: "x", count: 1 << 20), false),
  ]

  private static func lines(_ bytes: Int) -> String {
    let line = "A line of some fifty bytes, as logs have many.\n"
    return String(repeating: line, count: bytes / line.utf8.count)
  }

  private static func run(_ arguments: [String]) throws {
    MainLoop.bridgeMainActor()
    guard Display.isAvailable else { throw BenchFailure("no display to open a window on") }
    for sample in samples {
      try offer(sample.text)
      let window = Window()
      window.defaultSize = (width: 480, height: 640)
      let content = Box(.vertical)
      content.expandsVertically = true
      let bar = InputBar(onSend: { _ in }, content: content)
      let formatting = FormattingBar(for: bar.textView)
      bar.addToolbar(formatting.toolbar.widget)
      let companions: [AnyObject] = [
        formatting, EmojiCompletion(bar.textView), GraphemeCaret(bar.textView),
        SpellChecker(bar.textView),
      ]
      window.child = bar.widget
      window.present()
      bar.focus()
      _ = longestPass(of: .seconds(1))
      bar.textView.pasteClipboard()
      // Longer than the clipboard takes to hand it over, and the spell checker to look at it.
      let pause = longestPass(of: .seconds(3))
      guard bar.text.isEmpty != sample.fits else {
        throw BenchFailure("\(sample.name) ended as \(bar.text.utf8.count) bytes in the field")
      }
      report.line("longest_pause_\(sample.name)", pause / 1000, "ms")
      withExtendedLifetime(companions) { window.destroy() }
    }
  }

  /// Puts a text on the clipboard, as another program.
  private static func offer(_ text: String) throws {
    let folder = try Folders.temporary()
    defer { Folders.remove(folder) }
    let path = folder + "/text"
    guard let file = fopen(path, "w") else { throw BenchFailure("no file in \(folder)") }
    fputs(text, file)
    fclose(file)
    // It stays behind to hand the text out, until another one is offered or the screen goes.
    _ = try Command.output(
      ["sh", "-c", "xclip -selection clipboard -in \"$1\" >/dev/null 2>&1", "offer", path])
  }

  /// Microseconds of the longest pass while the loop runs for `time`.
  private static func longestPass(of time: Duration) -> Double {
    let end = ContinuousClock.now + time
    var longest = 0.0
    while ContinuousClock.now < end {
      var isIdle = false
      longest = max(longest, Stopwatch.microseconds { isIdle = !MainLoop.iterate() })
      if isIdle { usleep(500) }
    }
    return longest
  }
}
