// SPDX-License-Identifier: MIT
import CGtk
import Synchronization

/// Remembers what GLib and GTK complain about, for tests. Messages are still printed.
nonisolated public enum LogRecorder {
  private struct State {
    var isInstalled = false
    var problems: [String] = []
  }

  private static let state = Mutex(State())

  /// Begins to record warnings and worse, of all threads. Later calls do nothing.
  public static func install() {
    let isFirst = state.withLock { state in
      defer { state.isInstalled = true }
      return !state.isInstalled
    }
    guard isFirst else { return }
    g_log_set_writer_func(
      { level, fields, count, data in
        let severe =
          G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue
          | G_LOG_LEVEL_WARNING.rawValue
        if level.rawValue & severe != 0 { LogRecorder.record(fields, count) }
        return g_log_writer_default(level, fields, count, data)
      }, nil, nil)
  }

  /// What was complained about since the last call, as "domain: message".
  public static func takeProblems() -> [String] {
    state.withLock { state in
      defer { state.problems = [] }
      return state.problems
    }
  }

  private static func record(_ fields: UnsafePointer<GLogField>?, _ count: gsize) {
    var (domain, message) = ("", "")
    for field in UnsafeBufferPointer(start: fields, count: Int(count)) {
      // Both are texts that end with a NUL, as g_log() writes them.
      guard field.length < 0, let value = field.value?.assumingMemoryBound(to: CChar.self)
      else { continue }
      switch String(cString: field.key) {
      case "GLIB_DOMAIN": domain = String(cString: value)
      case "MESSAGE": message = String(cString: value)
      default: break
      }
    }
    state.withLock { $0.problems.append("\(domain): \(message)") }
  }
}
