// SPDX-License-Identifier: MIT
import Gtk

/// The small drawing in the list that tells how a conversation is kept.
enum ConversationMark: Hashable {
  /// A pin: it stands at the top.
  case pinned
  /// A bell that is crossed out: it makes no noise.
  case muted

  /// Draws it in `box`, which is square.
  ///
  /// - Parameter ground: what it stands on; parts the line across from what it crosses.
  func draw(_ snapshot: Snapshot, in box: Rectangle, _ color: Color, on ground: Color) {
    let size = Double(box.width)
    func line(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
      points.map { (Double(box.x) + $0.x * size, Double(box.y) + $0.y * size) }
    }
    func stroke(_ lines: [[(x: Double, y: Double)]], _ color: Color, _ width: Double) {
      snapshot.stroke(lines.map(line), width: width * size, color, in: box)
    }
    switch self {
    case .pinned:
      stroke(
        [
          [(0.32, 0.1), (0.68, 0.1)],
          [
            (0.37, 0.1), (0.37, 0.42), (0.2, 0.6), (0.8, 0.6), (0.63, 0.42), (0.63, 0.1),
          ],
          [(0.5, 0.6), (0.5, 0.94)],
        ], color, Self.thickness)
    case .muted:
      stroke(
        [
          [
            (0.14, 0.74), (0.26, 0.6), (0.27, 0.4), (0.36, 0.2), (0.5, 0.13), (0.64, 0.2),
            (0.73, 0.4), (0.74, 0.6), (0.86, 0.74), (0.14, 0.74),
          ],
          [(0.42, 0.92), (0.58, 0.92)],
        ], color, Self.thickness)
      let across = [[(0.1, 0.06), (0.92, 0.88)]]
      stroke(across, ground, 3 * Self.thickness)
      stroke(across, color, Self.thickness)
    }
  }

  /// Of a line, in units of the drawing's side.
  private static let thickness = 0.09
}
