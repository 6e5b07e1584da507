// SPDX-License-Identifier: MIT
import Gtk

/// The ground and the border of the field, which style rules would have drawn anew for each letter:
/// cairo cuts a ground with round corners pixel by pixel, all of it, and works out the curves of the
/// border. So they are a picture, made once for each size.
struct FieldFrame: Equatable {
  /// That of the field, without its border.
  var width, height: Int
  var scale: Int
  var ground, border: Color
  var thickness: Int

  /// In pixels; the style rules have it too.
  private static let cornerRadius = 20.0

  /// Where the text stands: inside of the border, and of its corners.
  var inside: Rectangle {
    let (x, y) = ComposerField.padding
    return Rectangle(x: x, y: y, width: max(0, width - 2 * x), height: max(0, height - 2 * y))
  }

  func draw(in snapshot: Snapshot) {
    // Over the border that the style rules leave room for.
    let box = Rectangle(x: -1, y: -1, width: width + 2, height: height + 2)
    snapshot.fill(box, radius: Self.cornerRadius, ground)
    snapshot.stroke(box, radius: Self.cornerRadius, width: Double(thickness), border)
  }
}
