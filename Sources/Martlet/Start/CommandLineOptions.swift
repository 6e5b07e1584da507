// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// What the command line asks for.
struct CommandLineOptions: Equatable {
  /// A throw-away conversation in memory with a scripted other side.
  var isDemo = false
  /// Started at log-in: nothing is shown.
  var isBackground = false
  /// `xmpp:` links that are to be followed.
  var links: [String] = []

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
      case "--background": options.isBackground = true
      // D-Bus starts programs so; this one always is a service of its own windows.
      case "--gapplication-service": break
      case _ where argument.lowercased().hasPrefix("xmpp:"): options.links.append(argument)
      default:
        let format =
          argument.hasPrefix("-") ? tr("unknown option “%s”") : tr("there is no command “%s”")
        return .failure(Mistake(sentence: format.filling(argument)))
      }
    }
    return .success(.run(options))
  }

  static var usage: String {
    """
    \(tr("Usage:")) martlet [--background | --demo] [xmpp:ADDRESS…]
           martlet COMMAND …

    \(tr("Martlet is a chat app for the Linux desktop."))

      --background  \(tr("start without a window, as at log-in"))
      --demo        \(tr("try it on a conversation that leaves nothing behind"))
      --version     \(tr("print the version"))
      --help        \(tr("print this help"))

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
