// SPDX-License-Identifier: MIT
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatWidgets

/// What lies over a message: answers, reactions, corrections, retractions.
final class MessageLayersTests: XCTestCase {
  private static let ada = Sender.other(address: "ada@example.org", name: "Ada")
  private static let kim = Sender.other(address: "kim@example.org", name: "Kim")

  @MainActor private static func content(_ message: Message) -> BubbleContent {
    BubbleContent(message, .single, ListStyle())
  }

  private static func answer(_ number: Int, to answered: Int) -> Message {
    var message = Samples.message(number, "Yes", sender: .me)
    message.reply = Reply(
      message: Samples.id(answered), referencedID: "", author: "Ada", excerpt: "Shall\nwe?")
    return message
  }

  // MARK: What is shown

  func testTheDetailsTellTheMomentInFull() throws {
    let facts = MainActor.assumeIsolated {
      MessageDetails(texts: MessageListTexts()).facts(of: Samples.message(1, "Yes", sender: .me))
    }
    let written = try XCTUnwrap(facts.first { $0.name == "Written" }?.value)
    // As in "Monday, 30 November 2026, 22:06:15 UTC".
    XCTAssertNotNil(
      written.wholeMatch(of: /\p{L}+, \d+ \p{L}+ \d{4}, \d\d:\d\d:\d\d [A-Z0-9+:-]+/), written)
  }

  func testAnAnswerShowsWhatItAnswersInOneLine() {
    MainActor.assumeIsolated {
      let content = Self.content(Self.answer(2, to: 1))
      XCTAssertEqual(content.quote?.author, "Ada")
      XCTAssertEqual(content.quote?.excerpt, "Shall we?")
      XCTAssertTrue(content.spokenDetails.contains("in reply to Ada: Shall we?"))
    }
  }

  func testAnAnswerToMeSaysYouAndOneOfUnknownWordsSaysSo() {
    MainActor.assumeIsolated {
      var message = Self.answer(2, to: 1)
      message.reply?.author = ""
      message.reply?.excerpt = " \u{202E}\n"
      let quote = Self.content(message).quote
      XCTAssertEqual(quote?.author, "You")
      XCTAssertEqual(quote?.excerpt, "A message")
    }
  }

  func testReactionsAreCountedAndNamed() {
    MainActor.assumeIsolated {
      var message = Samples.message(1, "Hello", sender: Self.ada)
      message.reactions = [
        Reaction(emoji: "👍", senders: [Self.kim, .me]), Reaction(emoji: "❤️", senders: [Self.ada]),
      ]
      let content = Self.content(message)
      XCTAssertEqual(content.reactions.map(\.label), ["👍 2", "❤️"])
      XCTAssertEqual(content.reactions.map(\.isMine), [true, false])
      XCTAssertEqual(content.reactions.map(\.names), ["You, Kim", "Ada"])
      XCTAssertTrue(content.spokenDetails.contains("👍 from You, Kim"))
    }
  }

  func testManyReactionsAreBounded() {
    MainActor.assumeIsolated {
      var message = Samples.message(1, "Hello", sender: Self.ada)
      let crowd = (1...500).map { Sender.other(address: "\($0)", name: "N\($0)") }
      message.reactions = (0..<500).map { Reaction(emoji: "\($0)", senders: crowd) }
      let reactions = Self.content(message).reactions
      XCTAssertEqual(reactions.count, 24)
      XCTAssertTrue(reactions[0].names.hasSuffix("N12, 488 more"))
    }
  }

  func testWhatWasTakenBackShowsNothingOfIt() {
    MainActor.assumeIsolated {
      var message = Self.answer(2, to: 1)
      (message.isRetracted, message.body, message.edited) = (true, "", message.time)
      let content = Self.content(message)
      XCTAssertEqual(content.text.shown, "This message was deleted")
      XCTAssertNil(content.quote)
      XCTAssertFalse(content.isEdited)
    }
  }

  // MARK: Geometry

  @MainActor private static func geometry(
    isMine: Bool, chips: [Int] = [], width: Int = 400, isRightToLeft: Bool = false
  ) -> BubbleGeometry {
    var parts = BubbleGeometry.Parts()
    (parts.textWidth, parts.textHeight) = (100, 20)
    (parts.lastLineWidth, parts.lastBaseline) = (100, 15)
    (parts.metaWidth, parts.metaHeight, parts.metaBaseline) = (50, 16, 13)
    (parts.quoteWidth, parts.quoteHeight) = (220, 40)
    (parts.chips, parts.chipHeight) = (chips, 24)
    var shape = BubbleGeometry.Shape()
    (shape.isMine, shape.isRightToLeft) = (isMine, isRightToLeft)
    return BubbleGeometry(width: width, parts, shape, BubbleMetrics(lineHeight: 20))
  }

  func testTheQuoteStandsAboveTheTextWithinTheBubble() {
    MainActor.assumeIsolated {
      for isRightToLeft in [false, true] {
        let geometry = Self.geometry(isMine: true, isRightToLeft: isRightToLeft)
        guard let quote = geometry.quote else { return XCTFail("no quote") }
        XCTAssertEqual(quote.y, geometry.bubble.y + 8)
        XCTAssertEqual(geometry.text.y, quote.y + 40 + 6)
        XCTAssertEqual(quote.x - geometry.bubble.x, 8)
        XCTAssertEqual(
          geometry.bubble.x + geometry.bubble.width - quote.x - quote.width, 8)
        XCTAssertGreaterThanOrEqual(quote.width, 220)
        XCTAssertGreaterThan(geometry.meta.y, quote.y + quote.height)
      }
    }
  }

  func testChipsStandOverTheEdgeAndWrapWithinTheRow() {
    MainActor.assumeIsolated {
      for isMine in [false, true] {
        for isRightToLeft in [false, true] {
          for width in [200, 360, 400] {
            let chips = Array(repeating: 40, count: 12)
            let geometry = Self.geometry(
              isMine: isMine, chips: chips, width: width, isRightToLeft: isRightToLeft)
            XCTAssertEqual(geometry.chips.count, 12)
            let edge = geometry.bubble.y + geometry.bubble.height
            XCTAssertLessThan(geometry.chips[0].y, edge)
            for (index, chip) in geometry.chips.enumerated() {
              XCTAssertGreaterThanOrEqual(chip.x, 0)
              XCTAssertLessThanOrEqual(chip.x + chip.width, width)
              XCTAssertLessThanOrEqual(chip.y + chip.height, geometry.height)
              for other in geometry.chips[..<index] where other.y == chip.y {
                XCTAssertTrue(other.x + other.width <= chip.x || chip.x + chip.width <= other.x)
              }
            }
          }
        }
      }
    }
  }

  // MARK: In a window

  @MainActor private static func point(
    _ fixture: MessageListFixture, _ number: Int, _ place: (BubbleGeometry) -> Rectangle?
  ) throws -> (x: Double, y: Double) {
    let bubble = try XCTUnwrap(fixture.state.bubble(Samples.id(number)))
    let rectangle = try XCTUnwrap(bubble.geometry.flatMap(place))
    let top = try XCTUnwrap(fixture.top(of: Samples.id(number)))
    return (
      Double(rectangle.x + rectangle.width / 2),
      top + Double(rectangle.y + rectangle.height / 2)
    )
  }

  func testPressingTheQuoteGoesToTheAnsweredMessageAndBack() throws {
    try withGtk {
      let fixture = MessageListFixture(
        Samples.conversation(1...999) + [Self.answer(1000, to: 40)])
      defer { fixture.close() }
      let at = try Self.point(fixture, 1000) { $0.quote }
      let hit = try XCTUnwrap(fixture.state.part(x: at.x, y: at.y))
      fixture.state.press(hit.part, of: hit.message)
      fixture.settle()
      XCTAssertTrue(fixture.visible.contains(Samples.id(40)))
      XCTAssertEqual(fixture.state.flash.message, Samples.id(40))
      XCTAssertTrue(fixture.list.goBack())
      fixture.settle()
      XCTAssertTrue(fixture.visible.contains(Samples.id(1000)))
    }
  }

  func testAnAnswerToWhatIsNotThereStaysWhereItIs() throws {
    try withGtk {
      let fixture = MessageListFixture(
        Samples.conversation(1...99) + [Self.answer(100, to: 5_000)])
      defer { fixture.close() }
      let at = try Self.point(fixture, 100) { $0.quote }
      let hit = try XCTUnwrap(fixture.state.part(x: at.x, y: at.y))
      fixture.state.press(hit.part, of: hit.message)
      fixture.settle()
      XCTAssertEqual(fixture.now.toEnd, 0)
      XCTAssertFalse(fixture.list.goBack())
    }
  }

  func testPressingAChipAsksForThatReaction() throws {
    try withGtk {
      var message = Samples.message(10, "Hello", sender: Self.ada)
      message.reactions = [
        Reaction(emoji: "👍", senders: [Self.kim]), Reaction(emoji: "🎉", senders: [.me]),
      ]
      let fixture = MessageListFixture(Samples.conversation(1...9) + [message])
      defer { fixture.close() }
      var asked: [String] = []
      fixture.list.actions.react = { asked.append("\($0.id.rawValue) \($1)") }
      for index in [1, 0] {
        let at = try Self.point(fixture, 10) { $0.chips[index] }
        let hit = try XCTUnwrap(fixture.state.part(x: at.x, y: at.y))
        fixture.state.press(hit.part, of: hit.message)
      }
      XCTAssertEqual(asked, ["10 🎉", "10 👍"])
    }
  }

  func testEditedLeadsToTheEarlierTexts() throws {
    try withGtk {
      var message = Samples.message(10, "Better", sender: .me)
      message.edited = message.time
      let fixture = MessageListFixture(Samples.conversation(1...9) + [message])
      defer { fixture.close() }
      let at = try Self.point(fixture, 10) { $0.meta }
      XCTAssertNil(fixture.state.part(x: at.x, y: at.y), "nothing to press without texts")
      fixture.list.actions.earlierTexts = { [EarlierText(body: "Worse", time: $0.time)] }
      let hit = try XCTUnwrap(fixture.state.part(x: at.x, y: at.y))
      var shown: [String] = []
      fixture.state.onEarlierTexts = { shown = $1.map(\.body) }
      fixture.state.press(hit.part, of: hit.message)
      XCTAssertEqual(shown, ["Worse"])
    }
  }

  func testAReactionThatComesDoesNotMoveTheEnd() throws {
    try withGtk {
      let fixture = MessageListFixture(Samples.conversation(1...60))
      defer { fixture.close() }
      let before = fixture.height(of: Samples.id(60))
      let frames = fixture.frames {
        fixture.source.update(Samples.id(60)) {
          $0.reactions = [Reaction(emoji: "👍", senders: [Self.ada])]
        }
      }
      for frame in frames { XCTAssertEqual(frame.toEnd, 0) }
      XCTAssertGreaterThan(fixture.height(of: Samples.id(60)) ?? 0, before ?? .max)
    }
  }

  // MARK: What is seen

  func testOnlyWhatIsSeenWhileSomebodyLooksIsTold() throws {
    try withGtk {
      let fixture = MessageListFixture(
        Samples.conversation(1...100), firstUnread: Samples.id(40))
      defer { fixture.close() }
      Spin.pending()
      var seen: [MessageID] = []
      fixture.list.onDisplayed = { seen.append($0.id) }
      fixture.list.isWatched = false
      fixture.list.scroll(by: 300)
      fixture.settle()
      Spin.pending()
      XCTAssertEqual(seen, [], "nobody looks")
      fixture.list.isWatched = true
      fixture.settle()
      Spin.pending()
      let last = try XCTUnwrap(seen.last)
      XCTAssertLessThan(last.rawValue, 100, "the end was never on the screen")
      XCTAssertTrue(fixture.visible.contains(last))
      fixture.list.scrollToEnd()
      fixture.settle()
      Spin.pending()
      XCTAssertEqual(seen.last, Samples.id(100))
      XCTAssertEqual(seen, seen.sorted())
    }
  }
}
