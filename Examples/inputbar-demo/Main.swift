// SPDX-License-Identifier: MIT
//
// InputBar under a list of messages: type, press Return, and see it above.
//
//   swift run inputbar-demo [--dark] [--rtl] [FILE…]
import ChatCore
import ChatWidgets
import Gtk

@main enum Main {
  static func main() {
    MainLoop.bridgeMainActor()
    let arguments = CommandLine.arguments.dropFirst()
    let application = Application(id: "im.martlet.InputBarDemo", flags: .nonUnique)
    var demos: [Demo] = []
    application.onActivate {
      if arguments.contains("--dark") { Settings.default?.prefersDark = true }
      if arguments.contains("--rtl") { Direction.default = .rightToLeft }
      demos.append(Demo(application, files: arguments.filter { !$0.hasPrefix("--") }))
    }
    _ = application.run(arguments: [CommandLine.arguments.first ?? "inputbar-demo"])
  }
}

/// The window of the demo.
final class Demo {
  private let window: ApplicationWindow
  private let list = MessageList()
  private let messages = MessagesInMemory()
  private var bar: InputBar?
  private var count: Int64 = 0

  init(_ application: Application, files: [String]) {
    window = ApplicationWindow(application)
    window.title = "InputBar"
    window.setTitleBar(HeaderBar())
    window.defaultSize = (width: 480, height: 640)
    list.show(messages)
    let bar = InputBar(onSend: { [weak self] in self?.add($0, from: .me) }, content: list.widget)
    bar.describeMessage = { [weak self] in self?.describe($0) }
    // Up in the empty field answers the last message.
    bar.onEditLast = { [weak self] in self?.answerLast() }
    bar.capturesTyping(in: window)
    self.bar = bar
    window.child = bar.widget
    let ada = Sender.other(address: "ada@example.org", name: "Ada")
    add("The field below grows from one to five lines.", from: ada)
    add("Shift+Return breaks a line, Return sends, Up answers this.", from: ada)
    bar.attach(files: files)
    window.present()
    bar.focus()
  }

  private func add(_ text: String, from sender: Sender) {
    count += 1
    messages.put([
      Message(
        id: MessageID(rawValue: count), conversation: ConversationID(rawValue: 1),
        position: MessagePosition(rawValue: count), sender: sender, body: text,
        time: .now, delivery: sender.isMe ? .sent : .received)
    ])
  }

  private func answerLast() {
    guard let message = messages.all.last else { return }
    bar?.reply(to: message.id)
  }

  private func describe(_ id: MessageID) -> (name: String, text: String)? {
    messages.all.first { $0.id == id }.map { ($0.sender.isMe ? "you" : "Ada", $0.body) }
  }
}
