// SPDX-License-Identifier: GPL-3.0-or-later
import CGsasl

/// One login by libgsasl, under our own rules (``SCRAMGuard``).
///
/// It belongs to one negotiation, on the network thread.
final class SASLClient {
  let mechanism: SASLMechanism
  private let library: OpaquePointer
  private let session: OpaquePointer
  private var guardian: SCRAMGuard?
  private var steps = 0
  /// libgsasl has seen all it wants: with SCRAM, the server's signature was right.
  private(set) var isProven = false

  init(
    _ mechanism: SASLMechanism, user: String, password: String, channelBinding: ChannelBinding?
  ) throws(AuthenticationFailure) {
    self.mechanism = mechanism
    var library: OpaquePointer?
    guard gsasl_init(&library) == GSASL_OK.rawValue, let library else { throw .temporary }
    var session: OpaquePointer?
    guard gsasl_client_start(library, mechanism.name, &session) == GSASL_OK.rawValue, let session
    else {
      gsasl_done(library)
      throw .noMechanism(offered: [mechanism.name], isDowngrade: false)
    }
    self.library = library
    self.session = session
    gsasl_property_set(session, GSASL_AUTHID, user)
    gsasl_property_set(session, GSASL_PASSWORD, password)
    if let channelBinding, mechanism.isBound {
      let property =
        channelBinding.kind == .tlsExporter ? GSASL_CB_TLS_EXPORTER : GSASL_CB_TLS_UNIQUE
      gsasl_property_set(session, property, Base64.encode(channelBinding.data))
    }
  }

  deinit {
    gsasl_finish(session)
    gsasl_done(library)
  }

  /// The text of `<auth/>`.
  func begin() throws(AuthenticationFailure) -> String {
    let first = try step([])
    if mechanism.isSCRAM {
      guard let guardian = SCRAMGuard(clientFirst: String(decoding: first, as: UTF8.self)) else {
        throw .temporary
      }
      self.guardian = guardian
    }
    return first.isEmpty ? "=" : Base64.encode(first)
  }

  /// The text of `<response/>` to a `<challenge/>`.
  func respond(to challenge: String) throws(AuthenticationFailure) -> String {
    let bytes = try decode(challenge)
    if steps == 1, let guardian {
      do throws(SCRAMGuard.Complaint) {
        try guardian.check(serverFirst: String(decoding: bytes, as: UTF8.self))
      } catch {
        throw .serverNotProven(reason: "SCRAM: \(error)")
      }
    }
    return Base64.encode(try step(bytes))
  }

  /// Judges `<success/>`: it counts only if the server has proved that it knows the password.
  func succeed(with additionalData: String) throws(AuthenticationFailure) {
    guard mechanism.isSCRAM else { return }
    // The server's last message comes here, or came as a challenge before.
    if !additionalData.isEmpty && additionalData != "=", !isProven {
      _ = try step(try decode(additionalData))
    }
    guard isProven, steps >= 3 else {
      throw .serverNotProven(reason: "SCRAM: no signature")
    }
  }

  private func step(_ input: [UInt8]) throws(AuthenticationFailure) -> [UInt8] {
    var output: UnsafeMutablePointer<CChar>?
    var count = 0
    let status = input.withUnsafeBytes { bytes in
      gsasl_step(
        session, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &output,
        &count)
    }
    defer { gsasl_free(output) }
    steps += 1
    switch UInt32(bitPattern: status) {
    case GSASL_OK.rawValue: isProven = true
    case GSASL_NEEDS_MORE.rawValue: break
    case GSASL_SASLPREP_ERROR.rawValue: throw .wrongPassword
    default:
      let reason = gsasl_strerror(status).map { String(cString: $0) } ?? ""
      throw .serverNotProven(reason: reason)
    }
    return Array(UnsafeRawBufferPointer(start: output, count: count))
  }

  private func decode(_ text: String) throws(AuthenticationFailure) -> [UInt8] {
    guard let bytes = Base64.decode(text) else {
      throw .serverNotProven(reason: "not base64")
    }
    return bytes
  }
}
