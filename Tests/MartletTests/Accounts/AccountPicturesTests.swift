// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk
import GtkTestSupport
import XCTest

@testable import ChatXMPP
@testable import Martlet

final class AccountPicturesTests: XCTestCase {
  /// 2 × 1 pixels.
  private static let small =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4"
    + "zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="

  func testAPictureIsAskedForOnceAndComes() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      let bo = try JID("bo@example.org")
      let bytes = try XCTUnwrap(Base64.decode(Self.small))
      service.set(RemotePicture(bytes: bytes, mediaType: "image/png"), of: bo)
      XCTAssertNil(connection.pictures[bo])
      XCTAssertNil(connection.pictures[bo], "asked again while it comes")
      XCTAssertTrue(Spin.until { connection.pictures.revision > 0 })
      XCTAssertEqual(connection.pictures[bo]?.width, 2)
      XCTAssertEqual(service.calls.filter { $0 == "picture bo@example.org" }.count, 1)
      let picture = connection.pictures[bo]
      XCTAssertEqual(fixture.accounts.picture(of: "bo@example.org", on: connection.id), picture)

      service.set(nil, of: bo)
      let before = connection.pictures.revision
      service.say(.avatarChanged(bo))
      XCTAssertTrue(Spin.until { connection.pictures.revision > before })
      XCTAssertNil(connection.pictures[bo], "it was taken away")
    }
  }

  func testWhoHasNoneIsAskedAgainOnlyInTheNextSession() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      let bo = try JID("bo@example.org")
      @MainActor func asked() -> Int {
        service.calls.filter { $0 == "picture bo@example.org" }.count
      }
      XCTAssertNil(connection.pictures[bo])
      XCTAssertTrue(Spin.until { asked() == 1 })
      XCTAssertFalse(
        Spin.until(limit: .milliseconds(200)) { asked() > 1 || connection.pictures[bo] != nil })
      service.say(.state(.online))
      XCTAssertTrue(Spin.until { connection.pictures.revision > 0 })
      XCTAssertNil(connection.pictures[bo])
      XCTAssertTrue(Spin.until { asked() == 2 })
    }
  }

  func testWhatIsNoPictureOrTooLargeIsNone() throws {
    try withGtk {
      let bytes = try XCTUnwrap(Base64.decode(Self.small))
      @MainActor func decode(_ bytes: [UInt8], pixelLimit: Int) -> Texture?? {
        var found: Texture??
        Task { found = .some(await Texture.decode(bytes, side: 100, pixelLimit: pixelLimit)) }
        Spin.until { found != nil }
        return found
      }
      let fitting = decode(bytes, pixelLimit: 2)
      XCTAssertEqual(fitting??.height, 1)
      let refused: [(String, [UInt8], Int)] = [
        ("more pixels than are taken", bytes, 1), ("cut off", Array(bytes.prefix(20)), 2),
        ("no picture", Array("no picture".utf8), 2), ("empty", [], 2),
      ]
      for (name, bytes, limit) in refused {
        let found = decode(bytes, pixelLimit: limit)
        XCTAssertEqual(found, .some(nil), name)
      }
    }
  }

  func testAPictureIsScaledDown() throws {
    try withGtk {
      let bytes = try XCTUnwrap(Base64.decode(Self.small))
      var found: Texture?
      Task { found = await Texture.decode(bytes, side: 1) }
      XCTAssertTrue(Spin.until { found != nil })
      XCTAssertEqual(found?.width, 1)
      XCTAssertEqual(found?.height, 1)
    }
  }
}
