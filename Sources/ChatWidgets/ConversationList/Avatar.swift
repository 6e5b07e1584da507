// SPDX-License-Identifier: MIT
import ChatCore
public import Gtk

/// The picture of somebody; until there is one, their initials on the colour of their address.
public final class Avatar {
  public let widget: Widget
  private let state: AvatarState

  public var picture: Texture? {
    get { state.picture }
    set { state.picture = newValue }
  }

  /// Device pixels of a side, for which a picture is to be decoded.
  public var side: Int { state.size * max(widget.scaleFactor, 1) }

  /// - Parameters:
  ///   - key: What the colour comes from: the address (XEP-0392).
  ///   - size: In pixels.
  public init(name: String, key: String, size: Int) {
    state = AvatarState(initials: Initials.of(name), key: key, size: size)
    widget = CustomWidget(state, cssName: "avatar")
    widget.align(horizontal: .center, vertical: .center)
    widget.setAccessibleHidden(true)
  }
}

private final class AvatarState: WidgetState {
  private let initials: String
  private let key: String
  let size: Int
  var picture: Texture? {
    didSet { if picture != oldValue, hasWidget { widget.queueDraw() } }
  }

  init(initials: String, key: String, size: Int) {
    self.initials = initials
    self.key = key
    self.size = size
  }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    SizeRequest(minimum: self.size, natural: self.size)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let fill = ConsistentColor.color(for: key)
    let box = Rectangle(x: 0, y: 0, width: size, height: size)
    if let picture { return snapshot.draw(picture, asDiscIn: box) }
    snapshot.fill(box, radius: Double(size) / 2, Color(fill))
    let layout = TextLayout(for: widget, text: initials)
    let attributes = TextAttributes()
    attributes.add(.weight(600))
    attributes.add(.scale(Double(size) / 40))
    layout.setAttributes(attributes)
    let text = layout.size
    snapshot.translated(
      x: Double(size - text.width) / 2, y: Double(size - text.height) / 2
    ) { snapshot.draw(layout, Color(fill.glyph)) }
  }
}
