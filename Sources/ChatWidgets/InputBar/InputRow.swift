// SPDX-License-Identifier: MIT
import Gtk

/// The parts of the input bar, and their places: what stands before the field, the field, the send
/// button; over them whatever else there is.
///
/// Everything is aligned to the bottom, so that the circle stays beside the last line. The button is
/// larger than its circle, for fingers: it reaches into the paddings and takes no room for that.
///
/// It is no widget of its own, for each key is offered to every widget from the window to the text and
/// back, and each frame in which the text changes goes the same way.
@MainActor final class InputRow {
  /// Pixels around the row, and between its parts.
  static let padding = (horizontal: 12, vertical: 8)
  static let spacing = 8
  /// The least size of what can be pressed (WCAG 2.1, 2.5.5).
  static let hitSize = 44
  /// By which style rules know what belongs to the bar.
  private static let style = "inputbar"

  private let above: Widget
  let field: CustomWidget<ComposerField>
  private let button: Button
  private let glyph: CustomWidget<SendGlyph>
  /// What stands before the field, such as a button for attachments.
  private(set) var leading: Widget?
  /// Where the field is, with its border.
  private(set) var fieldPlace = Rectangle(x: 0, y: 0, width: 0, height: 0)

  init(
    above: Widget, field: CustomWidget<ComposerField>, button: Button,
    glyph: CustomWidget<SendGlyph>
  ) {
    self.above = above
    self.field = field
    self.button = button
    self.glyph = glyph
    for part in [above, field, button] { part.addStyle(Self.style) }
  }

  /// Puts all parts into `widget`.
  func attach(to widget: Widget) {
    for part in [above, leading, field, button].compactMap({ $0 }) { part.setParent(widget) }
  }

  /// Replaces what stands before the field.
  ///
  /// - Parameter widget: Where the parts are; nil before they are anywhere.
  func setLeading(_ leading: Widget?, in widget: Widget?) {
    if widget != nil { self.leading?.unparent() }
    self.leading = leading
    leading?.addStyle(Self.style)
    if let widget { leading?.insert(before: field, in: widget) }
  }

  /// Solid lines in place of thin greys.
  func setHighContrast(_ isHigh: Bool) {
    for part in [above, field] { part.setStyle("high-contrast", isHigh) }
  }

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

  func measure(_ orientation: Orientation, for size: Int = -1) -> SizeRequest {
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

  /// Gives each part its place in `area`.
  func allocate(_ area: Rectangle, isMirrored: Bool) {
    let row = Places(area: area, isMirrored: isMirrored)
    let (width, height) = (area.width, area.height)
    let top = placeAbove(in: row)
    let circle = circle
    let lift = lift
    let bottom = height - Self.padding.vertical - lift
    // Where the last line is.
    let middle = bottom - field.measure(.vertical).minimum / 2
    let start = leadingSize.map { $0.natural + Self.spacing } ?? 0
    let fieldTop = top + Self.padding.vertical
    let fieldHeight = max(0, bottom - fieldTop)
    fieldPlace = row.place(
      field, x: Self.padding.horizontal + start, width: max(0, width - taken),
      y: fieldTop, height: fieldHeight)
    if let leading, let size = leadingSize {
      let height = leading.measure(.vertical).natural
      row.place(
        leading, x: Self.padding.horizontal, width: size.natural, y: middle - height / 2,
        height: height)
    }
    let side = max(Self.hitSize, circle)
    row.place(
      button, x: width - Self.padding.horizontal - circle / 2 - side / 2, width: side,
      y: middle - side / 2, height: side)
  }

  /// Returns its height: where there is too little for all, the field shrinks first.
  private func placeAbove(in row: Places) -> Int {
    let width = row.area.width
    let request = above.measure(.vertical, for: width)
    let rest = row.area.height - heights(for: width).minimum
    let given = max(request.minimum, min(request.natural, rest))
    row.place(above, x: 0, width: width, y: 0, height: given)
    return given
  }
}

/// Places within the bar.
@MainActor private struct Places {
  let area: Rectangle
  let isMirrored: Bool

  /// `x` counts from the side where lines of text begin. Returns the place as it is on the screen.
  @discardableResult
  func place(_ part: Widget, x: Int, width: Int, y: Int, height: Int) -> Rectangle {
    _ = part.measure(.horizontal)
    _ = part.measure(.vertical, for: width)
    let x = isMirrored ? area.width - x - width : x
    let place = Rectangle(x: area.x + x, y: area.y + y, width: width, height: height)
    part.allocate(place)
    return place
  }
}
