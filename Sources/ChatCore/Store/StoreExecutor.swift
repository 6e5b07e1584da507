// SPDX-License-Identifier: MIT
internal import Dispatch
internal import Synchronization

/// Runs an actor's work on a dispatch queue of its own.
///
/// A write waits for the disk. On Swift's shared threads, of which a small machine has two, it
/// would hold up everything else.
final class StoreExecutor: SerialExecutor {
  private let queue: DispatchQueue
  private let waiting = Atomic(0)

  /// Whether some work waits for what runs now to end.
  var hasWaiting: Bool { waiting.load(ordering: .relaxed) > 0 }

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    waiting.add(1, ordering: .relaxed)
    queue.async {
      self.waiting.subtract(1, ordering: .relaxed)
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
