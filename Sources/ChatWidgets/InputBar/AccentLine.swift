// SPDX-License-Identifier: MIT
import Gtk

/// An upright line in the accent colour, at the start of what belongs to another message.
final class AccentLine: WidgetState {
  /// Pixels.
  private static let thickness = 3

  var tint = Color(red: 0, green: 0, blue: 0) {
    didSet { if hasWidget { widget.queueDraw() } }
  }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    orientation == .horizontal
      ? SizeRequest(minimum: Self.thickness, natural: Self.thickness)
      : SizeRequest(minimum: 0, natural: 0)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let ground = widget.namedColor("theme_bg_color") ?? .white
    snapshot.fill(
      Rectangle(x: 0, y: 0, width: widget.width, height: widget.height),
      radius: Double(Self.thickness) / 2, tint.readable(on: ground, ratio: 3))
  }
}
