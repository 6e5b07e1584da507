// SPDX-License-Identifier: MIT
import Gtk

/// Content above, the bar below; the content makes room for the bar within the same frame. A hairline
/// parts them, and the bar has the ground of the window.
final class InputBarLayout: WidgetState {
  /// The bar never takes more of the window's height.
  private static let largestShare = 0.5
  /// What is typed or told by the system settles at the second pass; one more is for safety.
  private static let mostPasses = 4

  /// Pixels.
  static let hairline = 1

  let content: Widget
  private let bar: Widget
  private let width: ReadingWidth

  /// A solid line in place of a thin grey one.
  var isHighContrast = false {
    didSet { if hasWidget, isHighContrast != oldValue { widget.queueDraw() } }
  }

  /// - Parameter width: How wide the bar is at most; the content has all of the width.
  init(content: Widget, bar: Widget, width: ReadingWidth) {
    self.content = content
    self.bar = bar
    self.width = width
  }

  func attach() {
    content.setParent(widget)
    bar.setParent(widget)
  }

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    let a = content.measure(orientation, for: size)
    let inset = orientation == .vertical && size >= 0 ? inset(in: size) : 0
    let b = bar.measure(orientation, for: size - 2 * inset)
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

  private func inset(in room: Int) -> Int { width.inset(of: bar, in: room) }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let barHeight = placeBar(width: width, height: height)
    let rest = max(0, height - barHeight - Self.hairline)
    _ = content.measure(.horizontal)
    _ = content.measure(.vertical, for: width)
    content.allocate(Rectangle(x: 0, y: 0, width: width, height: rest))
  }

  /// The bar first: how many lines its text has is only certain at its new width.
  private func placeBar(width: Int, height: Int) -> Int {
    let window = widget.window?.height ?? height
    let inset = inset(in: width)
    let width = width - 2 * inset
    var given = -1
    for _ in 0..<Self.mostPasses {
      _ = bar.measure(.horizontal)
      let request = bar.measure(.vertical, for: width)
      let limit = max(request.minimum, Int(Double(window) * Self.largestShare) - Self.hairline)
      let wanted = min(request.natural, limit, max(height - Self.hairline, request.minimum))
      if wanted == given { break }
      given = wanted
      bar.allocate(Rectangle(x: inset, y: height - given, width: width, height: given))
    }
    return given
  }

  private var ground: Color?

  override func styleChanged() { ground = nil }

  override func snapshot(_ snapshot: Snapshot) {
    let widget = widget
    let ground = ground ?? widget.namedColor("theme_bg_color") ?? .white
    self.ground = ground
    let height = bar.height + Self.hairline
    var part = Rectangle(x: 0, y: widget.height - height, width: widget.width, height: height)
    snapshot.fill(part, ground)
    part.height = Self.hairline
    snapshot.fill(part, widget.foreground.opacity(isHighContrast ? 1 : 0.12))
    snapshotChildren(snapshot)
  }

  override func grabFocus() -> Bool { bar.grabFocus() }
}
