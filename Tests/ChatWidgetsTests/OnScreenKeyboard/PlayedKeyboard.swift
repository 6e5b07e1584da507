// SPDX-License-Identifier: MIT
import Glibc
import Gtk
import GtkTestSupport
import XCTest

/// An on-screen keyboard on the session bus (`sm.puri.OSK0`), played by a test.
@MainActor final class PlayedKeyboard {
  private(set) var isVisible: Bool
  /// What was asked for, in order.
  private(set) var requests: [Bool] = []

  private let bus: SessionBus
  private var object: Subscription?

  private static let name = "sm.puri.OSK0"
  private static let path = "/sm/puri/OSK0"
  private static let daemon = "org.freedesktop.DBus"
  private static let interface = """
    <node><interface name="sm.puri.OSK0">
      <method name="SetVisible"><arg type="b" direction="in"/></method>
      <property name="Visible" type="b" access="read"/>
    </interface></node>
    """

  /// - Throws: A skip where there is no session bus of the tests' own.
  init(isVisible: Bool = false) throws {
    guard getenv("MARTLET_SESSION") != nil else {
      throw XCTSkip("a keyboard is played in scripts/session only, not on anybody's desktop")
    }
    var connected: SessionBus?
    SessionBus.connect { connected = $0 }
    Spin.until { connected != nil }
    bus = try XCTUnwrap(connected)
    self.isVisible = isVisible
    object = bus.export(
      Self.path, interface: Self.interface,
      property: { [weak self] _ in self.map { Variant($0.isVisible) } },
      called: { [weak self] call in
        guard let self, let visible = call.parameters[0]?.bool else { return }
        requests.append(visible)
        show(visible)
        call.reply()
      })
    ask("RequestName", Variant(tuple: [Variant(Self.name), Variant(UInt32(0))]))
  }

  func show(_ visible: Bool) {
    isVisible = visible
    bus.emit(
      Self.path, interface: "org.freedesktop.DBus.Properties", signal: "PropertiesChanged",
      Variant(tuple: [
        Variant(Self.name), Variant(options: ["Visible": Variant(visible)]), Variant(strings: []),
      ]))
  }

  /// It goes away, as when its program ends.
  func close() {
    ask("ReleaseName", Variant(tuple: [Variant(Self.name)]))
    object = nil
  }

  private func ask(_ method: String, _ parameters: Variant) {
    var isDone = false
    bus.call(
      Self.daemon, path: "/org/freedesktop/DBus", interface: Self.daemon, method: method, parameters
    ) { _ in isDone = true }
    Spin.until { isDone }
  }
}
