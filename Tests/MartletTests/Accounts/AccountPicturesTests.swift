// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
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
      XCTAssertNil(connection.pictures[bo, 40])
      XCTAssertNil(connection.pictures[bo, 40], "asked again while it comes")
      XCTAssertTrue(Spin.until { connection.pictures.revision > 0 })
      XCTAssertEqual(connection.pictures[bo, 40]?.width, 1, "the square in the middle")
      XCTAssertEqual(service.calls.filter { $0 == "picture bo@example.org" }.count, 1)
      let picture = connection.pictures[bo, 40]
      XCTAssertEqual(
        fixture.accounts.picture(of: "bo@example.org", on: connection.id, side: 40), picture)

      service.set(nil, of: bo)
      let before = connection.pictures.revision
      service.say(.avatarChanged(bo))
      XCTAssertTrue(Spin.until { connection.pictures.revision > before })
      XCTAssertNil(connection.pictures[bo, 40], "it was taken away")
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
      XCTAssertNil(connection.pictures[bo, 40])
      XCTAssertTrue(Spin.until { asked() == 1 })
      XCTAssertFalse(
        Spin.until(limit: .milliseconds(200)) {
          asked() > 1 || connection.pictures[bo, 40] != nil
        })
      service.say(.state(.online))
      XCTAssertTrue(Spin.until { connection.pictures.revision > 0 })
      XCTAssertNil(connection.pictures[bo, 40])
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

  // MARK: Cases of the field

  /// As many pixels as a camera takes: 36 MB of them.
  private static let large = RemotePicture(
    bytes: TestPicture.png(width: 4_000, height: 3_000), mediaType: "image/png")

  /// 108-D13: decoded for the pixels that are there, not for points.
  func testAPictureIsDecodedForTheScaleOfTheScreen() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      let bo = try JID("bo@example.org")
      service.set(Self.large, of: bo)
      let pictures = connection.pictures
      for side in [32, 48, 64] {
        _ = pictures[bo, side]
        XCTAssertTrue(Spin.until { pictures[bo, side]?.width == side }, "\(side)")
        XCTAssertEqual(pictures[bo, side]?.height, side)
      }
      XCTAssertEqual(pictures[bo, 32]?.width, 64, "what is there in a larger size is taken")
      XCTAssertEqual(service.calls.filter { $0 == "picture bo@example.org" }.count, 3)
    }
  }

  /// 118-P08: 300 people with large pictures, in places of 32 pixels on a screen of scale 2.
  func testLargePicturesTakeThePixelsOfTheirPlaces() throws {
    // Each is decoded for real.
    let isLong = ProcessInfo.processInfo.environment["MARTLET_FULL"] != nil
    let count = isLong ? 300 : 20
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      let people = try (0..<count).map { try JID("p\($0)@example.org") }
      for person in people { service.set(Self.large, of: person) }
      let pictures = connection.pictures
      for person in people { _ = pictures[person, 64] }
      XCTAssertTrue(
        Spin.until(limit: .seconds(120)) { people.allSatisfy { pictures[$0, 64] != nil } })
      for person in people { XCTAssertLessThanOrEqual(pictures[person, 64]?.size ?? 0, 16_384) }
      XCTAssertEqual(pictures.size, count * 16_384, "4.9 MB for 300")
      XCTAssertEqual(service.calls.filter { $0.hasPrefix("picture") }.count, count, "each once")
    }
  }

  func testTheOldestGoWhenThereAreTooMany() throws {
    try withGtk {
      let fixture = try AccountsFixture()
      let connection = try fixture.add()
      let service = try fixture.service()
      let bytes = TestPicture.png(width: 1_024, height: 1_024)
      let pictures = connection.pictures
      let people = try (0..<4).map { try JID("p\($0)@example.org") }
      for person in people {
        service.set(RemotePicture(bytes: bytes, mediaType: "image/png"), of: person)
        _ = pictures[person, 1_024]
        XCTAssertTrue(Spin.until { pictures[person, 1_024] != nil })
        XCTAssertLessThanOrEqual(pictures.size, AccountPictures.sizeLimit)
      }
      XCTAssertEqual(pictures.size, 2 * 4 << 20, "4 MB each, and 8 are the limit")
      XCTAssertNil(pictures[people[0], 1_024])
    }
  }

  func testAStripIsNotBlownUp() throws {
    try withGtk {
      let bytes = TestPicture.png(width: 8_000, height: 10)
      var found: Texture?
      Task { found = await Texture.decode(bytes, side: 64, fit: .square) }
      XCTAssertTrue(Spin.until { found != nil })
      XCTAssertLessThanOrEqual(found?.size ?? .max, 4 * 64 * 64)
    }
  }
}
