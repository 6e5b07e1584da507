// SPDX-License-Identifier: GPL-3.0-or-later

/// Just enough of DER (X.690) to find one part of a certificate.
enum DER {
  /// The SubjectPublicKeyInfo of an X.509 certificate (RFC 5280 §4.1), header included: what a pin
  /// is made of. Nil when the bytes are not such a structure.
  static func publicKey(ofCertificate bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard let certificate = element(bytes[...]), certificate.tag == 0x30,
      let signed = element(certificate.content), signed.tag == 0x30
    else { return nil }
    var rest = signed.content
    // version [0] is optional; then serial, signature algorithm, issuer, validity, subject.
    if let version = element(rest), version.tag == 0xA0 { rest = version.rest }
    for _ in 0..<5 {
      guard let field = element(rest) else { return nil }
      rest = field.rest
    }
    guard let key = element(rest), key.tag == 0x30 else { return nil }
    return rest[rest.startIndex..<key.rest.startIndex]
  }

  private static func element(_ bytes: ArraySlice<UInt8>)
    -> (tag: UInt8, content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)?
  {
    var rest = bytes
    guard let tag = rest.popFirst(), let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), rest.count >= count else { return nil }
      length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(count)
    }
    guard rest.count >= length else { return nil }
    return (tag, rest.prefix(length), rest.dropFirst(length))
  }
}
