// SPDX-License-Identifier: MIT
import Gtk
public import XCTest

/// What of Gtk's live objects is compared.
public enum LiveObjectKind: CaseIterable, Sendable {
  case handles, states, closures
}

/// Asserts that using something again and again leaves no live object behind.
///
/// The first use is not counted: it may fill what is kept for the whole of the process.
///
/// - Parameter kinds: what must not grow. A test whose fixture keeps handles of its own leaves
///   those out.
@MainActor public func assertLeavesNothing(
  times: Int = 20, _ kinds: Set<LiveObjectKind> = Set(LiveObjectKind.allCases),
  file: StaticString = #filePath, line: UInt = #line, _ use: @MainActor () throws -> Void
) rethrows {
  try use()
  Spin.pending()
  let before = LiveObjects.snapshot
  for _ in 0..<times { try use() }
  Spin.pending()
  let after = LiveObjects.snapshot
  func compare(_ kind: LiveObjectKind, _ name: String, _ after: Int, _ before: Int) {
    guard kinds.contains(kind) else { return }
    XCTAssertLessThanOrEqual(after, before, name, file: file, line: line)
  }
  compare(.handles, "handles", after.handles, before.handles)
  compare(.states, "states of custom widgets", after.states, before.states)
  compare(.closures, "signal closures", after.closures, before.closures)
}
