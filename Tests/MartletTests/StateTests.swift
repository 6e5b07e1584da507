// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import XCTest

@testable import Martlet

final class StateTests: XCTestCase {
  func testWindowStateSurvivesTheFile() throws {
    let path = try temporaryPath()
    try MainActor.assumeIsolated {
      var state = WindowState()
      state.width = 911
      state.height = 457
      state.isMaximized = true
      state.showsContent = false
      let file = KeyFile()
      state.write(to: file)
      try file.save(to: path)
      XCTAssertEqual(WindowState(from: KeyFile(path: path)), state)
    }
  }

  func testTheStateOfTheWindowIsWrittenSoonAfterItHasChanged() throws {
    let path = try temporaryPath()
    try withGtk {
      let folder = String(path.dropLast("/state.ini".count))
      let file = StateFile(folder, "state.ini")
      var state = WindowState()
      let keeper = WindowStateKeeper(file, state: state) { state }
      keeper.save()
      XCTAssertEqual(WindowState(from: file.read()), WindowState())
      XCTAssertFalse(FileManager.default.fileExists(atPath: path), "written without a change")
      state.width = 901
      keeper.changed()
      state.conversation = ConversationID(rawValue: 7)
      keeper.changed()
      XCTAssertTrue(Spin.until { WindowState(from: file.read()) == state })
      state.zoom = 150
      keeper.changed()
      keeper.save()
      XCTAssertEqual(WindowState(from: file.read()), state)
    }
  }

  func testDamagedStateIsAUsableWindow() {
    MainActor.assumeIsolated {
      let file = KeyFile()
      file.set("window", "width", to: -4)
      file.set("window", "height", to: 2_000_000)
      file.set("window", "maximized", to: "perhaps")
      let state = WindowState(from: file)
      XCTAssertEqual(state.width, WindowState.minimumSize.width)
      XCTAssertLessThan(state.height, 20_000)
      XCTAssertFalse(state.isMaximized)
      XCTAssertEqual(WindowState(from: KeyFile(path: "/nowhere/at/all")), WindowState())
    }
  }

  func testAppearanceTakesWhatThePortalMaySay() {
    MainActor.assumeIsolated {
      var appearance = Appearance()
      appearance.apply(key: "color-scheme", value: Variant(UInt32(1)))
      XCTAssertEqual(appearance.scheme, .dark)
      appearance.apply(key: "color-scheme", value: Variant(UInt32(77)))
      XCTAssertEqual(appearance.scheme, .noPreference)
      appearance.apply(key: "contrast", value: Variant(UInt32(1)))
      XCTAssertTrue(appearance.highContrast)
      appearance.apply(key: "contrast", value: Variant("high"))
      XCTAssertFalse(appearance.highContrast)
      appearance.apply(
        key: "accent-color",
        value: Self.colour([0.2, 0.4, 0.6]))
      XCTAssertEqual(appearance.accent, Color(red: 0.2, green: 0.4, blue: 0.6))
      for nonsense in [
        Self.colour([-1, 0, 0]),
        Self.colour([0.1, .nan, 0]),
        Self.colour([0.5, 0.5]), Variant("blue"),
      ] {
        appearance.apply(key: "accent-color", value: nonsense)
        XCTAssertNil(appearance.accent)
      }
    }
  }

  func testAppearanceSurvivesTheFile() {
    MainActor.assumeIsolated {
      var appearance = Appearance()
      appearance.scheme = .dark
      appearance.accent = Color(red: 1, green: 0, blue: 0)
      appearance.highContrast = true
      let file = KeyFile()
      appearance.write(to: file)
      XCTAssertEqual(Appearance(from: file), appearance)
      Appearance().write(to: file)
      XCTAssertEqual(Appearance(from: file), Appearance())
    }
  }

  func testEveryFaultOfTheStoreHasASentence() {
    MainActor.assumeIsolated {
      let errors: [StoreError] = [
        .inUse(process: 77), .inUse(process: nil), .notAccessible(path: "/x", reason: "r"),
        .diskFull, .readOnly, .inputOutput(reason: "r"), .busy, .damaged(reason: "r"),
        .newerVersion(found: 9, known: 1), .migrationFailed(from: 1, reason: "r"), .notFound,
        .statement(code: 1, reason: "r"),
      ]
      for error in errors {
        let fault = StoreFault(error)
        XCTAssertFalse(fault.title.isEmpty)
        XCTAssertFalse(fault.text.contains("%"), "a place was left open: \(fault.text)")
      }
      XCTAssertTrue(StoreFault(.inUse(process: 77)).text.contains("77"))
      XCTAssertFalse(StoreFault(.newerVersion(found: 9, known: 1)).canRetry)
    }
  }

  @MainActor private static func colour(_ parts: [Double]) -> Variant {
    Variant(tuple: parts.map { Variant($0) })
  }

  private func temporaryPath() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    return folder.appendingPathComponent("state.ini").path
  }
}
