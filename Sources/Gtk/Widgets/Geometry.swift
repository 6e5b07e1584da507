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
