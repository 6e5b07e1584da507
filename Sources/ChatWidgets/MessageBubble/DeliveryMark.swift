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
  /// A check mark in a filled disc.
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
  var aspect: Double { self == .delivered ? 1.2 : 1 }

  /// Draws it in the left part of `box`, as high as that.
  ///
  /// - Parameter ground: what it stands on; cut out of filled shapes.
  func draw(_ snapshot: Snapshot, in box: Rectangle, _ color: Color, on ground: Color) {
    let size = Double(box.height)
    let (x, y) = (Double(box.x), Double(box.y))
    func point(_ px: Double, _ py: Double) -> (x: Double, y: Double) {
      (x + px * size, y + py * size)
    }
    func stroke(_ points: [(x: Double, y: Double)], _ color: Color, _ width: Double = 0.11) {
      snapshot.stroke(points, width: max(1, width * size), in: box, color)
    }
    switch self {
    case .queued:
      snapshot.stroke(
        Rectangle(x: box.x + 1, y: box.y + 1, width: box.height - 2, height: box.height - 2),
        radius: size / 2 - 1, width: max(1, size * 0.09), color)
      stroke([point(0.5, 0.28), point(0.5, 0.52), point(0.66, 0.6)], color, 0.09)
    case .sent:
      stroke([point(0.16, 0.54), point(0.38, 0.76), point(0.84, 0.26)], color)
    case .delivered:
      // Of the second one only what the first leaves to be seen: crossing lines are a blot at this
      // size.
      stroke([point(0.08, 0.54), point(0.29, 0.76), point(0.73, 0.26)], color)
      stroke([point(0.57, 0.7), point(0.63, 0.76), point(1.09, 0.26)], color)
    case .read:
      snapshot.fill(
        Rectangle(x: box.x, y: box.y, width: box.height, height: box.height), radius: size / 2,
        color)
      stroke([point(0.27, 0.52), point(0.44, 0.68), point(0.74, 0.34)], ground, 0.12)
    case .failed:
      snapshot.stroke(
        Rectangle(x: box.x, y: box.y, width: box.height, height: box.height),
        radius: size / 2, width: max(1, size * 0.09), color)
      stroke([point(0.5, 0.26), point(0.5, 0.54)], color)
      stroke([point(0.5, 0.74), point(0.5, 0.745)], color)
    }
  }
}
