// SPDX-License-Identifier: GPL-3.0-or-later
import CGio
public import ChatCore

/// What a server showed to prove who it is, as far as people are asked about it.
public struct ServerCertificate: Hashable, Sendable {
  public var subject: String
  public var issuer: String
  /// The host names it is for.
  public var names: [String]
  public var notBefore: Timestamp?
  public var notAfter: Timestamp?
  /// SHA-256 of the whole certificate: 64 hexadecimal digits, to be compared by eye.
  public var fingerprint: String
  /// SHA-256 of its public key, which stays the same when a certificate is renewed for the same key.
  public var keyFingerprint: String
}

/// What is wrong with a certificate. Several can be true.
public struct CertificateProblems: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nobody this system trusts vouches for it; self-signed ones are of this kind.
  public static let unknownIssuer = CertificateProblems(rawValue: 1)
  /// It is for other names than the domain of the address.
  public static let wrongName = CertificateProblems(rawValue: 2)
  public static let notYetValid = CertificateProblems(rawValue: 4)
  public static let expired = CertificateProblems(rawValue: 8)
  /// Its issuer has called it back.
  public static let revoked = CertificateProblems(rawValue: 16)
  /// It uses an algorithm that is no longer safe.
  public static let insecure = CertificateProblems(rawValue: 32)
  public static let other = CertificateProblems(rawValue: 64)

  /// From GIO's `GTlsCertificateFlags`, whose bits are these.
  init(flags: GTlsCertificateFlags) { self.init(rawValue: flags.rawValue & 127) }
}

/// A person's word that one key is right for a domain although its certificate has problems.
public struct CertificatePin: Hashable, Sendable {
  public var keyFingerprint: String
  /// The problems that were seen and accepted; any other asks again.
  public var accepted: CertificateProblems

  public init(keyFingerprint: String, accepted: CertificateProblems) {
    self.keyFingerprint = keyFingerprint
    self.accepted = accepted
  }

  func allows(_ certificate: ServerCertificate, _ problems: CertificateProblems) -> Bool {
    !keyFingerprint.isEmpty && certificate.keyFingerprint == keyFingerprint
      && accepted.isSuperset(of: problems)
  }
}

/// A certificate that failed, to be shown to the user. The connection is already closed; saying yes
/// means to connect again with ``pin``.
public struct CertificateQuestion: Error, Hashable, Sendable {
  /// The domain of the address: the name that was checked, whatever host was reached.
  public var domain: String
  public var certificate: ServerCertificate
  public var problems: CertificateProblems
  /// Another key was accepted before for this account.
  public var replacesPin: Bool

  public var pin: CertificatePin {
    CertificatePin(keyFingerprint: certificate.keyFingerprint, accepted: problems)
  }
}

extension ServerCertificate {
  /// Reads what GIO knows of a certificate.
  init(_ certificate: UnsafeMutablePointer<GTlsCertificate>) {
    let der = Self.encoded(certificate)
    fingerprint = Self.sha256(der[...])
    keyFingerprint = DER.publicKey(ofCertificate: der).map(Self.sha256) ?? ""
    subject = String(takingC: g_tls_certificate_get_subject_name(certificate)) ?? ""
    issuer = String(takingC: g_tls_certificate_get_issuer_name(certificate)) ?? ""
    notBefore = Self.moment(g_tls_certificate_get_not_valid_before(certificate))
    notAfter = Self.moment(g_tls_certificate_get_not_valid_after(certificate))
    names = []
    if let list = g_tls_certificate_get_dns_names(certificate) {
      defer { g_ptr_array_unref(list) }
      for index in 0..<Int(list.pointee.len) {
        guard let entry = list.pointee.pdata[index] else { continue }
        var size: gsize = 0
        let data = g_bytes_get_data(OpaquePointer(entry), &size)
        names.append(
          String(decoding: UnsafeRawBufferPointer(start: data, count: Int(size)), as: UTF8.self))
      }
    }
  }

  private static func encoded(_ certificate: UnsafeMutablePointer<GTlsCertificate>) -> [UInt8] {
    var value = GValue()
    g_value_init(&value, g_byte_array_get_type())
    defer { g_value_unset(&value) }
    g_object_get_property(
      UnsafeMutableRawPointer(certificate).assumingMemoryBound(to: GObject.self), "certificate",
      &value)
    guard let boxed = g_value_get_boxed(&value) else { return [] }
    let array = boxed.assumingMemoryBound(to: GByteArray.self)
    return Array(UnsafeBufferPointer(start: array.pointee.data, count: Int(array.pointee.len)))
  }

  private static func sha256(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      String(
        takingC: g_compute_checksum_for_data(
          G_CHECKSUM_SHA256, bytes.baseAddress, gsize(bytes.count))) ?? ""
    }
  }

  private static func moment(_ date: OpaquePointer?) -> Timestamp? {
    guard let date else { return nil }
    defer { g_date_time_unref(date) }
    return Timestamp(microseconds: Int64(g_date_time_to_unix(date)) * 1_000_000)
  }
}
