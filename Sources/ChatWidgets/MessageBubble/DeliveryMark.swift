// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The small drawing that tells how far an own message has come. Each differs by shape, not only by
/// colour.
enum DeliveryMark: Hashable {
  /// A clock.
  case queued
  /// One check mark.
  case sent
  /// Two check marks.
  case delivered
  /// Two check marks in a filled disc each.
  case read
  /// An exclamation mark in a ring.
  case failed

  init?(_ delivery: Delivery) {
    switch delivery {
    case .queued: self = .queued
    case .sent: self = .sent
    case .delivered: self = .delivered
    case .read: self = .read
    case .failed: self = .failed
    case .received: return nil
    }
  }

  /// Its width in units of its height.
  var aspect: Double {
    switch self {
    case .queued, .sent, .failed: 1
    case .delivered: 1.36
    case .read: 1.36
    }
  }

  /// Draws it in the left part of `box`, as high as that.
  ///
  /// - Parameter ground: what it stands on; cut out of filled shapes.
  func draw(_ snapshot: Snapshot, in box: Rectangle, _ color: Color, on ground: Color) {
    let size = Double(box.height)
    let (x, y) = (Double(box.x), Double(box.y))
    func point(_ px: Double, _ py: Double, shift: Double = 0) -> (x: Double, y: Double) {
      (x + (px + shift) * size, y + py * size)
    }
    func stroke(_ points: [(x: Double, y: Double)], _ color: Color, _ width: Double = 0.11) {
      snapshot.stroke(points, width: width * size, in: box, color)
    }
    func check(shift: Double, _ color: Color) {
      stroke(
        [
          point(0.2, 0.54, shift: shift), point(0.42, 0.76, shift: shift),
          point(0.82, 0.28, shift: shift),
        ], color)
    }
    func disc(shift: Double, inset: Double, _ color: Color) {
      let side = Int((size * (1 - 2 * inset)).rounded())
      snapshot.fill(
        Rectangle(
          x: Int((x + (shift + inset) * size).rounded()), y: Int((y + inset * size).rounded()),
          width: side, height: side), radius: Double(side) / 2, color)
    }
    switch self {
    case .queued:
      snapshot.stroke(
        Rectangle(x: box.x + 1, y: box.y + 1, width: box.height - 2, height: box.height - 2),
        radius: size / 2 - 1, width: max(1, size * 0.09), color)
      stroke([point(0.5, 0.28), point(0.5, 0.52), point(0.66, 0.6)], color, 0.09)
    case .sent:
      check(shift: 0, color)
    case .delivered:
      check(shift: 0, color)
      check(shift: 0.36, color)
    case .read:
      check(shift: 0, color)
      check(shift: 0.36, color)
      disc(shift: 0.36, inset: 0.02, color)
      stroke(
        [
          point(0.3, 0.53, shift: 0.36), point(0.45, 0.67, shift: 0.36),
          point(0.72, 0.34, shift: 0.36),
        ], ground, 0.11)
    case .failed:
      snapshot.stroke(
        Rectangle(x: box.x, y: box.y, width: box.height, height: box.height),
        radius: size / 2, width: max(1, size * 0.09), color)
      stroke([point(0.5, 0.26), point(0.5, 0.54)], color)
      stroke([point(0.5, 0.74), point(0.5, 0.745)], color)
    }
  }
}
