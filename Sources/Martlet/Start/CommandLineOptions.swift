// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk

/// What the command line asks for.
struct CommandLineOptions: Equatable {
  /// A throw-away conversation in memory with a scripted other side.
  var isDemo = false

  enum Request: Equatable {
    case run(CommandLineOptions)
    case showVersion
    case showHelp
  }

  /// Why a command line is refused.
  struct Mistake: Error, Equatable {
    var sentence: String
  }

  static func parse(_ arguments: [String]) -> Result<Request, Mistake> {
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

    \(tr("Martlet is a chat app for the Linux desktop."))

      --demo      \(tr("try it on a conversation that leaves nothing behind"))
      --version   \(tr("print the version"))
      --help      \(tr("print this help"))
    """
  }
}
