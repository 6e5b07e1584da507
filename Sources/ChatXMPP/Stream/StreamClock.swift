// SPDX-License-Identifier: GPL-3.0-or-later
import CGio

/// Time for watchdogs and back-off: monotonic, and replaceable by a test's own.
@NetworkActor
protocol StreamClock: AnyObject {
  /// Since some fixed moment.
  var now: Duration { get }
  /// Calls `action` once, on the network thread, unless the timer is cancelled before.
  func schedule(after delay: Duration, _ action: @escaping @NetworkActor () -> Void) -> StreamTimer
}

/// One pending call of a ``StreamClock``.
@NetworkActor
final class StreamTimer {
  private var action: (@NetworkActor () -> Void)?
  private var onCancel: (@NetworkActor () -> Void)?

  init(_ action: @escaping @NetworkActor () -> Void) { self.action = action }

  func whenCancelled(_ body: @escaping @NetworkActor () -> Void) { onCancel = body }

  func fire() {
    let action = self.action
    self.action = nil
    onCancel = nil
    action?()
  }

  func cancel() {
    action = nil
    onCancel?()
    onCancel = nil
  }
}

/// The machine's monotonic clock and GLib's timeouts.
@NetworkActor
final class SystemClock: StreamClock {
  nonisolated init() {}

  var now: Duration { .microseconds(g_get_monotonic_time()) }

  func schedule(
    after delay: Duration, _ action: @escaping @NetworkActor () -> Void
  ) -> StreamTimer {
    let timer = StreamTimer(action)
    let milliseconds = max(0, delay.milliseconds)
    // Whole seconds may be rounded by GLib to wake the machine less often.
    let isCoarse = milliseconds >= 5_000 && milliseconds % 1_000 == 0
    let source =
      isCoarse
      ? g_timeout_source_new_seconds(guint(milliseconds / 1_000))
      : g_timeout_source_new(guint(clamping: milliseconds))
    g_source_set_callback(
      source,
      { data in
        guard let data else { return 0 }
        let timer = Unmanaged<StreamTimer>.fromOpaque(data)
          .takeUnretainedValue()
        NetworkActor.assumeIsolated { timer.fire() }
        return 0
      }, Unmanaged.passRetained(timer).toOpaque(),
      { data in if let data { Unmanaged<StreamTimer>.fromOpaque(data).release() } })
    g_source_attach(source, NetworkActor.shared.executor.context)
    // GLib's context keeps the source until it has fired or is destroyed.
    timer.whenCancelled { g_source_destroy(source) }
    g_source_unref(source)
    return timer
  }
}

extension Duration {
  /// Whole milliseconds, the rest dropped.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
