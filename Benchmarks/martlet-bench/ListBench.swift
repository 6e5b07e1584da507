// SPDX-License-Identifier: MIT
import ChatCore
import ChatWidgets
import Gtk

/// `martlet-bench list`: the message list under load.
enum ListBench {
  static let bench = Bench(
    name: "list", summary: "the message list under load; --show opens it to look at"
  ) { arguments in
    if arguments.contains("--show") { return try ListShow.run(arguments) }
  }
}
