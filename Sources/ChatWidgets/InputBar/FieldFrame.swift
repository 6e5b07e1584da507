// SPDX-License-Identifier: MIT
import Gtk

/// The ground and the border of the field, which style rules would have drawn anew for each letter:
/// cairo cuts a ground with round corners pixel by pixel, all of it, and works out the curves of the
/// border. So both round ends are drawn once, and between them is nothing but straight lines.
final class FieldFrame {
  struct Look: Hashable {
    /// That of the field, without its border.
    var width, height: Int
    var scale: Int
    var ground, border: Color
    var thickness: Int
  }

  /// In pixels; the style rules have it too.
  private static let cornerRadius = 20

  private let start = Still()
  private let end = Still()

  func draw(_ look: Look, in snapshot: Snapshot) {
    // Over the border that the style rules leave room for.
    let box = Rectangle(x: -1, y: -1, width: look.width + 2, height: look.height + 2)
    let strip = min(Self.cornerRadius, box.width / 2)
    var (first, middle, last) = (box, box, box)
    (first.width, last.width) = (strip, strip)
    last.x += box.width - strip
    middle.x += strip
    middle.width -= 2 * strip
    for (still, part) in [(start, first), (end, last)] {
      still.draw(in: snapshot, for: look, scale: look.scale) { snapshot in
        snapshot.clipped(to: part, radius: 0) {
          snapshot.fill(box, radius: Double(Self.cornerRadius), look.ground)
          snapshot.stroke(
            box, radius: Double(Self.cornerRadius), width: Double(look.thickness), look.border)
        }
      }
    }
    snapshot.fill(middle, look.ground)
    middle.height = look.thickness
    snapshot.fill(middle, look.border)
    middle.y = box.y + box.height - look.thickness
    snapshot.fill(middle, look.border)
  }
}
