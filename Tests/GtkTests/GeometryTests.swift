// SPDX-License-Identifier: MIT
import Gtk
import XCTest

final class GeometryTests: XCTestCase {
  func testPartsAroundAHoleCoverTheRestOnce() {
    let whole = Rectangle(x: -1, y: 2, width: 9, height: 7)
    for hole in [
      Rectangle(x: 1, y: 3, width: 4, height: 2), whole,
      Rectangle(x: -1, y: 2, width: 9, height: 1), Rectangle(x: 7, y: 8, width: 1, height: 1),
      Rectangle(x: 0, y: 2, width: 2, height: 7),
    ] {
      let parts = whole.parts(around: hole) + [hole]
      for (x, y) in (-2..<10).flatMap({ x in (0..<11).map { (x, $0) } }) {
        let pixel = Rectangle(x: x, y: y, width: 1, height: 1)
        XCTAssertEqual(
          parts.count { $0.intersection(pixel) != nil },
          whole.intersection(pixel) == nil ? 0 : 1, "\(x), \(y) with \(hole)")
      }
    }
  }

  func testIntersection() {
    let box = Rectangle(x: 0, y: 0, width: 4, height: 3)
    XCTAssertEqual(
      box.intersection(Rectangle(x: 2, y: -1, width: 9, height: 3)),
      Rectangle(x: 2, y: 0, width: 2, height: 2))
    XCTAssertNil(box.intersection(Rectangle(x: 4, y: 0, width: 1, height: 1)), "beside it")
    XCTAssertNil(box.intersection(Rectangle(x: 1, y: 1, width: 0, height: 1)), "of nothing")
  }
}
