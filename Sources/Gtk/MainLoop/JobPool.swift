// SPDX-License-Identifier: MIT
import CGtk

/// The threads that run what belongs to no actor: Swift's global executor, on GLib's thread pool.
///
/// The runtime's own one is libdispatch's pool, whose monitor wakes the process each second for ever
/// once a single job has run there. An app that nobody looks at has to sleep.
nonisolated final class JobPool: TaskExecutor {
  /// Enough for what an app like this has to do at once.
  private static let mostThreads: guint = 4
  private static let shared = JobPool()

  /// Makes this the global executor. For once, before the first task is made.
  ///
  /// `Task.sleep` and `DispatchQueue.global()` still go to libdispatch's pool and are not used here:
  /// `MainLoop.after` is for that.
  static func install() {
    let count = min(max(g_get_num_processors(), 2), mostThreads)
    martlet_run_jobs(
      { job, _ in
        guard let job else { return }
        unsafeBitCast(job, to: UnownedJob.self)
          .runSynchronously(on: JobPool.shared.asUnownedTaskExecutor())
      }, gint(count))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    g_thread_pool_push(
      martlet_job_pool().pointee, unsafeBitCast(UnownedJob(job), to: gpointer.self), nil)
  }
}
