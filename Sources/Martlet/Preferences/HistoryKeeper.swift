// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// Deletes what is older than the user wants to keep: some time after the start, after a change of
/// the preference, and once a day.
final class HistoryKeeper {
  private let store: Store
  private let preferences: AppPreferences
  private var work: Task<Void, Never>?
  private var daily: Scheduled?

  private static let day: Duration = .seconds(86_400)
  /// Between two batches, so that whoever writes a message does not wait for a queue of them.
  private static let pause: Duration = .milliseconds(50)
  private static let batch = 500

  init(_ store: Store, preferences: AppPreferences) {
    self.store = store
    self.preferences = preferences
    preferences.followHistory { [weak self] in self?.begin() }
    daily = MainLoop.every(Self.day) { [weak self] in
      self?.begin()
      return self != nil
    }
  }

  isolated deinit {
    work?.cancel()
    daily?.cancel()
  }

  /// The moment before which messages are too old; nil when all are kept.
  static func limit(days: Int, now: Timestamp) -> Timestamp? {
    guard days > 0 else { return nil }
    return Timestamp(microseconds: now.microseconds - Int64(days) * 86_400_000_000)
  }

  private func begin() {
    work?.cancel()
    guard let limit = Self.limit(days: preferences.historyDays, now: .now) else { return }
    work = Task { [store] in
      while !Task.isCancelled {
        // A disk that is full now may not be tomorrow.
        guard let count = try? await store.deleteMessages(before: limit, limit: Self.batch),
          count == Self.batch
        else { return }
        try? await MainLoopClock().sleep(for: Self.pause)
      }
    }
  }
}
