// SPDX-License-Identifier: GPL-3.0-or-later
import CGio
import Synchronization

/// Everything that talks to a server runs here: one thread with its own GLib main context, on
/// which GIO calls back and Swift jobs run in turn.
///
/// Hand it *synchronous* closures; an asynchronous one would give other work a chance to run in the
/// middle of what was meant to be one step.
@globalActor
public actor NetworkActor {
  public static let shared = NetworkActor()

  nonisolated let executor = NetworkExecutor()

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Runs `body` as part of this actor, from a place that the compiler cannot see to be on the
  /// network thread: a C callback of GIO. Traps on any other thread.
  nonisolated static func assumeIsolated<T: Sendable>(
    _ body: @NetworkActor () throws -> T
  ) rethrows -> T {
    shared.preconditionIsolated()
    // The two types differ only in the isolation, which the line above has checked;
    // `MainActor.assumeIsolated` is made the same way.
    return try withoutActuallyEscaping(body) { body in
      try unsafeBitCast(body, to: (() throws -> T).self)()
    }
  }
}

/// Runs the jobs of ``NetworkActor`` on a thread that also serves a GLib main context.
///
/// `@unchecked`: the two GLib pointers are set once in `init`, and the only calls made on them
/// elsewhere (`g_source_set_ready_time`, `g_main_context_is_owner`) are safe from any thread.
final class NetworkExecutor: SerialExecutor, @unchecked Sendable {
  let context: OpaquePointer
  private let wakeUp: UnsafeMutablePointer<GSource>
  private let jobs = Mutex<[UnownedJob]>([])

  init() {
    context = g_main_context_new()
    wakeUp = g_source_new(&Self.sourceFunctions.pointee, guint(MemoryLayout<GSource>.size))
    g_source_set_callback(
      wakeUp,
      { executor in
        guard let executor else { return 0 }
        Unmanaged<NetworkExecutor>.fromOpaque(executor).takeUnretainedValue().runJobs()
        return 1
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    g_source_set_name(wakeUp, "martlet network jobs")
    g_source_attach(wakeUp, context)
    // The executor lives as long as the process, as a global actor's must, and so does its thread.
    let thread = g_thread_new(
      "martlet-network",
      { context in
        let context = OpaquePointer(context)
        g_main_context_push_thread_default(context)
        let loop = g_main_loop_new(context, 0)
        g_main_loop_run(loop)
        g_main_loop_unref(loop)
        return nil
      }, UnsafeMutableRawPointer(context))
    g_thread_unref(thread)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let wasIdle = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if wasIdle { g_source_set_ready_time(wakeUp, 0) }
  }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the network thread")
  }

  func isIsolatingCurrentContext() -> Bool? {
    g_main_context_is_owner(context) != 0
  }

  /// Runs what was queued when it began. What those jobs queue waits for the next turn, so that
  /// sockets and timers are served in between.
  private func runJobs() {
    g_source_set_ready_time(wakeUp, -1)
    let batch = jobs.withLock { jobs in
      let batch = jobs
      jobs.removeAll()
      return batch
    }
    for job in batch { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  /// A source that does nothing by itself: its ready time alone wakes it, which GLib allows to be
  /// set from any thread.
  private static var sourceFunctions: UnsafeMutablePointer<GSourceFuncs> {
    let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
    functions.initialize(
      to: GSourceFuncs(
        prepare: nil, check: nil,
        dispatch: { _, callback, data in callback?(data) ?? 0 },
        finalize: nil, closure_callback: nil, closure_marshal: nil))
    return functions
  }
}
