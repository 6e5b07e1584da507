// SPDX-License-Identifier: MIT
import XCTest

@testable import ChatWidgets

/// The pure geometry: where rows stand, and what the scroll bar says.
final class MessageListGeometryTests: XCTestCase {
  private func layOut(
    _ pin: ListLayout.Pin, _ heights: [Int], viewport: Double = 400, overscan: Double = 0,
    startIsLoaded: Bool = true, endIsLoaded: Bool = true
  ) -> ListLayout {
    ListLayout(
      pin,
      in: ListLayout.Room(
        rows: heights.count, viewport: viewport, overscan: overscan,
        startIsLoaded: startIsLoaded, endIsLoaded: endIsLoaded)
    ) { heights[$0] }
  }

  func testFewRowsStandOnTheBottomEdge() {
    let layout = layOut(.row(0, top: 0), [50, 70])
    XCTAssertEqual(layout.tops, [280, 330])
    XCTAssertEqual(layout.bottom, 400)
    XCTAssertTrue(layout.isAtEnd)
  }

  func testEndIsLaidOutFromTheLastRow() {
    let layout = layOut(.end(lag: 0), Array(repeating: 60, count: 100))
    XCTAssertEqual(layout.range, 93..<100)
    XCTAssertEqual(layout.bottom, 400)
    XCTAssertTrue(layout.isAtEnd)
  }

  func testNothingIsEmptyAboveTheFirstRow() {
    let layout = layOut(.row(0, top: 90), Array(repeating: 60, count: 100))
    XCTAssertEqual(layout.top(of: 0), 0)
    XCTAssertFalse(layout.isAtEnd)
  }

  func testNothingIsEmptyBelowTheLastRow() {
    let layout = layOut(.row(99, top: 10), Array(repeating: 60, count: 100))
    XCTAssertEqual(layout.bottom, 400)
    XCTAssertTrue(layout.isAtEnd)
  }

  func testLastLoadedRowIsNotTheEndWhileThereAreNewer() {
    // 040-L15: rows 100..149 are loaded, the newest is 700.
    let layout = layOut(
      .end(lag: 0), Array(repeating: 30, count: 50), startIsLoaded: false, endIsLoaded: false)
    XCTAssertFalse(layout.isAtEnd)
    XCTAssertTrue(layout.lacksNewer)
  }

  func testOlderRowsAreWantedOnlyWhenTheFirstLoadedIsNear() {
    let heights = Array(repeating: 40, count: 50)
    XCTAssertFalse(
      layOut(.row(20, top: 0), heights, overscan: 200, startIsLoaded: false).lacksOlder)
    XCTAssertTrue(
      layOut(.row(4, top: 0), heights, overscan: 200, startIsLoaded: false).lacksOlder)
  }

  func testRowsFarAwayAreNotMeasured() {
    var measured = Set<Int>()
    _ = ListLayout(
      .row(500_000, top: 0),
      in: ListLayout.Room(
        rows: 1_000_000, viewport: 400, overscan: 200, startIsLoaded: true, endIsLoaded: true)
    ) {
      measured.insert($0)
      return 40
    }
    XCTAssertLessThan(measured.count, 25)
  }

  // MARK: The literal cases

  /// The distance from the top of the content to the top of the viewport.
  private func value(_ layout: ListLayout, _ heights: [Int]) -> Double {
    let above = heights[..<layout.range.lowerBound].reduce(0, +)
    return Double(above) - (layout.tops.first ?? 0)
  }

  func testL01HistoryPutInFrontMovesNothing() {
    // Upper 1000, page 400: rows of 50. Prepend 320.
    let before = Array(repeating: 50, count: 20)
    let after = [100, 100, 120] + before
    let middle = layOut(.row(11, top: 0), before)
    XCTAssertEqual(value(middle, before), 550)
    XCTAssertEqual(value(layOut(.row(11 + 3, top: 0), after), after), 870)
    XCTAssertEqual(value(layOut(.end(lag: 0), before), before), 600)
    XCTAssertEqual(value(layOut(.end(lag: 0), after), after), 920)
  }

  func testL02NewMessageMovesOnlyWhoIsAtTheEnd() {
    let before = Array(repeating: 50, count: 20)
    let after = before + [60]
    XCTAssertEqual(value(layOut(.row(4, top: 0), before), before), 200)
    XCTAssertEqual(value(layOut(.row(4, top: 0), after), after), 200)
    XCTAssertEqual(value(layOut(.end(lag: 0), after), after), 660)
  }

  func testL04GrowingComposer() {
    let heights = Array(repeating: 50, count: 20)
    XCTAssertEqual(value(layOut(.end(lag: 0), heights, viewport: 320), heights), 680)
    XCTAssertEqual(value(layOut(.row(4, top: 0), heights, viewport: 320), heights), 200)
    XCTAssertEqual(value(layOut(.end(lag: 0), heights, viewport: 400), heights), 600)
    XCTAssertEqual(value(layOut(.row(4, top: 0), heights, viewport: 400), heights), 200)
  }

  func testL06RewrapKeepsTheAnchor() {
    let wide = Array(repeating: 100, count: 100)
    var narrow = wide
    for row in 0..<42 { narrow[row] = row < 22 ? 50 : 100 }
    XCTAssertEqual(narrow[..<42].reduce(0, +), 3100)
    XCTAssertEqual(value(layOut(.row(42, top: -10), wide), wide), 4210)
    XCTAssertEqual(value(layOut(.row(42, top: -10), narrow), narrow), 3110)
  }

  // MARK: The scroll bar

  func testBarIsAtItsEndsAtTheEnds() {
    let scale = ScrollScale(count: 1_000_000, viewport: 400)
    let first = (0..<8).map {
      ScrollScale.Span(rank: $0, top: 50.0 * Double($0), bottom: 50.0 * Double($0 + 1))
    }
    XCTAssertEqual(scale.fraction(of: first), 0, accuracy: 1e-12)
    let last = (0..<8).map {
      ScrollScale.Span(rank: 999_992 + $0, top: 50.0 * Double($0), bottom: 50.0 * Double($0 + 1))
    }
    XCTAssertEqual(scale.fraction(of: last), 1, accuracy: 1e-12)
  }

  func testBarAndPlaceAreInverse() {
    let scale = ScrollScale(count: 5_000, viewport: 400)
    for step in 0...1_000 {
      let fraction = Double(step) / 1_000
      let target = scale.target(at: fraction)
      // Rows of two heights, laid out so that the target is where it is wanted.
      func height(_ rank: Int) -> Double { rank % 3 == 0 ? 130 : 40 }
      var spans: [ScrollScale.Span] = []
      var (rank, top) = (target.rank, target.line - target.part * height(target.rank))
      while rank > 0, top > 0 {
        rank -= 1
        top -= height(rank)
      }
      while rank < 5_000, top < 400 {
        if top + height(rank) > 0 {
          spans.append(ScrollScale.Span(rank: rank, top: top, bottom: top + height(rank)))
        }
        top += height(rank)
        rank += 1
      }
      XCTAssertEqual(scale.fraction(of: spans), fraction, accuracy: 1e-9)
    }
  }

  func testL14DraggingOneWayNeverMovesContentTheOtherWay() {
    // 5000 messages of one to 60 lines; heights are known only once they are seen.
    let scale = ScrollScale(count: 5_000, viewport: 600)
    func height(_ rank: Int) -> Double { Double(20 + (rank &* 7_919 % 60) * 19) }
    var last = (rank: -1, hidden: 0.0)
    for step in 0...3_000 {
      let target = scale.target(at: Double(step) / 3_000)
      var (rank, top) = (target.rank, target.line - target.part * height(target.rank))
      while rank > 0, top > 0 {
        rank -= 1
        top -= height(rank)
      }
      let now = (rank: rank, hidden: -top)
      XCTAssertTrue(now.rank > last.rank || now.rank == last.rank && now.hidden >= last.hidden)
      last = now
    }
  }

  func testThereIsAlwaysRoomToScrollTowardsWhatIsNotLoaded() {
    let scale = ScrollScale(count: 1_000, viewport: 400)
    let bounds = scale.bounds(fraction: 0.000_1, unit: 40, above: nil, below: nil)
    XCTAssertGreaterThanOrEqual(bounds.above, 400)
    XCTAssertEqual(scale.bounds(fraction: 0, unit: 40, above: 0, below: nil).above, 0)
    XCTAssertEqual(
      scale.bounds(fraction: 0.3, unit: 40, above: 12, below: 34),
      ScrollScale.Bounds(above: 12, below: 34))
  }

  // MARK: Following

  func testSlideEasesOutInAQuarterOfASecond() {
    var slide = EndSlide()
    slide.begin(distance: 100, limit: 400)
    XCTAssertTrue(slide.tick(1_000_000))
    XCTAssertEqual(slide.lag, 100)
    XCTAssertTrue(slide.tick(1_062_500))
    XCTAssertEqual(slide.lag, 42)  // 100 · 0.75³
    XCTAssertFalse(slide.tick(1_250_000))
    XCTAssertEqual(slide.lag, 0)
  }

  func testSlideIsNeverLongerThanItsLimit() {
    var slide = EndSlide()
    slide.begin(distance: 90_000, limit: 400)
    XCTAssertEqual(slide.lag, 400)
    slide.begin(distance: -5, limit: 400)
    XCTAssertEqual(slide.lag, 400)
  }
}
