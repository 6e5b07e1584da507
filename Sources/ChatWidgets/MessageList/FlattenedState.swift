// SPDX-License-Identifier: MIT
import Gtk

/// A frame around one child that is drawn as a picture of it.
///
/// For what stands over or beside what moves: it is drawn again in each frame in which something
/// moves there, and a shadow and an icon in the colour of the text take as long as several bubbles.
final class FlattenedState: WidgetState {
  private var child: Widget?
  private(set) var isDrawn = false

  /// The frame around `child`.
  static func frame(around child: Widget) -> CustomWidget<FlattenedState> {
    let state = FlattenedState()
    let widget = CustomWidget(state, cssName: "flattened")
    child.setParent(widget)
    state.child = child
    return widget
  }

  override var requestMode: SizeRequestMode { .constantSize }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    child?.measure(orientation, for: size) ?? SizeRequest(minimum: 0, natural: 0)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    child?.allocate(Rectangle(x: 0, y: 0, width: width, height: height))
  }

  override func snapshot(_ snapshot: Snapshot) {
    isDrawn = snapshot.still(scale: widget.scaleFactor) { snapshotChildren($0) }
  }

  override func dispose() { child = nil }
}
