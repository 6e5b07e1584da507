// SPDX-License-Identifier: MIT
import ChatCore

/// How far the conversation has been seen, and how many messages came after that.
struct ListReading {
  /// The newest message that was whole on the screen while somebody looked, or that was there when
  /// the conversation was opened; nil before the first layout.
  private(set) var seen: MessagePosition?
  /// Messages of others after it.
  private(set) var unseenCount = 0
  /// The newest message that was told to be on the screen.
  private var reported: MessagePosition?

  /// Begins with what had been seen before.
  mutating func begin(seen: MessagePosition?) { self = ListReading(seen: seen) }

  init(seen: MessagePosition? = nil) { self.seen = seen }

  /// Notes that everything up to `position` is on the screen. Returns whether that is news.
  mutating func see(_ position: MessagePosition) -> Bool {
    if let seen, seen >= position { return false }
    seen = position
    return true
  }

  /// Whether `position` is to be told as displayed: it is newer than all that were.
  mutating func report(_ position: MessagePosition) -> Bool {
    if let reported, reported >= position { return false }
    reported = position
    return true
  }

  mutating func count(in source: any MessageListSource) {
    guard let seen else { return unseenCount = 0 }
    unseenCount = source.incomingCount(after: seen)
  }
}

/// How a message that was jumped to is pointed out: a ring that fades.
struct JumpFlash: Equatable {
  private(set) var message: MessageID?
  private(set) var strength = 0.0
  private var start: Int64?

  /// Long enough to be found, short enough not to be in the way.
  static let duration: Int64 = 1_600_000  // microseconds

  mutating func begin(_ message: MessageID) {
    self = JumpFlash()
    (self.message, strength) = (message, 1)
  }

  /// Takes the time of the frame in microseconds. Returns whether it goes on.
  ///
  /// - Parameter fades: false keeps it at full strength until its end, for reduced motion.
  mutating func tick(_ time: Int64, fades: Bool) -> Bool {
    guard message != nil else { return false }
    let start = start ?? time
    self.start = start
    let part = Double(time - start) / Double(Self.duration)
    guard part < 1 else {
      self = JumpFlash()
      return false
    }
    // At full strength for the first half.
    strength = fades ? min(1, 2 * (1 - part)) : 1
    return true
  }
}
