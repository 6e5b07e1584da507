// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets
import Gtk

/// A window with a long conversation, to look at.
enum ListShow {
  static func run(_ arguments: [String]) throws {
    MainLoop.bridgeMainActor()
    guard Display.isAvailable else { throw BenchFailure("no display to open a window on") }
    func number(_ name: String, _ standard: Int) -> Int {
      arguments.firstIndex(of: name).flatMap { index in
        index + 1 < arguments.count ? Int(arguments[index + 1]) : nil
      } ?? standard
    }
    let app = Application(id: "im.martlet.ListShow", flags: .nonUnique)
    var list: MessageList?
    app.onActivate {
      if arguments.contains("--dark") { Settings.default?.prefersDark = true }
      let window = ApplicationWindow(app)
      window.defaultSize = (number("--width", 740), number("--height", 720))
      if arguments.contains("--rtl") { window.isRightToLeft = true }
      let shown = MessageList()
      list = shown
      window.child = shown.widget
      let source = MessagesInMemory(
        ListSamples.conversation(number("--count", 400), from: .now))
      shown.show(source)
      window.present()
      var next = 0
      if arguments.contains("--live") {
        MainLoop.every(.seconds(1)) {
          next += 1
          source.put([ListSamples.message(1_000_000 + next, time: .now)])
          return true
        }
      }
    }
    _ = app.run(arguments: ["martlet-bench"])
    withExtendedLifetime(list) {}
  }
}
