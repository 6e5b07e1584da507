// SPDX-License-Identifier: MIT
import CGio
import CGsasl
import Glibc

/// What the bare stream of a client in Swift costs, to set the client beside it: GIO on a main loop,
/// expat (``BareParser``), SCRAM, an outbox and XEP-0198. It reads an archive page by page from its
/// beginning, counts, and keeps nothing.
nonisolated final class BareReceiver {
  /// As much as the server gives at once.
  static let page = 250

  private let user: String
  private let connection: UnsafeMutablePointer<GIOStream>
  private let loop = g_main_loop_new(nil, 0)
  private var buffer = [UInt8](repeating: 0, count: 32_768)
  private var parser: BareParser?
  private var scram: OpaquePointer?
  private var isSignedIn = false
  private var restarts = false
  private var failure: String?

  private var waiting: [UInt8] = []
  private var written: [UInt8] = []
  private var isWriting = false
  /// Stanzas that the server has not counted yet.
  private var outbox: [String] = []
  private var acknowledged: UInt32 = 0
  private var handled: UInt32 = 0
  private var awaitsAnswer = false
  private var messages = 0

  private static let sasl = "urn:ietf:params:xml:ns:xmpp-sasl"
  private static let management = "urn:xmpp:sm:3"
  private static let archive = "urn:xmpp:mam:2"

  private init(port: UInt16, user: String) throws {
    self.user = user
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

  /// Signs in, reads the archive, and returns how many messages came.
  static func run(port: UInt16, user: String) throws -> Int {
    let receiver = try BareReceiver(port: port, user: user)
    receiver.beginStream()
    receiver.read()
    g_main_loop_run(receiver.loop)
    if let failure = receiver.failure { throw BenchFailure("the bare receiver: \(failure)") }
    return receiver.messages
  }

  // MARK: The archive

  private func ask(after id: String?) {
    send(
      "<iq type='set' id='mam'><query xmlns='\(Self.archive)'>"
        + "<set xmlns='http://jabber.org/protocol/rsm'><max>\(Self.page)</max>"
        + (id.map { "<after>\($0)</after>" } ?? "") + "</set></query></iq>")
  }

  private func received(_ stanza: BareElement) {
    if stanza.name == "message", stanza.child("result", Self.archive) != nil { messages += 1 }
    guard stanza.attributes["id"] == "mam" else { return }
    let end = stanza.child("fin")
    guard end?.attributes["complete"] != "true", let last = end?.child("set")?.child("last")?.text
    else { return g_main_loop_quit(loop) }
    ask(after: last)
  }

  // MARK: Negotiation

  private func beginStream() {
    parser = BareParser { [unowned self] in element($0) }
    write(
      "<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xml:lang='en' "
        + "xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>")
  }

  private func element(_ element: BareElement) {
    switch (element.namespace, element.name) {
    case (_, "features"):
      if isSignedIn {
        write(
          "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>")
      } else {
        authenticate(element)
      }
    case (Self.sasl, "challenge"):
      guard let answer = step(element.text) else { return fail("a false challenge") }
      write("<response xmlns='\(Self.sasl)'>\(answer)</response>")
    case (Self.sasl, "success"):
      // The server has shown that it knows the password, too.
      guard step(element.text) != nil else { return fail("a false server") }
      gsasl_finish(scram)
      isSignedIn = true
      restarts = true
    case (Self.sasl, "failure"): fail("not let in")
    case (Self.management, "r"): write("<a xmlns='\(Self.management)' h='\(handled)'/>")
    case (Self.management, "a"): acknowledge(UInt32(element.attributes["h"] ?? "") ?? acknowledged)
    case (Self.management, "enabled"): break
    case ("jabber:client", "iq") where element.attributes["id"] == "bind":
      handled = 0
      write("<enable xmlns='\(Self.management)' resume='true'/>")
      ask(after: nil)
    case (_, "error") where element.namespace.hasSuffix("streams"): fail("a stream error")
    default:
      handled &+= 1
      received(element)
    }
  }

  private func authenticate(_ features: BareElement) {
    let mechanism = "SCRAM-SHA-256"
    let offered = features.child("mechanisms", Self.sasl)?.children.map(\.text) ?? []
    var context: OpaquePointer?
    guard offered.contains(mechanism), gsasl_init(&context) == Int32(GSASL_OK.rawValue),
      gsasl_client_start(context, mechanism, &scram) == Int32(GSASL_OK.rawValue)
    else { return fail("nothing in common with the server") }
    gsasl_property_set(scram, GSASL_AUTHID, user)
    gsasl_property_set(scram, GSASL_PASSWORD, "\(user)-pw")
    guard let first = step("") else { return fail("no beginning") }
    write("<auth xmlns='\(Self.sasl)' mechanism='\(mechanism)'>\(first)</auth>")
  }

  private func step(_ input: String) -> String? {
    var output: UnsafeMutablePointer<CChar>?
    let code = gsasl_step64(scram, input, &output)
    defer { gsasl_free(output) }
    guard code == Int32(GSASL_OK.rawValue) || code == Int32(GSASL_NEEDS_MORE.rawValue) else {
      return nil
    }
    return output.map { String(cString: $0) } ?? ""
  }

  private func fail(_ reason: String) {
    failure = reason
    g_main_loop_quit(loop)
  }

  // MARK: Stanzas

  /// It stays in the outbox until the server has counted it.
  private func send(_ stanza: String) {
    outbox.append(stanza)
    write(stanza)
    if !awaitsAnswer { askForAnswer() }
  }

  private func askForAnswer() {
    awaitsAnswer = true
    write("<r xmlns='\(Self.management)'/>")
  }

  private func acknowledge(_ count: UInt32) {
    outbox.removeFirst(min(Int(count &- acknowledged), outbox.count))
    acknowledged = count
    awaitsAnswer = false
    if !outbox.isEmpty { askForAnswer() }
  }

  // MARK: Bytes

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
          receiver.read(g_input_stream_read_finish(input, result, nil))
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  private func read(_ count: Int) {
    guard count > 0, let parser else { return fail("the server hung up") }
    let goesOn = buffer.withUnsafeBytes { bytes in parser.feed(.init(rebasing: bytes[..<count])) }
    guard goesOn else { return fail(parser.fault ?? "no XML") }
    if restarts {
      restarts = false
      beginStream()
    }
    if g_main_loop_is_running(loop) != 0 { read() }
  }

  private func write(_ xml: String) {
    waiting += Array(xml.utf8)
    flush()
  }

  private func flush() {
    guard !isWriting, !waiting.isEmpty else { return }
    isWriting = true
    swap(&written, &waiting)
    waiting.removeAll(keepingCapacity: true)
    written.withUnsafeBytes { bytes in
      g_output_stream_write_all_async(
        g_io_stream_get_output_stream(connection), bytes.baseAddress, gsize(bytes.count),
        G_PRIORITY_DEFAULT, nil,
        { source, result, data in
          guard let source, let data else { return }
          let receiver = Unmanaged<BareReceiver>.fromOpaque(data).takeUnretainedValue()
          let output = UnsafeMutableRawPointer(source).assumingMemoryBound(to: GOutputStream.self)
          receiver.isWriting = false
          guard g_output_stream_write_all_finish(output, result, nil, nil) != 0 else {
            return receiver.fail("the server hung up")
          }
          receiver.flush()
        }, Unmanaged.passUnretained(self).toOpaque())
    }
  }
}
