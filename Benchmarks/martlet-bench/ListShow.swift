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
      var messages = ListSamples.conversation(number("--count", 400), until: .now)
      if arguments.contains("--odd") { makeOdd(&messages) }
      let source = MessagesInMemory(messages)
      shown.actions.retry = { message in source.update(message.id) { $0.delivery = .queued } }
      shown.actions.delete = { source.remove([$0.id]) }
      shown.actions.reply = { _ in }
      if arguments.contains("--contrast") { shown.isHighContrast = true }
      let unread = number("--unread", 0)
      shown.show(
        source, firstUnread: unread > 0 ? messages[messages.count - unread].id : nil)
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

  /// Puts one of each of the rarer kinds at the end.
  private static func makeOdd(_ messages: inout [Message]) {
    let count = messages.count
    guard count > 12 else { return }
    for index in count - 12..<count { messages[index].time.microseconds -= 60_000_000 }
    messages[count - 3].sender = .me
    messages[count - 3].body = "This one did not make it"
    messages[count - 3].delivery = .failed(reason: DeliveryFailure(.unknownAddress))
    messages[count - 4].kind = .system
    messages[count - 4].body = "Kim joined"
    messages[count - 5].sender = .me
    messages[count - 5].delivery = .queued
    messages[count - 7].body = String(repeating: "A line of a long message.\n", count: 60)
    messages[count - 8].edited = messages[count - 8].time
    messages[count - 9].isRetracted = true
    messages[count - 9].body = ""
    messages[count - 10].kind = .gap
  }
}
