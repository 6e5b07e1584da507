// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatXMPP
@testable import Martlet

/// The user's own picture, from a file to what contacts get.
final class OwnPictureTests: XCTestCase {
  /// 2 × 1 pixels, red and blue, with a text "Comment: at home" beside them.
  private static let wide =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD3RFWHRDb21tZW50AGF0IGhvbWUjp62G"
    + "AAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="

  private func withFile(
    _ bytes: [UInt8], _ body: @MainActor (String) throws -> Void
  ) throws {
    let path = FileManager.default.temporaryDirectory.path + "/martlet-own-\(UUID().uuidString)"
    XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try withGtk { try body(path) }
  }

  @MainActor private static func read(
    _ path: String, side: Int, byteLimit: Int = 1 << 20
  ) throws -> Result<SquarePicture, SquarePicture.Fault> {
    var found: Result<SquarePicture, SquarePicture.Fault>?
    Task { found = await SquarePicture.read(path, side: side, byteLimit: byteLimit) }
    Spin.until { found != nil }
    return try XCTUnwrap(found)
  }

  func testTheMiddleOfThePictureIsTakenAndNothingElse() throws {
    let bytes = try XCTUnwrap(Base64.decode(Self.wide))
    XCTAssertTrue(String(decoding: bytes, as: UTF8.self).contains("at home"))
    try withFile(bytes) { path in
      let picture = try Self.read(path, side: 192).get()
      XCTAssertEqual(picture.side, 1, "smaller than asked for stays small")
      XCTAssertEqual(Array(picture.png.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
      let text = String(decoding: picture.png, as: UTF8.self)
      XCTAssertFalse(text.contains("at home"))
      XCTAssertFalse(text.contains("tEXt"))
    }
  }

  func testWhatCannotBeUsedIsSaid() throws {
    let bytes = try XCTUnwrap(Base64.decode(Self.wide))
    try withFile(bytes) { path in
      XCTAssertEqual(try Self.read(path, side: 10, byteLimit: 20), .failure(.tooLarge))
      XCTAssertEqual(try Self.read(path + "-not", side: 10), .failure(.unreadable))
      XCTAssertEqual(try Self.read("/dev/zero", side: 10), .failure(.unreadable))
      XCTAssertEqual(try Self.read("/tmp", side: 10), .failure(.unreadable))
    }
    try withFile(Array("no picture".utf8)) { path in
      XCTAssertEqual(try Self.read(path, side: 10), .failure(.noPicture))
    }
  }

  func testAPictureIsPublishedShownAndTakenAway() throws {
    let bytes = try XCTUnwrap(Base64.decode(Self.wide))
    try withFile(bytes) { path in
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      service.say(.state(.online))
      XCTAssertTrue(Spin.until { connection.condition == .online })
      let dialog = OwnPictureDialog(connection, over: nil)
      dialog.present()
      defer { dialog.dialog.window.close() }
      XCTAssertTrue(Spin.until { service.calls.contains("picture alice@example.org") })
      XCTAssertFalse(dialog.remove.isSensitive, "there is none")
      dialog.use(path)
      XCTAssertFalse(dialog.choose.isSensitive, "one at a time")
      XCTAssertTrue(Spin.until { connection.pictures[connection.address, 40]?.width == 1 })
      XCTAssertTrue(service.calls.contains("set picture 1"))
      XCTAssertTrue(Spin.until { dialog.remove.isSensitive && dialog.choose.isSensitive })
      XCTAssertFalse(dialog.message.isVisible)
      dialog.remove.click()
      XCTAssertTrue(Spin.until { connection.pictures[connection.address, 40] == nil })
      XCTAssertTrue(service.calls.contains("set picture none"))
      // A server that cannot do it is no reason to be silent.
      service.refusePictures()
      XCTAssertTrue(Spin.until { dialog.choose.isSensitive })
      dialog.use(path)
      XCTAssertTrue(
        Spin.until { dialog.message.text == tr("The server cannot do that.") })
      XCTAssertTrue(dialog.choose.isSensitive)
    }
  }
}
