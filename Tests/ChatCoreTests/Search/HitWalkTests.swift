// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct HitWalkTests {
  /// A hit of a message at a position; its place among hits is another one where its clock was
  /// wrong.
  private func hit(_ position: Int64, key: Int64? = nil) -> SearchHit {
    SearchHit(
      message: Message(
        id: MessageID(rawValue: position), conversation: ConversationID(rawValue: 1),
        position: MessagePosition(rawValue: position), sender: .me, body: "", time: noon,
        delivery: .sent),
      place: SearchHit.Place(key: key ?? position))
  }

  private func positions(_ walk: HitWalk) -> [Int64] { walk.hits.map(\.message.position.rawValue) }

  /// The number of the hit that a step leads to; nil when a page has to be added first.
  private func step(_ walk: inout HitWalk, older: Bool = true) -> Int? {
    walk.step(older: older) ? walk.number : nil
  }

  @Test func fromTheNewestToTheOldestAndRound() {
    var walk = HitWalk()
    walk.add([hit(9), hit(5), hit(2)], limit: 10)
    #expect(walk.isWhole && walk.total == 3 && walk.number == 1)
    for number in [2, 3, 1, 2] {
      let next = step(&walk)
      #expect(next == number)
    }
    for number in [1, 3] {
      let next = step(&walk, older: false)
      #expect(next == number)
    }
  }

  @Test func aPageIsAskedForAtTheEnd() {
    var walk = HitWalk()
    walk.add([hit(9), hit(8)], limit: 2)
    #expect(!walk.isWhole && walk.total == nil)
    var steps = [step(&walk, older: false), step(&walk), step(&walk)]
    #expect(steps == [nil, 2, nil], "the oldest is not known yet")
    #expect(walk.end == SearchHit.Place(key: 8))
    walk.add([hit(7), hit(8)], limit: 2)
    #expect(positions(walk) == [9, 8, 7], "none stands twice")
    steps = [step(&walk), step(&walk)]
    #expect(steps == [3, nil])
    walk.add([], limit: 2)
    #expect(walk.isWhole && walk.total == 3)
    steps = [step(&walk)]
    #expect(steps == [1])
  }

  /// Case 091-S06: the clock orders nothing.
  @Test func hitsStandAsTheMessagesDo() {
    var walk = HitWalk()
    walk.add([hit(9), hit(3, key: 8), hit(7)], limit: 10)
    #expect(positions(walk) == [9, 7, 3])
  }

  @Test func nothingFoundIsNoPlace() {
    var walk = HitWalk()
    walk.add([], limit: 5)
    #expect(walk.number == nil && walk.current == nil && walk.total == 0)
    let next = step(&walk)
    #expect(next == nil)
    walk.stay(at: MessageID(rawValue: 4))
    #expect(walk.current == nil)
  }

  @Test func aHitThatIsStillOneIsStayedAt() {
    var walk = HitWalk()
    walk.add([hit(9), hit(5)], limit: 10)
    walk.stay(at: MessageID(rawValue: 5))
    #expect(walk.number == 2)
    walk.stay(at: MessageID(rawValue: 6))
    #expect(walk.number == 2)
  }
}
