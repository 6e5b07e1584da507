// SPDX-License-Identifier: MIT
public import Gtk

/// Keeps its child to a width that can be read, in the middle of the room there is.
///
/// On a wide screen the lines of a list, and what stands above and below it, then begin and end at
/// the same edges:
///
/// ```swift
/// let column = ReadingColumn(child: bar)
/// column.limit = { list.columnWidth }
/// list.onColumnWidthChanged = { column.limitChanged() }
/// ```
public final class ReadingColumn {
  public let widget: Widget

  /// The most pixels that the child is wide, asked for in every layout; nil gives it all the room.
  public var limit: (() -> Int)? {
    get { width.limit }
    set {
      width.limit = newValue
      limitChanged()
    }
  }

  private let width: ReadingWidth

  public init(child: Widget) {
    width = ReadingWidth()
    widget = CustomWidget(ColumnState(child, width), cssName: "reading-column")
    child.setParent(widget)
  }

  /// The column that the parent of `child` makes of it, and of what stands around it, by itself.
  ///
  /// Of `child` alone, for whoever sets the width may well be kept by the content beside it.
  init(of child: Widget, width: ReadingWidth) {
    widget = child
    self.width = width
  }

  /// ``limit`` answers with another width than before.
  public func limitChanged() { widget.queueResize() }

  /// Pixels that are free at each side of a column in `room` pixels.
  static func inset(_ column: Int, in room: Int) -> Int { max(0, room - column) / 2 }
}

/// How wide a column is at most; known to who sets it and to the widget that keeps to it.
@MainActor final class ReadingWidth {
  var limit: (() -> Int)?

  /// Pixels that are free in `room` pixels at each side of what needs at least `least`.
  func inset(of least: @autoclosure () -> Int, in room: Int) -> Int {
    guard let limit else { return 0 }
    return ReadingColumn.inset(max(limit(), least()), in: room)
  }
}

private final class ColumnState: WidgetState {
  let child: Widget
  let width: ReadingWidth

  init(_ child: Widget, _ width: ReadingWidth) {
    self.child = child
    self.width = width
  }

  private func inset(in room: Int) -> Int {
    width.inset(of: child.measure(.horizontal).minimum, in: room)
  }

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    guard orientation == .vertical, size >= 0 else { return child.measure(orientation, for: size) }
    return child.measure(orientation, for: size - 2 * inset(in: size))
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let inset = inset(in: width)
    // GTK gives a place to what was measured for it, and warns of anything else.
    _ = child.measure(.horizontal)
    _ = child.measure(.vertical, for: width - 2 * inset)
    child.allocate(Rectangle(x: inset, y: 0, width: width - 2 * inset, height: height))
  }

  override func grabFocus() -> Bool { child.grabFocus() }
}
