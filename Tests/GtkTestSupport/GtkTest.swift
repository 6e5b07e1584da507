// SPDX-License-Identifier: MIT
import Gtk
public import XCTest

extension XCTestCase {
  /// The body of a test that needs GTK: runs on the main thread, with GTK initialized and the main
  /// actor bridged, and is skipped where there is no display.
  ///
  /// The test function itself is neither `@MainActor` (XCTest on Linux cannot list those) nor
  /// `async` (its body would be a main-actor job, in which GTK's loop must not be run).
  public nonisolated func withGtk(_ body: @MainActor () throws -> Void) throws {
    try MainActor.assumeIsolated {
      if let reason = Spin.skipReason { throw XCTSkip(reason) }
      MainLoop.bridgeMainActor()
      try body()
      Spin.pending()
    }
  }
}
