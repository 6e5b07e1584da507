// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// Faults that other message lists had, in a real window.
final class MessageListCasesTests: XCTestCase {
  /// 033-L08: the first painted frame is at the end.
  func testL08FirstFrameShowsTheEnd() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...500))
      defer { fixture.close() }
      XCTAssertEqual(fixture.frames.first?.toEnd, 0)
    }
  }

  /// 033-L08: or at the unread line, near the top edge.
  func testL08FirstFrameShowsTheUnreadLine() throws {
    try withGtk {
      let fixture = MessageListFixture(
        Samples.conversation(1...500), firstUnread: Samples.id(300))
      defer { fixture.close() }
      XCTAssertEqual(fixture.visible.first, Samples.id(300))
      let line = try XCTUnwrap(
        fixture.state.slice.rows.firstIndex { if case .unread = $0 { true } else { false } })
      let top = try XCTUnwrap(fixture.state.layout).top(of: line)
      XCTAssertTrue(0..<60 ~= top, "the line is at \(top)")
      XCTAssertFalse(fixture.list.isAtEnd)
    }
  }

  /// 034-L09: the window is filled, whatever the size of a page.
  func testL09PagesAreLoadedUntilTheWindowIsFull() throws {
    try withGtk {
      for count in [25, 500] {
        let fixture = MessageListFixture(
          (1...count).map { Samples.message($0, "x") }, height: 850)
        defer { fixture.close() }
        fixture.state.pageSize = 20
        fixture.list.show(fixture.source)
        fixture.settle()
        if count == 25 {
          XCTAssertEqual(fixture.state.slice.messages.count, 25)
        } else {
          XCTAssertLessThanOrEqual(fixture.state.layout?.tops.first ?? 1, 0)
        }
      }
    }
  }

  /// 027-L02: the jump button counts what came in while one reads elsewhere, and what was not read.
  func testL02TheJumpButtonCounts() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...500))
      defer { fixture.close() }
      let badge = fixture.list.jumpButton.badge
      let ada = Sender.other(address: "ada@example.org", name: "Ada")
      @MainActor func shows(_ text: String) -> Bool {
        Spin.until { text.isEmpty ? !badge.isVisible : badge.isVisible && badge.text == text }
      }
      fixture.source.put([Samples.message(501, "At the end", sender: ada)])
      fixture.settle()
      XCTAssertTrue(shows(""), "it was followed")
      fixture.scroll(by: -200)
      for number in 502...511 { fixture.source.put([Samples.message(number, sender: ada)]) }
      fixture.settle()
      fixture.source.put([Samples.message(512, "From my telephone", sender: .me)])
      fixture.settle()
      XCTAssertTrue(shows("10"), badge.text)
      XCTAssertFalse(fixture.list.isAtEnd)
      fixture.list.scrollToEnd()
      fixture.settle()
      XCTAssertTrue(shows(""), badge.text)
      // Opened where it was left, far from what was not read.
      fixture.list.show(
        fixture.source, at: ScrollAnchor(message: Samples.id(20), offset: 0),
        firstUnread: Samples.id(472))
      fixture.settle()
      // Of 472 … 500 and 501 … 511, those of others.
      XCTAssertTrue(shows("\((472...500).count { $0 / 3 % 2 != 0 } + 11)"), badge.text)
    }
  }

  /// 037-L12: after five quick messages, one of them high, the last row's bottom is the edge.
  func testL12TheEndIsTheEnd() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...50), animates: true)
      defer { fixture.close() }
      fixture.frames {
        for number in 51...55 {
          let body = number == 53 ? (1...20).map(String.init).joined(separator: "\n") : "Quick"
          fixture.source.put([Samples.message(number, body, sender: .me)])
        }
      }
      XCTAssertEqual(fixture.now.toEnd, 0)
      XCTAssertEqual(fixture.visible.last, Samples.id(55))
    }
  }

  /// 038-L13: of two requests the last one counts.
  func testL13TheLastJumpCounts() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...5_000))
      defer { fixture.close() }
      fixture.list.jump(to: Samples.id(900))
      fixture.list.jump(to: Samples.id(1_010))
      fixture.settle()
      XCTAssertTrue(fixture.visible.contains(Samples.id(1_010)))
      XCTAssertFalse(fixture.visible.contains(Samples.id(900)))
      XCTAssertEqual(fixture.state.flash.message, Samples.id(1_010))
      XCTAssertTrue(fixture.list.goBack())
    }
  }

  /// A hit is seen, wherever it stands in a long message, and also behind the fold.
  func testAHitInALongMessageIsSeen() throws {
    try withGtk {
      for line in [2, 38, 75] {
        let lines = (1...90).map { $0 == line ? "here a wren" : "Line \($0)" }
        let message = Samples.message(50, lines.joined(separator: "\n"))
        let fixture = MessageListFixture(
          Samples.conversation(1...49) + [message] + Samples.conversation(51...400))
        defer { fixture.close() }
        fixture.list.finder = HitFinder(MessageSearch(SearchQuery("wren")))
        fixture.list.jump(to: message.id)
        fixture.settle()
        let bubble = try XCTUnwrap(fixture.state.bubble(message.id))
        let hit = try XCTUnwrap(bubble.firstHit, "line \(line) is not shown")
        let top = try XCTUnwrap(fixture.top(of: message.id)) + Double(hit.y)
        XCTAssertGreaterThanOrEqual(top, 0)
        XCTAssertLessThanOrEqual(top + Double(hit.height), fixture.state.viewport)
      }
    }
  }

  /// 039-L14: the slider is dragged one way, and the content never moves the other way.
  func testL14DraggingNeverMovesTheContentBack() throws {
    try withGtk {
      let messages = (1...5_000).map { number in
        Samples.message(
          number, (0...(number * 7_919 % 60)).map { "Line \($0)" }.joined(separator: "\n"))
      }
      let fixture = MessageListFixture(messages)
      defer { fixture.close() }
      for isForward in [false, true] {
        var last: (number: Int64, hidden: Double)?
        for step in 0...150 {
          fixture.drag(to: Double(isForward ? step : 150 - step) / 150)
          guard let anchor = fixture.list.anchor else { continue }
          let now = (number: anchor.message.rawValue, hidden: anchor.offset)
          if let last {
            XCTAssertTrue(isForward ? now >= last : now <= last, "\(now) after \(last)")
          }
          last = now
        }
      }
    }
  }

  /// 040-L15: the end of what is loaded is not the end.
  func testL15PageBordersDoNotFollow() throws {
    try withGtk {
      let fixture = MessageListFixture(
        Samples.conversation(1...700), anchor: ScrollAnchor(message: Samples.id(100), offset: 0))
      defer { fixture.close() }
      for _ in 0..<60 {
        let before = fixture.top(of: fixture.visible[1])
        let watched = fixture.visible[1]
        fixture.scroll(by: 40)
        fixture.settle()
        if let after = fixture.top(of: watched), let before {
          XCTAssertEqual(after, before - 40)
        }
        XCTAssertFalse(fixture.list.isAtEnd)
      }
    }
  }

  /// 042-L17: odd sizes and an empty list bring no complaint.
  func testL17OddSizesBringNoComplaint() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...100))
      defer { fixture.close() }
      fixture.window.defaultSize = (1, 1)
      fixture.settle()
      fixture.source.remove(Set((1...100).map(Samples.id)))
      fixture.settle()
      XCTAssertTrue(fixture.visible.isEmpty)
      fixture.source.put(Samples.conversation(1...100))
      fixture.settle()
      fixture.list.widget.isVisible = false
      fixture.settle()
      fixture.list.widget.isVisible = true
      fixture.window.defaultSize = (480, 500)
      fixture.settle()
      XCTAssertEqual(fixture.now.toEnd, 0)
    }
  }

  /// 044-L19: while nobody looks, the first unseen message stops at the top.
  func testL19StopsAtTheFirstUnseenMessage() throws {
    try withGtk {
      for animates in [false, true] {
        let fixture = MessageListFixture(Samples.conversation(1...100), animates: animates)
        defer { fixture.close() }
        fixture.list.isWatched = false
        let ada = Sender.other(address: "ada@example.org", name: "Ada")
        for number in 101...130 {
          fixture.source.put([Samples.message(number, sender: ada)])
          Spin.frames(1, of: fixture.window)
        }
        fixture.settle()
        XCTAssertFalse(fixture.list.isAtEnd)
        XCTAssertEqual(fixture.list.anchor, ScrollAnchor(message: Samples.id(101), offset: 0))
      }
    }
  }

  /// 045-L20: after a jump far back, only the wheel moves the list, by the same way each time.
  func testL20OnlyTheUserScrolls() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...50_000))
      defer { fixture.close() }
      fixture.list.jump(to: Samples.id(20_000))
      fixture.settle()
      for distance in [53.0, -53.0] {
        for _ in 0..<120 {
          let watched = fixture.visible[fixture.visible.count / 2]
          let before = fixture.top(of: watched)
          fixture.scroll(by: distance)
          XCTAssertEqual(fixture.top(of: watched), before.map { $0 - distance })
        }
      }
    }
  }

  /// Wheel clicks 20 times a second, over rows of unequal height that are being loaded meanwhile:
  /// each moves by exactly the same distance.
  func testWheelClicksAtTwentyAHertzAreAllAlike() throws {
    try withGtk {
      let fixture = MessageListFixture(
        (1...2_000).map { Samples.message($0, String(repeating: "a b c\n", count: $0 * 7 % 31)) })
      defer { fixture.close() }
      for distance in [-91.0, 91.0] {
        for click in 0..<60 {
          guard
            let watched = fixture.visible.first(where: { fixture.top(of: $0) ?? -1 > 100 })
              ?? fixture.visible.last
          else { return XCTFail("nothing to be seen") }
          let before = fixture.top(of: watched)
          var isDue = false
          let timer = MainLoop.after(.milliseconds(50)) { isDue = true }
          fixture.scroll(by: distance)
          Spin.until { isDue }
          timer.cancel()
          XCTAssertEqual(fixture.top(of: watched), before.map { $0 - distance }, "click \(click)")
        }
      }
    }
  }

  /// After a finger has let go the list goes on, over the borders of pages, one way only, and comes to
  /// rest; what is seen moves exactly as far as the adjustment does.
  func testAFlingGoesOnAndComesToRest() throws {
    try withGtk {
      let fixture = MessageListFixture(
        (1...2_000).map { Samples.message($0, String(repeating: "a b c\n", count: $0 * 7 % 31)) })
      defer { fixture.close() }
      let adjustment = try XCTUnwrap(fixture.state.verticalAdjustment)
      let start = adjustment.value
      fixture.list.scrolled.fling(-3_000)
      var (moved, still) = (0.0, 0)
      // A machine that is busy may show no row in two frames.
      var isSeen = true
      let isAtRest = Spin.until {
        let watched = fixture.visible.first
        let before = watched.flatMap(fixture.top)
        Spin.frames(1, of: fixture.list.view)
        let after = watched.flatMap(fixture.top)
        guard let before, let after else {
          isSeen = false
          return false
        }
        XCTAssertGreaterThanOrEqual(after, before)
        moved += after - before
        still = after == before ? still + 1 : 0
        return still > 5 && moved > 0
      }
      XCTAssertTrue(isAtRest)
      XCTAssertGreaterThan(moved, 300)
      if isSeen { XCTAssertEqual(moved, start - adjustment.value, accuracy: 1) }
    }
  }

  /// What comes in is painted at the latest in the second frame after.
  func testWhatIsAppendedIsPaintedWithinTwoFrames() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...100))
      defer { fixture.close() }
      for number in 101...120 {
        fixture.forgetFrames()
        var framesUntilShown: Int?
        let painted = fixture.window.onPainted {
          if framesUntilShown == nil, fixture.top(of: Samples.id(number)) != nil {
            framesUntilShown = fixture.frames.count
          }
        }
        fixture.source.put([Samples.message(number, sender: .me)])
        XCTAssertTrue(Spin.until { framesUntilShown != nil })
        painted?.disconnect()
        XCTAssertLessThanOrEqual(framesUntilShown ?? .max, 2)
      }
    }
  }

  /// At most three screens' worth of widgets are alive, however far one has scrolled.
  func testFewWidgetsAreAlive() throws {
    try withGtk {
      let fixture = MessageListFixture(
        (1...3_000).map { Samples.message($0, "\($0)") }, height: 900)
      defer { fixture.close() }
      for step in 0..<120 { fixture.scroll(by: step.isMultiple(of: 10) ? 200 : -700) }
      XCTAssertLessThanOrEqual(fixture.state.slots.count, 3 * fixture.visible.count)
      XCTAssertLessThan(fixture.state.slice.messages.count, 600, "what is far away is dropped")
    }
  }

  /// The middle of a million is reached at once, and few widgets are enough.
  func testTheMiddleOfAMillionIsOneDragAway() throws {
    try withGtk {
      let fixture = MessageListFixture((1...1_000_000).map { Samples.message($0, "\($0)") })
      defer { fixture.close() }
      fixture.drag(to: 0.5)
      let middle = try XCTUnwrap(fixture.visible.first).rawValue
      XCTAssertEqual(Double(middle), 500_000, accuracy: 30)
      XCTAssertLessThanOrEqual(
        fixture.state.slots.live.count, 3 * fixture.visible.count)
      XCTAssertLessThan(fixture.state.slice.messages.count, 600)
    }
  }
}
