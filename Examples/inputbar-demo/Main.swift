// SPDX-License-Identifier: MIT
//
// InputBar under a stand-in for a list of messages: type, press Return, and see it above.
import ChatWidgets
import Gtk

@main enum Main {
  static func main() {
    MainLoop.bridgeMainActor()
    let application = Application(id: "im.martlet.InputBarDemo", flags: .nonUnique)
    var demos: [Demo] = []
    application.onActivate { demos.append(Demo(application)) }
    _ = application.run(arguments: [CommandLine.arguments.first ?? "inputbar-demo"])
  }
}

/// The window of the demo.
final class Demo {
  private let window: ApplicationWindow
  private let messages = Box(.vertical, spacing: 4)
  private let scroller = ScrolledWindow()
  private var bar: InputBar?

  init(_ application: Application) {
    window = ApplicationWindow(application)
    window.title = "InputBar"
    window.defaultSize = (width: 480, height: 640)
    messages.align(vertical: .end)
    messages.margin(start: 12, end: 12, top: 12, bottom: 12)
    scroller.child = messages
    scroller.expandsVertically = true
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    let bar = InputBar(onSend: { [weak self] in self?.show($0) }, content: scroller)
    bar.capturesTyping(in: window)
    self.bar = bar
    window.child = bar.widget
    window.present()
    bar.focus()
  }

  private func show(_ text: String) {
    let label = Label(text)
    label.wrap(maximumCharacters: 40)
    label.alignment = 0
    label.align(horizontal: .end)
    label.addStyle("bubble")
    messages.append(label)
    // Its place is known after the next layout.
    window.onFrame { [weak self] _ in
      guard let adjustment = self?.scroller.verticalAdjustment else { return false }
      adjustment.value = adjustment.upper - adjustment.pageSize
      return false
    }
  }
}
