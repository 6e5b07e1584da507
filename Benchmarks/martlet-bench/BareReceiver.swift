// SPDX-License-Identifier: MIT
import CExpat
import CGio
import Glibc

/// The least that a client in Swift does to receive an archive: a stream over GIO, read as it comes
/// on a main loop, and each stanza made into a tree by expat. Nothing is looked at but the end of
/// each page, and nothing kept.
nonisolated final class BareReceiver {
  private nonisolated final class Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    func child(_ name: String) -> Element? { children.first { $0.name == name } }
  }

  private let connection: UnsafeMutablePointer<GIOStream>
  private let loop = g_main_loop_new(nil, 0)
  private var buffer = [UInt8](repeating: 0, count: 32_768)
  private var parser: XML_Parser?
  private var open: [Element] = []
  private var stanzas: [Element] = []
  private let page: Int
  private(set) var messages = 0

  private init(port: UInt16, page: Int) throws {
    self.page = page
    let client = g_socket_client_new()
    g_socket_client_set_tls(client, 1)
    let accepts:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?
      ) -> gboolean = { _, _, _, _ in 1 }  // it is the benchmark's own server
    let happens:
      @convention(c) (
        UnsafeMutableRawPointer?, GSocketClientEvent, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Void = { _, event, _, connection, accepts in
        guard event == G_SOCKET_CLIENT_TLS_HANDSHAKING, let connection else { return }
        g_signal_connect_data(
          connection, "accept-certificate", unsafeBitCast(accepts, to: GCallback.self), nil, nil,
          GConnectFlags(0))
      }
    g_signal_connect_data(
      client, "event", unsafeBitCast(happens, to: GCallback.self),
      unsafeBitCast(accepts, to: UnsafeMutableRawPointer.self), nil, GConnectFlags(0))
    guard let socket = g_socket_client_connect_to_host(client, "localhost", port, nil, nil) else {
      throw BenchFailure("the bare receiver cannot connect")
    }
    connection = UnsafeMutableRawPointer(socket).assumingMemoryBound(to: GIOStream.self)
  }

  /// Signs in, reads the archive from its end to its beginning, and returns how many messages came.
  static func run(port: UInt16, user: String, page: Int) throws -> Int {
    let receiver = try BareReceiver(port: port, page: page)
    receiver.beginStream()
    try receiver.wait(stanzas: 1)
    let secret = Array("\0\(user)\0\(user)-pw".utf8)
    guard let encoded = g_base64_encode(secret, gsize(secret.count)) else { return 0 }
    defer { g_free(encoded) }
    receiver.say(
      "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>"
        + String(cString: encoded) + "</auth>")
    try receiver.wait(stanzas: 1)
    receiver.beginStream()
    try receiver.wait(stanzas: 1)
    receiver.say("<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>")
    try receiver.wait(stanzas: 1)
    receiver.ask(before: "")
    receiver.read()
    g_main_loop_run(receiver.loop)
    receiver.say("</stream:stream>")
    return receiver.messages
  }

  // MARK: The archive

  private func ask(before id: String) {
    say(
      "<iq type='set' id='q'><query xmlns='urn:xmpp:mam:2' queryid='q'>"
        + "<set xmlns='http://jabber.org/protocol/rsm'><max>\(page)</max>"
        + "<before>\(id)</before></set></query></iq>")
  }

  private func received(_ stanza: Element) {
    if stanza.child("urn:xmpp:mam:2\nresult") != nil { messages += 1 }
    guard let end = stanza.child("urn:xmpp:mam:2\nfin") else { return }
    let rsm = "http://jabber.org/protocol/rsm\n"
    guard end.attributes["complete"] != "true",
      let first = end.child(rsm + "set")?.child(rsm + "first")?.text
    else { return g_main_loop_quit(loop) }
    ask(before: first)
  }

  // MARK: The stream

  private func say(_ xml: String) {
    let bytes = Array(xml.utf8)
    g_output_stream_write_all(
      g_io_stream_get_output_stream(connection), bytes, gsize(bytes.count), nil, nil, nil)
  }

  private func beginStream() {
    if let parser { XML_ParserFree(parser) }
    let parser = XML_ParserCreateNS("UTF-8", 0x0A)
    self.parser = parser
    open = []
    stanzas = []
    XML_SetReparseDeferralEnabled(parser, XML_Bool(XML_FALSE))
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name, let attributes else { return }
        Unmanaged<BareReceiver>.fromOpaque(data).takeUnretainedValue().begin(name, attributes)
      },
      { data, _ in
        guard let data else { return }
        Unmanaged<BareReceiver>.fromOpaque(data).takeUnretainedValue().end()
      })
    XML_SetCharacterDataHandler(parser) { data, bytes, count in
      guard let data, let bytes else { return }
      let text = String(
        decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
      Unmanaged<BareReceiver>.fromOpaque(data).takeUnretainedValue().open.last?.text += text
    }
    say(
      "<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xmlns='jabber:client' "
        + "xmlns:stream='http://etherx.jabber.org/streams'>")
  }

  private func begin(
    _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) {
    var values: [String: String] = [:]
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      values[String(cString: name)] = String(cString: value)
      index += 2
    }
    let element = Element(String(cString: name), values)
    if open.count > 1 { open.last?.children.append(element) }
    open.append(element)
  }

  private func end() {
    guard let element = open.popLast(), open.count == 1 else { return }
    if g_main_loop_is_running(loop) != 0 { received(element) } else { stanzas.append(element) }
  }

  private func feed(_ count: Int) {
    buffer.withUnsafeBytes { bytes in
      _ = XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(count), 0)
    }
  }

  /// During the login there is nothing else to do.
  private func wait(stanzas count: Int) throws {
    while stanzas.count < count {
      let input = g_io_stream_get_input_stream(connection)
      let read = g_input_stream_read(input, &buffer, gsize(buffer.count), nil, nil)
      guard read > 0 else { throw BenchFailure("the server hung up") }
      feed(read)
    }
    stanzas = []
  }

  private func read() {
    let count = buffer.count
    buffer.withUnsafeMutableBytes { bytes in
      g_input_stream_read_async(
        g_io_stream_get_input_stream(connection), bytes.baseAddress, gsize(count),
        G_PRIORITY_DEFAULT, nil,
        { source, result, data in
          guard let source, let data else { return }
          let receiver = Unmanaged<BareReceiver>.fromOpaque(data).takeUnretainedValue()
          let input = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GInputStream.self)
          let count = g_input_stream_read_finish(input, result, nil)
          guard count > 0 else { return g_main_loop_quit(receiver.loop) }
          receiver.feed(count)
          if g_main_loop_is_running(receiver.loop) != 0 { receiver.read() }
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }
}
