// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

@Suite struct ReconnectPolicyTests {
  /// Always the lowest number, so that there is no jitter.
  struct NoJitter: RandomNumberGenerator {
    func next() -> UInt64 { 0 }
  }

  /// Feeds events and checks after each that no second connection was begun.
  private func run(_ events: [ReconnectPolicy.Event]) -> (
    policy: ReconnectPolicy, actions: [ReconnectPolicy.Action]
  ) {
    var policy = ReconnectPolicy()
    var generator = NoJitter()
    var actions: [ReconnectPolicy.Action] = []
    var open = 0
    for event in events {
      if case .ended = event { open = 0 }
      for action in policy.handle(event, using: &generator) {
        actions.append(action)
        switch action {
        case .connect: open += 1
        case .abandon, .close: open = 0
        default: break
        }
        #expect(open <= 1)
      }
    }
    return (policy, actions)
  }

  @Test func backsOffToAMinute() {
    var events: [ReconnectPolicy.Event] = [.wanted(true)]
    for _ in 0..<9 { events += [.ended(needsUser: false), .timerFired] }
    let delays = run(events).actions.compactMap { action in
      if case .startTimer(let delay) = action { delay } else { nil }
    }
    #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test func jitterStaysWithinBounds() {
    for _ in 0..<200 {
      var policy = ReconnectPolicy()
      var generator = SystemRandomNumberGenerator()
      _ = policy.handle(.wanted(true), using: &generator)
      let actions = policy.handle(.ended(needsUser: false), using: &generator)
      guard case .startTimer(let delay) = actions.first else {
        Issue.record("no timer")
        return
      }
      #expect(delay >= .seconds(1) && delay < .milliseconds(1_500))
    }
  }

  @Test func successStartsTheDelaysAnew() {
    let (_, actions) = run([
      .wanted(true), .ended(needsUser: false), .timerFired, .ended(needsUser: false), .timerFired,
      .online, .ended(needsUser: false),
    ])
    #expect(actions.last == .startTimer(.seconds(1)))
  }

  // X21
  @Test func aBurstOfNewsIsOneAttempt() {
    let (policy, actions) = run(
      [.wanted(true), .online, .machineSleeps, .machineWakes]
        + Array(repeating: .networkUp, count: 5)
        // The link did not survive: the probe found out.
        + [.ended(needsUser: false), .networkUp, .networkUp, .timerFired, .networkUp])
    #expect(actions.filter { $0 == .connect }.count == 2)
    #expect(policy.state == .connecting)

    let (after, more) = run([
      .wanted(true), .online, .networkDown, .ended(needsUser: false), .networkUp, .networkUp,
      .timerFired,
    ])
    #expect(more.filter { $0 == .connect }.count == 2)
    #expect(after.state == .connecting)
  }

  @Test func aStreamIsProbedAndNotDroppedWhenTheMachineWakes() {
    let (policy, actions) = run([.wanted(true), .online, .machineSleeps, .machineWakes])
    #expect(actions == [.connect, .probe])
    #expect(policy.state == .online)
  }

  @Test func waitsForTheNetworkWithoutTrying() {
    let (policy, actions) = run([.networkDown, .wanted(true)])
    #expect(actions.isEmpty)
    #expect(policy.state == .waiting)
  }

  @Test func comesBackAtOnceWithTheNetwork() {
    let (_, actions) = run([
      .wanted(true), .ended(needsUser: false), .timerFired, .ended(needsUser: false), .networkDown,
      .networkUp,
    ])
    #expect(actions.last == .startTimer(ReconnectPolicy.settlingTime))
  }

  @Test func sleepEndsAnAttemptAndWakingStartsOne() {
    let (_, actions) = run([
      .wanted(true), .machineSleeps, .timerFired, .machineWakes, .timerFired,
    ])
    #expect(
      actions == [.connect, .abandon, .startTimer(ReconnectPolicy.settlingTime), .connect])
  }

  @Test func waitsForTheUserWhenTryingIsNoUse() {
    let (policy, actions) = run([
      .wanted(true), .ended(needsUser: true), .networkUp, .machineWakes, .timerFired,
    ])
    #expect(actions == [.connect])
    #expect(policy.state == .waiting)
    #expect(
      run([.wanted(true), .ended(needsUser: true), .wanted(true)]).actions == [.connect, .connect])
  }

  @Test func goingOfflineStopsEverything() {
    #expect(run([.wanted(true), .wanted(false)]).actions == [.connect, .abandon])
    #expect(run([.wanted(true), .online, .wanted(false)]).actions == [.connect, .close])
    #expect(
      run([.wanted(true), .ended(needsUser: false), .wanted(false), .timerFired]).actions
        == [.connect, .startTimer(.seconds(1)), .stopTimer])
  }
}
