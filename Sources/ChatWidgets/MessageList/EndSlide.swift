// SPDX-License-Identifier: MIT

/// The movement by which a new message comes in at the end: 0.25 s, ease-out.
///
/// The list is laid out as at the end, moved down by ``lag`` pixels, which go to 0.
nonisolated struct EndSlide: Equatable {
  private(set) var lag = 0.0
  private var from = 0.0
  private var start: Int64?

  static let duration: Int64 = 250_000  // microseconds

  var isRunning: Bool { lag > 0 }

  /// Begins, or begins again from where it is, with `distance` pixels more to go.
  ///
  /// - Parameter limit: more than this is not shown as movement: nobody can read it.
  mutating func begin(distance: Double, limit: Double) {
    guard distance > 0 else { return }
    lag = min(lag + distance, limit)
    from = lag
    start = nil
  }

  /// Takes the time of the frame in microseconds. Returns whether it goes on.
  @discardableResult
  mutating func tick(_ time: Int64) -> Bool {
    guard isRunning else { return false }
    guard let start else {
      self.start = time
      return true
    }
    let part = min(max(Double(time - start) / Double(Self.duration), 0), 1)
    let left = 1 - part
    // Cubic ease-out, on whole pixels so that text is sharp on the way.
    lag = (from * left * left * left).rounded(.down)
    return isRunning
  }

  mutating func stop() { self = EndSlide() }
}
