// SPDX-License-Identifier: MIT
internal import Dispatch

/// Runs an actor's work on a dispatch queue of its own.
///
/// A write waits for the disk. On Swift's shared threads, of which a small machine has two, it
/// would hold up everything else.
final class StoreExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
