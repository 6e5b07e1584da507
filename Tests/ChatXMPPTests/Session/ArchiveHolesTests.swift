// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

@Suite struct ArchiveHolesTests {
  @Test func aSessionBeginsBehindWhatIsKnown() {
    var holes = ArchiveHoles()
    let first = holes.sessionBegan()
    #expect(first.after == nil && first.before == nil)
    let isClosed1 = holes.fetched(first.number, first: "1", last: "9", reachesStart: true)
    #expect(isClosed1)
    #expect(holes.newest == "9")
    #expect(holes.holes.isEmpty)
    let next = holes.sessionBegan()
    #expect(next.after == "9")
  }

  @Test func pagesGoBackwards() {
    var holes = ArchiveHoles()
    holes.received("9")
    let hole = holes.sessionBegan()
    let isClosed2 = holes.fetched(hole.number, first: "30", last: "39", reachesStart: false)
    #expect(!isClosed2)
    #expect(holes[hole.number]?.before == "30")
    let isClosed3 = holes.fetched(hole.number, first: "20", last: "29", reachesStart: false)
    #expect(!isClosed3)
    let isClosed4 = holes.fetched(hole.number, first: "10", last: "19", reachesStart: true)
    #expect(isClosed4)
    #expect(holes.newest == "39")
  }

  @Test func liveMessagesAreNewerThanThePage() {
    var holes = ArchiveHoles()
    holes.received("9")
    let hole = holes.sessionBegan()
    holes.received("40")
    _ = holes.fetched(hole.number, first: "30", last: "39", reachesStart: false)
    #expect(holes.newest == "40")
  }

  @Test func whatWasCutShortIsGoneOnWith() throws {
    var holes = ArchiveHoles()
    holes.received("9")
    let first = holes.sessionBegan()
    _ = holes.fetched(first.number, first: "30", last: "39", reachesStart: false)
    let second = holes.sessionBegan()
    #expect(second.after == "39")
    #expect(holes.holes.count == 2)
    let isClosed5 = holes.fetched(second.number, first: nil, last: nil, reachesStart: true)
    #expect(isClosed5)
    #expect(holes.holes.first?.before == "30")
    // A session that fetched nothing leaves one hole, not two.
    let third = holes.sessionBegan()
    let fourth = holes.sessionBegan()
    #expect(fourth == third)
  }

  @Test func aSessionThatBroughtSomethingHasAHoleOfItsOwn() {
    var holes = ArchiveHoles()
    holes.received("9")
    let first = holes.sessionBegan()
    holes.received("20")
    holes.received("21")
    // Its archive was never read; then everything was lost again.
    let second = holes.sessionBegan()
    #expect(second.after == "21")
    #expect(second.number != first.number)
    #expect(holes[first.number]?.after == "9")
    #expect(holes[first.number]?.before == "20")
  }

  @Test func messagesInDoubtAreLookedForFromWhereTheyWereSent() {
    var holes = ArchiveHoles()
    holes.received("9")
    holes.setOutstanding(true)
    holes.received("10")
    holes.setOutstanding(true)
    #expect(holes.anchor?.id == "9")
    holes.setOutstanding(false)
    #expect(holes.anchor == nil)
  }
}
