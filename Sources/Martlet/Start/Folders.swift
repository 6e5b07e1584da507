// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Gtk

/// Where Martlet keeps things (XDG Base Directory Specification 0.8).
enum Folders {
  /// Conversations: what must never be lost.
  static var data: String { base("XDG_DATA_HOME", "/.local/share") + "/martlet" }

  /// The size of the window and the like: what may be lost.
  static var state: String { base("XDG_STATE_HOME", "/.local/state") + "/martlet" }

  /// What the user has set that is no preference of the schema: keyboard shortcuts.
  static var configuration: String { base("XDG_CONFIG_HOME", "/.config") + "/martlet" }

  /// What can be fetched again: pictures of people.
  static var cache: String { base("XDG_CACHE_HOME", "/.cache") + "/martlet" }

  /// What the desktop starts at log-in.
  static var autostart: String { base("XDG_CONFIG_HOME", "/.config") + "/autostart" }

  /// The translations that were installed with this program: `../share/locale` beside it. Nil when
  /// the program does not know where it lies; then the system's are used.
  static var translations: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let program = String(
      decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let parts = program.split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/share/locale"
  }

  /// Makes a folder and those above it. Failing shows when a file is written there.
  static func make(_ folder: String) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
  }

  /// A relative path in the variable is to be ignored, says the specification.
  private static func base(_ variable: String, _ fallback: String) -> String {
    if let value = environment(variable), value.hasPrefix("/") { return value }
    return (environment("HOME") ?? "") + fallback
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
