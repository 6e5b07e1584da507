// SPDX-License-Identifier: MIT
import CGtk

/// Digests of bytes, by GLib.
public enum Checksum {
  /// The 20 bytes of the SHA-1 (RFC 3174) of a text's UTF-8.
  public static func sha1(_ text: String) -> [UInt8] {
    guard let checksum = g_checksum_new(G_CHECKSUM_SHA1) else { return [] }
    defer { g_checksum_free(checksum) }
    var text = text
    text.withUTF8 { g_checksum_update(checksum, $0.baseAddress, gssize($0.count)) }
    var length = gsize(20)
    var digest = [UInt8](repeating: 0, count: 20)
    g_checksum_get_digest(checksum, &digest, &length)
    return digest
  }
}
