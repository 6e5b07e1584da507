// SPDX-License-Identifier: MIT
import CGtk
import Glibc

/// The main thread's GLib loop, and the bridge that lets Swift's main actor run on it.
public enum MainLoop {
  /// Below input and layout, beside painting (`GDK_PRIORITY_REDRAW`): a flood of main-actor jobs at
  /// priority 0 starves painting (0.7 frames/s measured), here it stays at 48.
  static let bridgePriority: gint = 120

  private static var isBridged = false

  /// Makes GLib's loop drain the main dispatch queue, on which the main actor runs, and lets
  /// what belongs to no actor run on threads that sleep when there is nothing to do. Call it once,
  /// first thing in a synchronous `main`; later calls do nothing.
  public static func bridgeMainActor() {
    guard !isBridged else { return }
    isBridged = true
    JobPool.install()
    let source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN)
    g_source_set_name(source, "main-actor")
    g_source_set_priority(source, bridgePriority)
    let drain: GUnixFDSourceFunc = { descriptor, _, _ in
      // Unread, the eventfd stays readable and the loop spins.
      var events: UInt64 = 0
      read(descriptor, &events, MemoryLayout<UInt64>.size)
      _dispatch_main_queue_callback_4CF(nil)
      return 1
    }
    g_source_set_callback(source, unsafeBitCast(drain, to: GSourceFunc.self), nil, nil)
    g_source_attach(source, nil)
    g_source_unref(source)
  }

  /// Calls `body` once, after `delay`.
  @discardableResult
  public static func after(_ delay: Duration, _ body: @escaping () -> Void) -> Scheduled {
    every(delay) {
      body()
      return false
    }
  }

  /// Calls `body` each `interval` for as long as it returns true.
  @discardableResult
  public static func every(_ interval: Duration, _ body: @escaping () -> Bool) -> Scheduled {
    let (seconds, attoseconds) = interval.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let scheduled = Scheduled()
    scheduled.id = g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(clamping: milliseconds), ScheduledBody.callback,
      ScheduledBody(scheduled, body).retained(), ScheduledBody.destroy)
    return scheduled
  }

  /// Calls `body` once when the loop has nothing more urgent to do.
  @discardableResult
  public static func whenIdle(_ body: @escaping () -> Void) -> Scheduled {
    let scheduled = Scheduled()
    let once = {
      body()
      return false
    }
    scheduled.id = g_idle_add_full(
      G_PRIORITY_DEFAULT_IDLE, ScheduledBody.callback, ScheduledBody(scheduled, once).retained(),
      ScheduledBody.destroy)
    return scheduled
  }

  /// Calls `body` once when the loop has nothing more urgent to do, such as painting what has just
  /// changed, and when those that wait for the processor have had it: the display server has been given
  /// a frame to show, and where both share a core it would get to that only when this process sleeps.
  @discardableResult
  public static func afterPainting(_ body: @escaping () -> Void) -> Scheduled {
    whenIdle {
      sched_yield()
      body()
    }
  }

  /// Calls `body` on the main loop each time the process gets `signal`.
  public static func onSignal(_ signal: UnixSignal, _ body: @escaping () -> Void) {
    let scheduled = Scheduled()
    let always = {
      body()
      return true
    }
    scheduled.id = g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, signal.number, ScheduledBody.callback,
      ScheduledBody(scheduled, always).retained(), ScheduledBody.destroy)
  }

  /// Runs the loop until `body` has its result: the whole life of a command that has no window. For
  /// a synchronous `main`, never from within a main-actor job.
  public static func run<Result>(_ body: @escaping () async -> Result) -> Result {
    var result: Result?
    Task { result = await body() }
    while true {
      if let result { return result }
      iterate(mayBlock: true)
    }
  }

  /// Whether this runs while a frame is made, or as a job of the main actor: what GTK wants to do
  /// before the next frame is too late for this one then.
  public static var isAtFrame: Bool {
    guard let source = g_main_current_source() else { return false }
    return g_source_get_priority(source) == bridgePriority
  }

  /// Microseconds of the monotonic clock that frame times use.
  public static var now: Int64 { Int64(g_get_monotonic_time()) }

  /// Runs one pass of the loop. For tests and commands only: never from within a main-actor job, whose queue
  /// would be entered a second time.
  @discardableResult
  public static func iterate(mayBlock: Bool = false) -> Bool {
    g_main_context_iteration(nil, mayBlock ? 1 : 0) != 0
  }
}

/// A signal that asks a process to end.
public enum UnixSignal: Sendable {
  case terminate, interrupt, hangUp

  var number: gint {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    }
  }
}

/// A call that was asked for and can be taken back. It happens whether or not this is kept.
public final class Scheduled {
  fileprivate(set) var id: guint = 0

  /// Whether the call is still to come.
  public var isPending: Bool { id != 0 }

  public func cancel() {
    guard id != 0 else { return }
    g_source_remove(id)
    id = 0
  }
}

private final class ScheduledBody {
  private let scheduled: Scheduled
  private let body: () -> Bool

  init(_ scheduled: Scheduled, _ body: @escaping () -> Bool) {
    self.scheduled = scheduled
    self.body = body
  }

  func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static let callback: GSourceFunc = { data in
    guard let data else { return 0 }
    return Unmanaged<ScheduledBody>.fromOpaque(data).takeUnretainedValue().body() ? 1 : 0
  }

  static let destroy: GDestroyNotify = { data in
    guard let data else { return }
    let this = Unmanaged<ScheduledBody>.fromOpaque(data).takeRetainedValue()
    this.scheduled.id = 0
  }
}
