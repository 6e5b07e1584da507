// SPDX-License-Identifier: MIT
import Gtk

/// A small square that shows a picture file, and an icon until it is read or when it cannot be.
final class AttachmentPreview: WidgetState {
  /// Pixels.
  static let side = 40

  private let icon: Image
  private var texture: Texture?

  init(icon name: String) {
    icon = Image(icon: name)
  }

  func attach() {
    icon.setParent(widget)
    widget.clips = true
    widget.setAccessibleHidden(true)
  }

  /// Reads the picture in the background, as large as the square needs it on this screen.
  func load(_ path: String) {
    // Twice the side: the shorter side of a long picture should fill the square, too.
    let side = 2 * Self.side * max(1, widget.scaleFactor)
    Texture.load(path, side: side) { [weak self] texture in
      guard let self, hasWidget, let texture else { return }
      self.texture = texture
      icon.isVisible = false
      widget.queueDraw()
    }
  }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    SizeRequest(minimum: Self.side, natural: Self.side)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    guard icon.isVisible else { return }
    _ = icon.measure(.horizontal)
    icon.allocate(Rectangle(x: 0, y: 0, width: width, height: height))
  }

  override func snapshot(_ snapshot: Snapshot) {
    snapshotChildren(snapshot)
    guard let texture, texture.width > 0, texture.height > 0 else { return }
    let (width, height) = (Double(widget.width), Double(widget.height))
    let scale = max(width / Double(texture.width), height / Double(texture.height))
    let shown = (width: Double(texture.width) * scale, height: Double(texture.height) * scale)
    snapshot.draw(
      texture,
      in: Rectangle(
        x: Int((width - shown.width) / 2), y: Int((height - shown.height) / 2),
        width: Int(shown.width.rounded()), height: Int(shown.height.rounded())))
  }
}
