// SPDX-License-Identifier: MIT
import Gtk

/// Content above, the bar below; the content makes room for the bar within the same frame.
final class InputBarLayout: WidgetState {
  /// The bar never takes more of the window's height.
  private static let largestShare = 0.5
  /// What is typed or told by the system settles at the second pass; one more is for safety.
  private static let mostPasses = 4

  let content: Widget
  private let bar: Widget

  init(content: Widget, bar: Widget) {
    self.content = content
    self.bar = bar
  }

  func attach() {
    content.setParent(widget)
    bar.setParent(widget)
  }

  override var requestMode: SizeRequestMode { .heightForWidth }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    let (a, b) = (content.measure(orientation, for: size), bar.measure(orientation, for: size))
    switch orientation {
    case .horizontal:
      return SizeRequest(
        minimum: max(a.minimum, b.minimum), natural: max(a.natural, b.natural))
    case .vertical:
      return SizeRequest(minimum: a.minimum + b.minimum, natural: a.natural + b.natural)
    }
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let barHeight = placeBar(width: width, height: height)
    let rest = max(0, height - barHeight)
    _ = content.measure(.horizontal)
    _ = content.measure(.vertical, for: width)
    content.allocate(Rectangle(x: 0, y: 0, width: width, height: rest))
  }

  /// The bar first: how many lines its text has is only certain at its new width.
  private func placeBar(width: Int, height: Int) -> Int {
    let window = widget.window?.height ?? height
    var given = -1
    for _ in 0..<Self.mostPasses {
      _ = bar.measure(.horizontal)
      let request = bar.measure(.vertical, for: width)
      let limit = max(request.minimum, Int(Double(window) * Self.largestShare))
      let wanted = min(request.natural, limit, max(height, request.minimum))
      if wanted == given { break }
      given = wanted
      bar.allocate(Rectangle(x: 0, y: height - given, width: width, height: given))
    }
    return given
  }

  override func grabFocus() -> Bool { bar.grabFocus() }
}
