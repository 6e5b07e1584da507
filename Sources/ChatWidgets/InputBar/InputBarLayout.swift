// SPDX-License-Identifier: MIT
import Gtk

/// Content above, the parts of the bar below; the content makes room for the bar within the same
/// frame. A hairline parts them, and the bar has the ground of the window.
final class InputBarLayout: WidgetState {
  /// The bar never takes more of the window's height.
  private static let largestShare = 0.5
  /// What is typed or told by the system settles at the second pass; one more is for safety.
  private static let mostPasses = 4

  /// Pixels.
  static let hairline = 1

  let content: Widget
  private let row: InputRow
  private let width: ReadingWidth
  /// Where the bar is.
  private(set) var bar = Rectangle(x: 0, y: 0, width: 0, height: 0)

  /// A solid line in place of a thin grey one.
  var isHighContrast = false {
    didSet {
      row.setHighContrast(isHighContrast)
      if hasWidget, isHighContrast != oldValue { widget.queueDraw() }
    }
  }

  /// - Parameter width: How wide the bar is at most; the content has all of the width.
  init(content: Widget, row: InputRow, width: ReadingWidth) {
    self.content = content
    self.row = row
    self.width = width
  }

  func attach() {
    content.setParent(widget)
    row.attach(to: widget)
  }

  /// What stands before the field.
  var leading: Widget? {
    get { row.leading }
    set {
      row.setLeading(newValue, in: hasWidget ? widget : nil)
      if hasWidget { widget.queueResize() }
    }
  }

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    let a = content.measure(orientation, for: size)
    let inset = orientation == .vertical && size >= 0 ? inset(in: size) : 0
    let b = row.measure(orientation, for: size - 2 * inset)
    switch orientation {
    case .horizontal:
      return SizeRequest(
        minimum: max(a.minimum, b.minimum), natural: max(a.natural, b.natural))
    case .vertical:
      return SizeRequest(
        minimum: a.minimum + Self.hairline + b.minimum,
        natural: a.natural + Self.hairline + b.natural)
    }
  }

  private func inset(in room: Int) -> Int {
    width.inset(of: row.measure(.horizontal).minimum, in: room)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let barHeight = placeBar(width: width, height: height)
    let rest = max(0, height - barHeight - Self.hairline)
    _ = content.measure(.horizontal)
    _ = content.measure(.vertical, for: width)
    content.allocate(Rectangle(x: 0, y: 0, width: width, height: rest))
  }

  /// The bar first: how many lines its text has is only certain at its new width.
  private func placeBar(width: Int, height: Int) -> Int {
    let widget = widget
    let window = widget.window?.height ?? height
    let inset = inset(in: width)
    let width = width - 2 * inset
    var given = -1
    let isMirrored = widget.isRightToLeft
    for _ in 0..<Self.mostPasses {
      let request = row.measure(.vertical, for: width)
      let limit = max(request.minimum, Int(Double(window) * Self.largestShare) - Self.hairline)
      let wanted = min(request.natural, limit, max(height - Self.hairline, request.minimum))
      if wanted == given { break }
      given = wanted
      bar = Rectangle(x: inset, y: height - given, width: width, height: given)
      row.allocate(bar, isMirrored: isMirrored)
    }
    return given
  }

  private let still = Still<BarGround>()
  private var ground: Color?

  override func styleChanged() { ground = nil }

  /// What is behind the parts of the bar.
  var look: BarGround {
    let widget = widget
    let ground = ground ?? widget.namedColor("theme_bg_color") ?? .white
    self.ground = ground
    return BarGround(
      area: Rectangle(
        x: 0, y: bar.y - Self.hairline, width: widget.width, height: bar.height + Self.hairline),
      scale: widget.scaleFactor, ground: ground,
      line: widget.foreground.opacity(isHighContrast ? 1 : 0.12),
      field: row.fieldPlace, frame: row.field.state.frame)
  }

  override func snapshot(_ snapshot: Snapshot) {
    let look = look
    still.draw(
      in: snapshot, for: look, scale: look.scale, flat: (look.inside, look.frame.ground), look.draw)
    snapshotChildren(snapshot)
  }

  override func grabFocus() -> Bool { row.field.grabFocus() }
}
