// SPDX-License-Identifier: MIT
import Glibc

/// What a benchmark found, a line for each number.
nonisolated struct Report {
  let bench: String

  /// Prints `{"bench":…,"metric":…,"value":…,"unit":…}` at once, so that a reader sees it come.
  func line(_ metric: String, _ value: Double, _ unit: String) {
    let rounded = (value * 1000).rounded() / 1000
    print(#"{"bench":"\#(bench)","metric":"\#(metric)","value":\#(rounded),"unit":"\#(unit)"}"#)
    fflush(nil)
  }
}

nonisolated extension [Double] {
  /// The middle one; NaN when there is none.
  var median: Double { quantile(0.5) }

  /// The value that the share `q` of all lies below, 0 … 1.
  func quantile(_ q: Double) -> Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    let place = q * Double(count - 1)
    let below = Int(place.rounded(.down))
    let above = Swift.min(below + 1, count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}
