// SPDX-License-Identifier: MIT
import Gtk

/// A text with a keyboard toolbar below it: each kind of item, each background, and switches for
/// what a desktop may bring (dark style, right to left, a narrow window).
@main enum Main {
  static func main() {
    MainLoop.bridgeMainActor()
    let application = Application(id: "im.martlet.ToolbarDemo", flags: .nonUnique)
    var demo: Demo?
    application.onActivate {
      demo = demo ?? Demo(application)
      demo?.present()
    }
    _ = application.run(arguments: [CommandLine.arguments[0]])
  }
}
