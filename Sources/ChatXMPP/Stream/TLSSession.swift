// SPDX-License-Identifier: GPL-3.0-or-later
import CGio
import Synchronization

/// Whom a connection must prove to have reached.
struct TLSPolicy: Hashable, Sendable {
  /// The domain of the address. Never a name DNS gave us (RFC 6125 §6.2.1).
  var domain: String
  /// The certificate authorities to trust instead of the system's: a PEM file.
  var trustFile: String?
  var pin: CertificatePin?
}

/// TLS over one connection.
@NetworkActor
final class TLSSession {
  private let connection: GRef<GTlsConnection>
  private let verdict: Verdict

  var stream: UnsafeMutablePointer<GIOStream> { connection.cast(to: GIOStream.self) }

  init(
    over base: UnsafeMutablePointer<GIOStream>, policy: TLSPolicy, isDirect: Bool
  ) throws(StreamFailure) {
    verdict = Verdict(policy: policy)
    let ascii = String(takingC: g_hostname_to_ascii(policy.domain)) ?? policy.domain
    guard let identity = g_network_address_new(ascii, ConnectionPlan.defaultPort) else {
      throw .tls(.unknownName)
    }
    defer { g_object_unref(UnsafeMutableRawPointer(identity)) }
    var error: UnsafeMutablePointer<GError>?
    guard let client = g_tls_client_connection_new(base, identity, &error) else {
      throw .tls(ConnectionFault(GIOError(taking: error)))
    }
    connection = GRef(
      owning: UnsafeMutableRawPointer(client).assumingMemoryBound(to: GTlsConnection.self))
    if let file = policy.trustFile {
      guard let database = g_tls_file_database_new(file, &error) else {
        throw .tls(ConnectionFault(GIOError(taking: error)))
      }
      g_tls_connection_set_database(
        connection.pointer,
        UnsafeMutableRawPointer(database).assumingMemoryBound(to: GTlsDatabase.self))
      g_object_unref(UnsafeMutableRawPointer(database))
    }
    if isDirect {  // XEP-0368 §3: the name of the protocol, for servers that share a port
      "xmpp-client".withCString { name in
        var protocols: [UnsafePointer<CChar>?] = [name, nil]
        g_tls_connection_set_advertised_protocols(connection.pointer, &protocols)
      }
    }
    g_signal_connect_data(
      connection.pointer, "accept-certificate",
      unsafeBitCast(Verdict.onCertificate, to: GCallback.self),
      Unmanaged.passRetained(verdict).toOpaque(), Verdict.release, GConnectFlags(0))
  }

  func handshake(
    _ cancellable: GRef<GCancellable>, _ done: @escaping @NetworkActor (StreamFailure?) -> Void
  ) {
    g_tls_connection_handshake_async(
      connection.pointer, G_PRIORITY_DEFAULT, cancellable.pointer, Completion.callback,
      Completion.data { [self] result in
        var error: UnsafeMutablePointer<GError>?
        guard g_tls_connection_handshake_finish(connection.pointer, result, &error) == 0 else {
          return done(nil)
        }
        let fault = ConnectionFault(GIOError(taking: error))
        done(verdict.question.map(StreamFailure.certificate) ?? .tls(fault))
      })
  }

  /// The data that ties a login to this very TLS session, if there is such (RFC 9266, RFC 5929).
  var channelBinding: ChannelBinding? {
    // tls-unique is broken under TLS 1.3 and tls-exporter is not safe below it without more care.
    let isModern =
      g_tls_connection_get_protocol_version(connection.pointer).rawValue
      >= G_TLS_PROTOCOL_VERSION_TLS_1_3.rawValue
    let kind: ChannelBinding.Kind = isModern ? .tlsExporter : .tlsUnique
    guard let bytes = g_byte_array_new() else { return nil }
    defer { g_byte_array_unref(bytes) }
    let type =
      isModern ? G_TLS_CHANNEL_BINDING_TLS_EXPORTER : G_TLS_CHANNEL_BINDING_TLS_UNIQUE
    guard g_tls_connection_get_channel_binding_data(connection.pointer, type, bytes, nil) != 0,
      bytes.pointee.len > 0
    else { return nil }
    return ChannelBinding(
      kind: kind,
      data: Array(UnsafeBufferPointer(start: bytes.pointee.data, count: Int(bytes.pointee.len))))
  }
}

/// Decides about certificates GIO did not like, without waiting for anyone: what is not pinned
/// fails here and is asked about afterwards.
///
/// GIO shakes hands on a thread of its own, and may ask, and let go of this, from there.
private final class Verdict: Sendable {
  private let policy: TLSPolicy
  private let asked = Mutex<CertificateQuestion?>(nil)

  var question: CertificateQuestion? { asked.withLock { $0 } }

  init(policy: TLSPolicy) { self.policy = policy }

  private func accepts(
    _ certificate: UnsafeMutablePointer<GTlsCertificate>, _ flags: GTlsCertificateFlags
  ) -> Bool {
    let shown = ServerCertificate(certificate)
    let problems = CertificateProblems(flags: flags)
    if let pin = policy.pin, pin.allows(shown, problems) { return true }
    let question = CertificateQuestion(
      domain: policy.domain, certificate: shown, problems: problems,
      replacesPin: policy.pin.map { $0.keyFingerprint != shown.keyFingerprint } ?? false)
    asked.withLock { $0 = question }
    return false
  }

  /// The handler of GTlsConnection's signal "accept-certificate".
  static let onCertificate:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<GTlsCertificate>?, UInt32,
      UnsafeMutableRawPointer?
    ) -> gboolean = { _, certificate, flags, data in
      guard let certificate, let data else { return 0 }
      let verdict = Unmanaged<Verdict>.fromOpaque(data).takeUnretainedValue()
      return verdict.accepts(certificate, GTlsCertificateFlags(flags)) ? 1 : 0
    }

  static let release: GClosureNotify = { data, _ in
    if let data { Unmanaged<Verdict>.fromOpaque(data).release() }
  }
}
