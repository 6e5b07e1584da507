// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import ChatXMPP

/// What the first words of TLS ask for, as a server sees them.
@Suite(.timeLimit(.minutes(2))) @NetworkActor struct ClientHelloTests {
  private func stream(to listener: Socket, direct: Bool) -> StreamProbe {
    var configuration = StreamConfiguration(address: .known("alice@chat.example"), password: "")
    configuration.endpoint = Endpoint(
      host: "127.0.0.1", port: listener.localPort, usesDirectTLS: direct)
    let probe = StreamProbe(configuration)
    probe.stream.start()
    return probe
  }

  private nonisolated static let features = """
    <stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' \
    id='1' from='chat.example' version='1.0'><stream:features>\
    <starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls></stream:features>
    """

  /// XEP-0368 §3: the name of the protocol and that of the server, for servers that share a port.
  @Test func directTLSAsksForTheProtocolByName() async throws {
    let listener = try Socket(listeningOn: 0)
    defer { listener.close() }
    let probe = stream(to: listener, direct: true)
    let hello = try await Thread.run {
      Result { try ClientHello.read(from: try listener.accept()) }
    }.get()
    #expect(hello.protocols == ["xmpp-client"])
    #expect(hello.serverName == "chat.example")
    await probe.stopped()
  }

  /// After STARTTLS the protocol is known.
  @Test func startTLSAsksForTheServerOnly() async throws {
    let listener = try Socket(listeningOn: 0)
    defer { listener.close() }
    let probe = stream(to: listener, direct: false)
    let hello = try await Thread.run {
      Result {
        let socket = try listener.accept()
        _ = socket.read()
        socket.write(Self.features.utf8)
        _ = socket.read()
        socket.write("<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>".utf8)
        return try ClientHello.read(from: socket)
      }
    }.get()
    #expect(hello.protocols.isEmpty)
    #expect(hello.serverName == "chat.example")
    await probe.stopped()
  }
}

/// The first message of a TLS handshake (RFC 8446 §4.1.2).
struct ClientHello: Sendable {
  /// The protocols it would speak, the first one most gladly (RFC 7301 §3.1).
  private(set) var protocols: [String] = []
  /// The server that it wants to reach (RFC 6066 §3).
  private(set) var serverName: String?

  struct Malformed: Error { var bytes: [UInt8] }

  /// Reads one record, which holds it whole, and ends the connection.
  static func read(from socket: Socket) throws -> ClientHello {
    defer { socket.close() }
    var bytes: [UInt8] = []
    while bytes.count < 5 || bytes.count < 5 + Int(bytes[3]) << 8 + Int(bytes[4]) {
      guard let more = socket.read() else { throw Malformed(bytes: bytes) }
      bytes += more
    }
    guard let hello = ClientHello(bytes) else { throw Malformed(bytes: bytes) }
    return hello
  }

  init?(_ record: [UInt8]) {
    var rest = Fields(bytes: record[...])
    // A handshake record, in it a ClientHello; version, and random.
    guard rest.number(1) == 22, rest.skip(4), rest.number(1) == 1, rest.skip(3 + 2 + 32),
      // Session, cipher suites, compressions.
      rest.block(1) != nil, rest.block(2) != nil, rest.block(1) != nil,
      var extensions = rest.block(2)
    else { return nil }
    while let kind = extensions.number(2) {
      guard var content = extensions.block(2) else { return nil }
      switch kind {
      case 0:
        guard var names = content.block(2), names.number(1) == 0, let name = names.block(2)
        else { return nil }
        serverName = name.text
      case 16:
        guard var names = content.block(2) else { return nil }
        while let name = names.block(1) { protocols.append(name.text) }
      default: break
      }
    }
  }

  /// Numbers and blocks with their lengths before them, one after the other.
  private struct Fields {
    var bytes: ArraySlice<UInt8>

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func number(_ size: Int) -> Int? {
      guard bytes.count >= size else { return nil }
      defer { bytes.removeFirst(size) }
      return bytes.prefix(size).reduce(0) { $0 << 8 + Int($1) }
    }

    mutating func skip(_ size: Int) -> Bool {
      guard bytes.count >= size else { return false }
      bytes.removeFirst(size)
      return true
    }

    /// A block whose length stands before it in `size` bytes.
    mutating func block(_ size: Int) -> Fields? {
      guard let length = number(size), bytes.count >= length else { return nil }
      defer { bytes.removeFirst(length) }
      return Fields(bytes: bytes.prefix(length))
    }
  }
}
