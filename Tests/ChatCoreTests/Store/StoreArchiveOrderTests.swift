// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// Own messages stand where they were written, and the archive has them where they arrived: behind
/// what others wrote meanwhile. The order of others is never bent to theirs.
@Suite struct StoreArchiveOrderTests {
  private func theirs(_ number: Int) -> IncomingMessage {
    .bo("\(number)", archive: "sid\(number)")
  }

  private func copy(of mine: Message, _ number: Int) -> IncomingMessage {
    IncomingMessage(
      sender: .me, body: mine.body, time: noon, originID: mine.originID, archiveID: "sid\(number)")
  }

  /// Two messages that the archive has at its end were put before what had come live.
  @Test func whatFollowsALateCopyStaysBehindWhatIsThere() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(theirs(1), in: chat)
    let mine = try await store.append(OutgoingMessage(body: "mine", time: noon), to: chat)
    let second = try #require(try await store.receive(theirs(2), in: chat))
    try await store.receive(theirs(3), in: chat)
    let page = [theirs(2), theirs(3), copy(of: mine, 4), theirs(5), theirs(6)]
    try await store.receive(page, in: chat, at: .before(second.id))
    #expect(try await store.bodies(chat) == ["1", "mine", "2", "3", "5", "6"])
  }

  @Test(arguments: [true, false])
  func whatComesBeforeALateCopyIsNotTakenBackWithIt(hasGap: Bool) async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let mine = try await store.append(OutgoingMessage(body: "mine", time: noon), to: chat)
    try await store.receive(theirs(1), in: chat)
    let gap = hasGap ? try await store.openGap(in: chat, at: noon) : nil
    let live = try #require(try await store.receive(theirs(9), in: chat))
    try await store.receive(
      [theirs(2), copy(of: mine, 3), theirs(4)], in: chat,
      at: gap.map { .closing(gap: $0) } ?? .before(live.id))
    #expect(
      try await store.bodies(chat)
        == ["mine", "1"] + (hasGap ? ["…"] : []) + ["2", "4", "9"])
  }

  /// What was written last before the connection broke arrived, behind what others wrote: it is no
  /// place for the newest page when older ones come.
  @Test func pagesOfAGapStayTogether() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(theirs(1), in: chat)
    let mine = try await store.append(OutgoingMessage(body: "mine", time: noon), to: chat)
    let gap = try #require(try await store.openGap(in: chat, at: noon))
    for page in [[theirs(4), theirs(5), copy(of: mine, 6)], [theirs(2), theirs(3)]] {
      try await store.receive(page, in: chat, at: .closing(gap: gap))
    }
    #expect(try await store.bodies(chat).compactMap { Int($0) } == [1, 2, 3, 4, 5])
  }

  /// What others wrote is in the archive's order, and what I wrote in mine, wherever the connection
  /// was away and however late it took what I wrote.
  @Test(arguments: [SeededGenerator.seed, 2, 3])
  func aHoleIsFilledInOrder(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<100 {
      let store = try Store.inMemory()
      let chat = try await store.chat()
      let count = Int.random(in: 10...60, using: &random)
      let away = Int.random(in: 1..<count, using: &random)
      // Half of the holes are at the end: nothing was written since, and a gap stands for them.
      let isAtEnd = Bool.random(using: &random)
      let back = isAtEnd ? count : Int.random(in: away...count, using: &random)
      let latest = isAtEnd ? away - 1 : count
      // Who wrote each message of the archive, and after how many of them it was written.
      var written: [Int: [Int]] = [:]
      var earliest = 0
      for number in 0..<count where Bool.random(using: &random) {
        let times = max(earliest, number - 12)...max(earliest, number)
        guard times.lowerBound <= latest else { break }
        earliest = Int.random(in: times.clamped(to: 0...latest), using: &random)
        written[earliest, default: []].append(number)
      }
      let mine = Set(written.values.joined())
      var copies: [Int: IncomingMessage] = [:]
      var first: MessageID?
      for time in 0..<count {
        var new: [MessageID] = []
        for number in written[time] ?? [] {
          let message = try await store.append(
            OutgoingMessage(body: "me \(number)", time: noon), to: chat)
          copies[number] = copy(of: message, number)
          new.append(message.id)
        }
        if !mine.contains(time), !(away..<back).contains(time),
          let live = try await store.receive(theirs(time), in: chat)
        {
          new.append(live.id)
        }
        if time >= away { first = first ?? new.first }
      }
      let gap = first == nil ? try await store.openGap(in: chat, at: noon) : nil
      var end = count
      while end > away {
        let start = max(away, end - Int.random(in: 1...20, using: &random))
        let page = (start..<end).map { copies[$0] ?? theirs($0) }
        let place: Placement =
          first.map(Placement.before) ?? gap.map { .closing(gap: $0) } ?? .end
        let new = try await store.receivePage(page, in: chat, at: place)
        if first != nil { first = new.first ?? first }
        end = start
      }
      let bodies = try await store.bodies(chat)
      let place = "seed \(seed), round \(round)"
      let others = (0..<count).filter { !mine.contains($0) }
      #expect(bodies.compactMap { Int($0) } == others, "\(place)")
      #expect(
        bodies.filter { $0.hasPrefix("me") } == mine.sorted().map { "me \($0)" }, "\(place)")
    }
  }
}
