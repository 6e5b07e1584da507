// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// What rows do by themselves: their buttons, their size, their fold.
final class MessageListRowTests: XCTestCase {
  private static let lines = (1...90).map { "Line \($0)" }.joined(separator: "\n")

  func testShowMoreUnfoldsAndLeavesTheBeginningWhereItIs() throws {
    try withGtk {
      let message = Samples.message(50, Self.lines + String(repeating: "\nmore", count: 900))
      let fixture = MessageListFixture(
        Samples.conversation(1...49) + [message] + Samples.conversation(51...90),
        anchor: ScrollAnchor(message: Samples.id(50), offset: 500))
      defer { fixture.close() }
      fixture.watched = Samples.id(50)
      let bubble = try XCTUnwrap(fixture.state.bubble(Samples.id(50)))
      XCTAssertEqual(bubble.content?.text.shown.split(separator: "\n").count, 40)
      let height = try XCTUnwrap(fixture.height(of: Samples.id(50)))
      let frames = fixture.frames { bubble.more?.click() }
      XCTAssertGreaterThan(fixture.height(of: Samples.id(50)) ?? 0, 5 * height)
      XCTAssertEqual(bubble.content?.text.shown.split(separator: "\n").count, 400)
      for frame in frames { XCTAssertEqual(frame.top, -500) }
      // What is longer still opens in a window of its own.
      var shown: [MessageID] = []
      fixture.state.onShowAll = { shown.append($0.id) }
      bubble.more?.click()
      XCTAssertEqual(shown, [Samples.id(50)])
    }
  }

  func testAFailedMessageIsTriedAgainOrDeleted() throws {
    try withGtk {
      var message = Samples.message(10, "Hello", sender: .me)
      message.delivery = .failed(reason: .said("The server is full."))
      let fixture = MessageListFixture(Samples.conversation(1...9) + [message])
      defer { fixture.close() }
      var asked: [String] = []
      fixture.list.actions.retry = { asked.append("retry \($0.id.rawValue)") }
      fixture.list.actions.delete = { asked.append("delete \($0.id.rawValue)") }
      let footer = try XCTUnwrap(fixture.state.bubble(Samples.id(10))?.footer)
      footer.retry.click()
      footer.delete.click()
      XCTAssertEqual(asked, ["retry 10", "delete 10"])
    }
  }

  /// A message whose end only is on the screen becomes higher: what is read is the next one.
  func testLateHeightOfWhatIsMostlyHiddenPushesNothing() throws {
    try withGtk {
      let fixture = MessageListFixture(
        (1...60).map { Samples.message($0, "\($0)\nb\nc\nd\ne\nf") },
        anchor: ScrollAnchor(message: Samples.id(20), offset: 90))
      defer { fixture.close() }
      fixture.watched = Samples.id(21)
      let before = try XCTUnwrap(fixture.now.top)
      let height = fixture.height(of: Samples.id(20))
      let frames = fixture.frames {
        fixture.enlarge(Samples.id(20))
        XCTAssertTrue(Spin.until { fixture.height(of: Samples.id(20)) != height })
      }
      for frame in frames { XCTAssertEqual(frame.top, before) }
    }
  }

  /// Rows are kept beyond the edges so that the next step finds them ready, not to be drawn.
  func testOnlyRowsInViewAreDrawn() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...200))
      defer { fixture.close() }
      fixture.scroll(by: -2_000)
      // A text is searched when it is drawn.
      fixture.list.finder = HitFinder(MessageSearch(SearchQuery("wren")))
      fixture.settle()
      let layout = try XCTUnwrap(fixture.state.layout)
      let height = Double(fixture.list.view.height)
      var (drawn, kept) = (0, 0)
      for row in layout.range {
        guard let message = fixture.state.slice.rows[row].message,
          let bubble = fixture.state.bubble(message.id)
        else { continue }
        if layout.bottom(of: row) > 0, layout.top(of: row) < height {
          XCTAssertNotNil(bubble.hits, "in view and not drawn")
          drawn += 1
        } else if layout.bottom(of: row) < -50 || layout.top(of: row) > height + 50 {
          XCTAssertNil(bubble.hits, "drawn out of view")
          kept += 1
        }
      }
      XCTAssertGreaterThan(drawn, 3)
      XCTAssertGreaterThan(kept, 1)
      XCTAssert(fixture.list.jumpButton.frame.state.isDrawn)
    }
  }

  /// 057-T12: what is huge is a row like others, is shown bit by bit, kept whole and can be deleted.
  func testT12HugeMessagesAreRowsLikeOthers() throws {
    try withGtk {
      let huge = [
        String(repeating: "a", count: 1_000_000), String(repeating: "x\n", count: 20_000),
        String(repeating: "🇪🇸👨‍👩‍👧‍👦👍🏽", count: 1_667),
      ]
      let fixture = MessageListFixture(
        Samples.conversation(1...40) + huge.enumerated().map { Samples.message(41 + $0, $1) })
      defer { fixture.close() }
      for (number, text) in zip(41..., huge) {
        fixture.list.jump(to: Samples.id(number))
        fixture.settle()
        let bubble = try XCTUnwrap(fixture.state.bubble(Samples.id(number)))
        let line = try XCTUnwrap(bubble.text?.lines.first?.rectangle.height)
        // 2,000 characters in lines of at least 20.
        XCTAssertLessThan(bubble.geometry?.height ?? .max, 110 * line)
        bubble.more?.click()
        fixture.settle()
        XCTAssertLessThan(bubble.geometry?.height ?? .max, 1_100 * line)
        fixture.state.select(try XCTUnwrap(fixture.state.slice.message(Samples.id(number))))
        var copied: String??
        Task { copied = .some(await fixture.state.selectedText(withNames: false)) }
        Spin.until { copied != nil }
        XCTAssertEqual(copied??.utf8.count, text.utf8.count)
        fixture.source.remove([Samples.id(number)])
        fixture.settle()
        XCTAssertFalse(fixture.visible.contains(Samples.id(number)))
      }
    }
  }

  // MARK: 056-T11

  /// Texts with nothing to break a line at.
  private static let unbreakable: [String] = [
    String(repeating: "?", count: 300), String(repeating: "a", count: 300),
    "https://example.org/" + String(repeating: "a", count: 1_980),
    String(repeating: "\u{A0}", count: 300), String(repeating: "═", count: 300),
    String(repeating: "👨‍👩‍👧‍👦", count: 100),
  ]

  /// 056-T11: what is said never decides how narrow the window can be, and is wrapped into it.
  func testT11UnbreakableTextsAreWrappedAndWidenNothing() throws {
    try withGtk {
      let fixture = MessageListFixture([Samples.message(1, "Hello")])
      defer { fixture.close() }
      let ada = Sender.other(address: "a@example.org", name: String(repeating: "Wide", count: 60))
      let minimum = fixture.list.widget.measure(.horizontal).minimum
      for (number, text) in Self.unbreakable.enumerated() {
        for (offset, sender) in [Sender.me, ada].enumerated() {
          var message = Samples.message(10 + 2 * number + offset, text, sender: sender)
          message.reply = Reply(
            message: Samples.id(1), referencedID: "", author: text, excerpt: text)
          message.delivery = sender.isMe ? .failed(reason: .said(text)) : .received
          message.reactions = [Reaction(emoji: text, senders: [ada])]
          fixture.source.put([message])
          for width in [minimum, 360, 900] {
            fixture.window.defaultSize = (width, 500)
            XCTAssertTrue(Spin.until { fixture.list.view.width == width }, "\(width)")
            fixture.settle()
            XCTAssertEqual(fixture.list.widget.measure(.horizontal).minimum, minimum)
            guard let bubble = fixture.state.bubble(message.id), let geometry = bubble.geometry
            else { return XCTFail("not there") }
            let end = geometry.bubble.x + geometry.bubble.width
            XCTAssertGreaterThanOrEqual(geometry.bubble.x, 0, text)
            XCTAssertLessThanOrEqual(end, width, text)
            for line in bubble.text?.lines ?? [] {
              let start = geometry.text.x + line.rectangle.x
              XCTAssertLessThanOrEqual(start + line.rectangle.width, end, text)
            }
          }
        }
      }
    }
  }
}
