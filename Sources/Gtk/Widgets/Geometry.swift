// SPDX-License-Identifier: MIT
import CGtk

/// Across or down.
public enum Orientation {
  case horizontal, vertical

  var gtk: GtkOrientation {
    self == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
  }

  init(_ gtk: GtkOrientation) {
    self = gtk == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical
  }
}

/// How a widget uses room beyond what it needs.
public enum Align {
  case fill, start, end, center, baseline

  var gtk: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .end: GTK_ALIGN_END
    case .center: GTK_ALIGN_CENTER
    case .baseline: GTK_ALIGN_BASELINE
    }
  }
}

/// A rectangle in pixels of the application.
nonisolated public struct Rectangle: Equatable, Sendable {
  public var x, y, width, height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// What it has in common with another; nil for nothing.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    guard left < right, top < bottom else { return nil }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// What it is made of beside a `hole` within it: above, below, and at both sides.
  public func parts(around hole: Rectangle) -> [Rectangle] {
    let (holeRight, holeBottom) = (hole.x + hole.width, hole.y + hole.height)
    return [
      Rectangle(x: x, y: y, width: width, height: hole.y - y),
      Rectangle(x: x, y: holeBottom, width: width, height: y + height - holeBottom),
      Rectangle(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      Rectangle(x: holeRight, y: hole.y, width: x + width - holeRight, height: hole.height),
    ].filter { $0.width > 0 && $0.height > 0 }
  }
}

/// What a widget needs in one direction, in pixels.
public struct SizeRequest: Equatable, Sendable {
  public var minimum: Int
  public var natural: Int
  public var minimumBaseline: Int
  public var naturalBaseline: Int

  public init(
    minimum: Int, natural: Int, minimumBaseline: Int = -1, naturalBaseline: Int = -1
  ) {
    self.minimum = minimum
    self.natural = natural
    self.minimumBaseline = minimumBaseline
    self.naturalBaseline = naturalBaseline
  }
}
