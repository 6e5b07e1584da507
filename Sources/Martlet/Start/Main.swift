// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Gtk

/// Synchronous on purpose: GLib runs the main loop and the main actor runs on it. An asynchronous
/// `main` would leave the main actor's jobs to another thread.
@main enum Main {
  static func main() {
    Localization.start(domain: "martlet", folder: Folders.translations)
    switch CommandLineOptions.parse(Array(CommandLine.arguments.dropFirst())) {
    case .success(.showVersion):
      print("Martlet \(Version.string)")
    case .success(.showHelp):
      print(CommandLineOptions.usage)
    case .success(.showHelpOf(let command)):
      print(command.help)
    case .success(.command(let command)):
      MainLoop.bridgeMainActor()
      exit(CommandClient(folder: Folders.data).run(command))
    case .success(.run(let options)):
      exit(run(options))
    case .failure(let mistake):
      Console.error(mistake.sentence)
      let help = (mistake.command.map { $0 + " " } ?? "") + "--help"
      Console.error(tr("Try “martlet %s”.").filling(help))
      exit(2)
    }
  }

  private static func run(_ options: CommandLineOptions) -> Int32 {
    MainLoop.bridgeMainActor()
    guard Display.isAvailable else {
      Console.error(
        tr("Martlet cannot open a window: there is no display. Start it in a desktop session."))
      return 1
    }
    // Its signals hold it weakly, and an optimized build lets go of it once `run` has begun.
    let application = MartletApplication(options)
    return withExtendedLifetime(application) { application.run() }
  }
}

/// Words for where there is no window yet.
enum Console {
  static func error(_ sentence: String) {
    let line = Array("martlet: \(sentence)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
