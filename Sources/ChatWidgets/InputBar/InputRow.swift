// SPDX-License-Identifier: MIT
import Gtk

/// The input bar: what stands before the field, the field, the send button; over them whatever
/// else there is.
///
/// Everything is aligned to the bottom, so that the circle stays beside the last line. The button is
/// larger than its circle, for fingers: it reaches into the paddings and takes no room for that.
///
/// It is one widget, for each key is offered to every widget from the window to the text and back,
/// and each frame in which the text changes goes the same way.
final class InputRow: WidgetState {
  /// Pixels around the row, and between its parts.
  static let padding = (horizontal: 12, vertical: 8)
  static let spacing = 8
  /// The least size of what can be pressed (WCAG 2.1, 2.5.5).
  static let hitSize = 44

  private let above: Widget
  private let field: CustomWidget<ComposerField>
  private let button: Button
  private let glyph: CustomWidget<SendGlyph>

  /// What stands before the field, such as a button for attachments.
  var leading: Widget? {
    didSet {
      oldValue?.unparent()
      guard hasWidget else { return }
      leading?.insert(before: field, in: widget)
      widget.queueResize()
    }
  }

  init(
    above: Widget, field: CustomWidget<ComposerField>, button: Button,
    glyph: CustomWidget<SendGlyph>
  ) {
    self.above = above
    self.field = field
    self.button = button
    self.glyph = glyph
  }

  func attach() {
    above.setParent(widget)
    field.setParent(widget)
    button.setParent(widget)
  }

  override var requestMode: SizeRequestMode { .heightForWidth }

  private var circle: Int { glyph.measure(.horizontal).natural }
  private var leadingSize: SizeRequest? {
    leading.flatMap { $0.isVisible ? $0.measure(.horizontal) : nil }
  }

  /// How far the field stands above the circle's lower edge, where the circle is taller than a line.
  private var lift: Int { max(0, (circle - field.measure(.vertical).minimum) / 2) }

  /// The width that is not the field's.
  private var taken: Int {
    let start = leadingSize.map { $0.natural + Self.spacing } ?? 0
    return 2 * Self.padding.horizontal + start + Self.spacing + circle
  }

  override func measure(_ orientation: Orientation, for size: Int) -> SizeRequest {
    switch orientation {
    case .horizontal:
      let (above, row) = (above.measure(.horizontal), field.measure(.horizontal))
      return SizeRequest(
        minimum: max(above.minimum, taken + row.minimum),
        natural: max(above.natural, taken + row.natural))
    case .vertical:
      let (above, row) = (above.measure(.vertical, for: size), heights(for: size))
      return SizeRequest(
        minimum: above.minimum + row.minimum, natural: above.natural + row.natural)
    }
  }

  /// The height without what stands above.
  private func heights(for width: Int) -> SizeRequest {
    let request = field.measure(.vertical, for: width < 0 ? -1 : max(0, width - taken))
    let frame = 2 * Self.padding.vertical + lift
    let least = max(circle, leading?.measure(.vertical).minimum ?? 0) - lift
    return SizeRequest(
      minimum: max(request.minimum, least) + frame, natural: max(request.natural, least) + frame)
  }

  override func allocate(width: Int, height: Int, baseline: Int) {
    let top = placeAbove(width: width, height: height)
    let circle = circle
    let lift = lift
    let bottom = height - Self.padding.vertical - lift
    // Where the last line is.
    let middle = bottom - field.measure(.vertical).minimum / 2
    let start = leadingSize.map { $0.natural + Self.spacing } ?? 0
    let fieldTop = top + Self.padding.vertical
    let fieldHeight = max(0, bottom - fieldTop)
    place(
      field, x: Self.padding.horizontal + start, width: max(0, width - taken),
      y: fieldTop, height: fieldHeight, in: width)
    if let leading, let size = leadingSize {
      let height = leading.measure(.vertical).natural
      place(
        leading, x: Self.padding.horizontal, width: size.natural, y: middle - height / 2,
        height: height, in: width)
    }
    let side = max(Self.hitSize, circle)
    place(
      button, x: width - Self.padding.horizontal - circle / 2 - side / 2, width: side,
      y: middle - side / 2, height: side, in: width)
  }

  /// Returns its height: where there is too little for all, the field shrinks first.
  private func placeAbove(width: Int, height: Int) -> Int {
    let request = above.measure(.vertical, for: width)
    let rest = height - heights(for: width).minimum
    let given = max(request.minimum, min(request.natural, rest))
    place(above, x: 0, width: width, y: 0, height: given, in: width)
    return given
  }

  /// `x` counts from the side where lines of text begin.
  private func place(
    _ child: Widget, x: Int, width: Int, y: Int, height: Int, in rowWidth: Int
  ) {
    _ = child.measure(.horizontal)
    _ = child.measure(.vertical, for: width)
    child.allocate(
      Rectangle(
        x: widget.isRightToLeft ? rowWidth - x - width : x, y: y, width: width, height: height))
  }
}
