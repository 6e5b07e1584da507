// SPDX-License-Identifier: GPL-3.0-or-later

/// When to connect, as a value: what happens goes in, what to do comes out.
///
/// There is never more than one attempt at a time, however many "network is up" the system reports
/// in a row, and never two open connections of one account.
struct ReconnectPolicy: Sendable {
  /// 1 s, 2 s, 4 s … up to a minute, each with up to half of it added at random, so that a
  /// server that comes back is not met by all its clients at once.
  static let firstDelay: Duration = .seconds(1)
  static let longestDelay: Duration = .seconds(60)
  /// A link that looks alive after sleep must prove it within this time.
  static let probeTimeout: Duration = .seconds(5)
  /// A network that came up is given this time to become usable, and a burst of reports to end.
  static let settlingTime: Duration = .milliseconds(500)

  enum Event: Hashable, Sendable {
    /// The user wants to be online, or no longer.
    case wanted(Bool)
    case networkUp, networkDown
    case machineSleeps, machineWakes
    /// The delay asked for is over.
    case timerFired
    /// The stream is up.
    case online
    /// The attempt or the stream ended. `needsUser`: trying by itself makes no sense.
    case ended(needsUser: Bool)
  }

  enum Action: Hashable, Sendable {
    case connect
    /// Drop the present connection or attempt without a word.
    case abandon
    /// Say goodbye and close.
    case close
    /// See whether the stream still lives, within ``probeTimeout``.
    case probe
    case startTimer(Duration)
    case stopTimer
  }

  enum State: Hashable, Sendable {
    case offline
    /// Waiting for the network, or for the user after a failure that needs one.
    case waiting
    /// Waiting for the timer.
    case delayed
    case connecting
    case online
  }

  private(set) var state = State.offline
  private(set) var isWanted = false
  private var hasNetwork = true
  private var isAsleep = false
  private var needsUser = false
  private var failures = 0

  init() {}

  mutating func handle(
    _ event: Event, using generator: inout some RandomNumberGenerator
  ) -> [Action] {
    switch event {
    case .wanted(true):
      isWanted = true
      needsUser = false
      failures = 0
      switch state {
      case .connecting, .online: return []
      case .delayed: return [.stopTimer] + connect()
      case .offline, .waiting: return connect()
      }

    case .wanted(false):
      isWanted = false
      defer { state = .offline }
      return switch state {
      case .online: [.close]
      case .connecting: [.abandon]
      case .delayed: [.stopTimer]
      case .offline, .waiting: []
      }

    case .networkUp:
      hasNetwork = true
      return recover()

    case .networkDown:
      hasNetwork = false
      // An open stream is left alone: another path may carry it, and its watchdogs will tell.
      guard state == .delayed else { return [] }
      state = .waiting
      return [.stopTimer]

    case .machineSleeps:
      isAsleep = true
      switch state {
      case .connecting:
        state = .waiting
        return [.abandon]
      case .delayed:
        state = .waiting
        return [.stopTimer]
      default: return []
      }

    case .machineWakes:
      isAsleep = false
      return recover()

    case .timerFired:
      guard state == .delayed else { return [] }
      return connect()

    case .online:
      guard state == .connecting else { return [] }
      state = .online
      failures = 0
      return []

    case .ended(let needsUser):
      guard state == .connecting || state == .online else { return [] }
      self.needsUser = needsUser
      guard isWanted, !needsUser, hasNetwork, !isAsleep else {
        state = isWanted ? .waiting : .offline
        return []
      }
      state = .delayed
      return [.startTimer(delay(using: &generator))]
    }
  }

  /// The network or the machine came back: at once, but once.
  private mutating func recover() -> [Action] {
    guard isWanted, hasNetwork, !isAsleep else { return [] }
    switch state {
    case .online: return [.probe]
    case .connecting: return []
    case .waiting where needsUser: return []
    case .delayed, .waiting, .offline:
      let isDelayed = state == .delayed
      state = .delayed
      failures = 0
      return (isDelayed ? [.stopTimer] : []) + [.startTimer(Self.settlingTime)]
    }
  }

  private mutating func connect() -> [Action] {
    guard hasNetwork, !isAsleep else {
      state = .waiting
      return []
    }
    state = .connecting
    return [.connect]
  }

  private mutating func delay(using generator: inout some RandomNumberGenerator) -> Duration {
    // The sixth doubling is past the longest delay already.
    let base = min(Self.firstDelay * (1 << min(failures, 6)), Self.longestDelay)
    failures += 1
    let jitter = base * Double.random(in: 0..<0.5, using: &generator)
    return min(base + jitter, Self.longestDelay)
  }
}
