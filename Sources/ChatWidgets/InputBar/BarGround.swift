// SPDX-License-Identifier: MIT
import Gtk

/// The ground and the border of the field, which style rules would have drawn anew for each letter:
/// cairo cuts a ground with round corners pixel by pixel, all of it, and works out the curves of the
/// border.
struct FieldFrame: Equatable {
  var ground, border: Color
  var thickness: Int

  /// In pixels; the style rules have it too.
  private static let cornerRadius = 20.0
  /// Pixels that the style rules leave to the border.
  static let room = 1

  func draw(in snapshot: Snapshot, _ box: Rectangle) {
    snapshot.fill(box, radius: Self.cornerRadius, ground)
    snapshot.stroke(box, radius: Self.cornerRadius, width: Double(thickness), border)
  }
}

/// What stands still behind a text that is written: the ground of the bar, the line over it, and the
/// frame of the field. It is a picture, made once for each size.
struct BarGround: Equatable {
  /// Of the bar, with the line at its upper edge.
  var area: Rectangle
  var scale: Int
  var ground, line: Color
  /// Of the field, with its border.
  var field: Rectangle
  var frame: FieldFrame

  /// Where the text stands: inside of the border, and of its corners.
  var inside: Rectangle {
    let (x, y) = ComposerField.padding
    let border = FieldFrame.room
    return Rectangle(
      x: field.x + border + x, y: field.y + border + y,
      width: max(0, field.width - 2 * (border + x)),
      height: max(0, field.height - 2 * (border + y)))
  }

  func draw(in snapshot: Snapshot) {
    snapshot.fill(area, ground)
    var edge = area
    edge.height = InputBarLayout.hairline
    snapshot.fill(edge, line)
    frame.draw(in: snapshot, field)
  }
}
