// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// What the command line asks for.
struct CommandLineOptions: Equatable {
  /// A throw-away conversation in memory with a scripted other side.
  var isDemo = false

  enum Request: Equatable {
    case run(CommandLineOptions)
    case command(Command)
    case showVersion
    case showHelp
    case showHelpOf(CommandSyntax)
  }

  /// Why a command line is refused.
  struct Mistake: Error, Equatable {
    var sentence: String
    /// The command whose help says more; nil for Martlet's own.
    var command: String?
  }

  static func parse(_ arguments: [String]) -> Result<Request, Mistake> {
    if let command = arguments.first.flatMap(CommandSyntax.init(rawValue:)) {
      return command.parse(Array(arguments.dropFirst())).map { parsed in
        parsed.map { .command($0) } ?? .showHelpOf(command)
      }
    }
    var options = CommandLineOptions()
    for argument in arguments {
      switch argument {
      case "--version": return .success(.showVersion)
      case "--help", "-h": return .success(.showHelp)
      case "--demo": options.isDemo = true
      // D-Bus starts programs so; this one always is a service of its own windows.
      case "--gapplication-service": break
      default:
        let format = tr("unknown option “%s”")
        return .failure(Mistake(sentence: format.filling(argument)))
      }
    }
    return .success(.run(options))
  }

  static var usage: String {
    """
    \(tr("Usage:")) martlet [--demo]
           martlet COMMAND …

    \(tr("Martlet is a chat app for the Linux desktop."))

      --demo      \(tr("try it on a conversation that leaves nothing behind"))
      --version   \(tr("print the version"))
      --help      \(tr("print this help"))

    \(commands)
    """
  }

  private static var commands: String {
    let rows = CommandSyntax.allCases.map { command in
      let name = command.rawValue
      return "  " + name + String(repeating: " ", count: 12 - name.count) + command.summary
    }
    return tr("Commands, which need no window:") + "\n\n" + rows.joined(separator: "\n") + "\n\n"
      + tr("“martlet COMMAND --help” says more.")
  }
}
