// SPDX-License-Identifier: MIT
import Gtk
import GtkTestSupport
import XCTest

/// Bodies of notices say what was written, whatever service of the desktop draws them.
final class NotificationServiceTests: XCTestCase {
  private static let hostile =
    "<b>ALERT</b> <a href='https://evil.example'>sign in</a> & <img src='file:///x'/>"

  func testBodiesAreEscapedOnceForAServiceThatReadsMarkup() throws {
    try withGtk {
      let body = try Self.body(of: Self.hostile, capabilities: ["body", "body-markup"])
      XCTAssertEqual(
        body,
        "&lt;b&gt;ALERT&lt;/b&gt; &lt;a href='https://evil.example'&gt;sign in&lt;/a&gt; &amp; "
          + "&lt;img src='file:///x'/&gt;")
    }
  }

  func testBodiesStayAsTheyAreForAServiceThatDoesNot() throws {
    try withGtk {
      XCTAssertEqual(
        try Self.body(of: Self.hostile, capabilities: ["body", "actions"]), Self.hostile)
    }
  }

  /// What is handed to a service with these capabilities, which is on the bus for that long.
  @MainActor private static func body(of text: String, capabilities: [String]) throws -> String {
    var connected: SessionBus??
    SessionBus.connect { connected = .some($0) }
    Spin.until { connected != nil }
    guard let bus = connected ?? nil else { throw XCTSkip("no session bus: run scripts/test") }
    let name = "org.freedesktop.Notifications"
    let object = bus.export(
      "/org/freedesktop/Notifications",
      interface: """
        <node><interface name="\(name)">
        <method name="GetCapabilities"><arg type="as" direction="out"/></method>
        </interface></node>
        """
    ) { call in call.reply(Variant(tuple: [Variant(strings: capabilities)])) }
    defer { object?.cancel() }
    try ask(bus, "RequestName", [Variant(name), Variant(UInt32(4))])
    var isReady = false
    let service = NotificationService(bus) { isReady = true }
    XCTAssertTrue(Spin.until { isReady }, "the service to be known")
    let body = service.body(text)
    try ask(bus, "ReleaseName", [Variant(name)])
    return body
  }

  /// Waits for the bus itself to do something.
  @MainActor private static func ask(
    _ bus: SessionBus, _ method: String, _ arguments: [Variant]
  ) throws {
    var answer: Result<Variant, GLibError>?
    bus.call(
      "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
      method: method, Variant(tuple: arguments)
    ) { answer = $0 }
    Spin.until { answer != nil }
    _ = try XCTUnwrap(answer).get()
  }
}
