// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

@testable import ChatXMPP

/// A server for the domain "localhost" on loopback, whoever has started it.
protocol TestHost: Sendable {
  var port: UInt16 { get }
  /// The port of direct TLS, where there is one.
  var directPort: UInt16? { get }
  /// The authority that vouches for its certificate.
  var trustFile: String { get }

  /// Makes an account whose password is "NAME-pw".
  func makeAccount(_ name: String) async throws
}

extension TestHost {
  func configuration(
    _ user: String, port: UInt16? = nil, direct: Bool = false, password: String? = nil
  ) throws -> StreamConfiguration {
    try TestServer.configuration(
      user, port: port ?? (direct ? directPort : nil) ?? self.port, direct: direct,
      password: password, trustFile: trustFile)
  }
}

extension TestServer {
  /// How a user reaches a server of which only this is known, as another process does.
  static func configuration(
    _ user: String, port: UInt16, direct: Bool = false, password: String? = nil, trustFile: String
  ) throws -> StreamConfiguration {
    var configuration = StreamConfiguration(
      address: try JID("\(user)@localhost"), password: password ?? "\(user)-pw",
      resource: "test")
    configuration.endpoint = Endpoint(host: "127.0.0.1", port: port, usesDirectTLS: direct)
    configuration.trustFile = trustFile
    return configuration
  }
}

/// A server that a script has started for these tests (Tests/Interoperability): where it is stands
/// in MARTLET_TEST_HOST, "PORT DIRECT-PORT AUTHORITY".
struct GivenHost: TestHost {
  var port: UInt16
  var directPort: UInt16?
  var trustFile: String

  static let current: GivenHost? = {
    let value = ProcessInfo.processInfo.environment["MARTLET_TEST_HOST"] ?? ""
    let words = value.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, let port = UInt16(words[0]), let direct = UInt16(words[1]) else {
      return nil
    }
    return GivenHost(port: port, directPort: direct, trustFile: words[2])
  }()

  /// By asking the server for it (XEP-0077).
  func makeAccount(_ name: String) async throws {
    var configuration = StreamConfiguration(address: try JID("localhost"), password: "")
    configuration.endpoint = Endpoint(host: "127.0.0.1", port: port, usesDirectTLS: false)
    configuration.trustFile = trustFile
    let registration = await AccountRegistration(server: try JID("localhost"))
    await registration.use(configuration)
    var form = try await registration.form()
    form["username"] = name
    form["password"] = "\(name)-pw"
    _ = try await registration.submit(form)
  }
}
