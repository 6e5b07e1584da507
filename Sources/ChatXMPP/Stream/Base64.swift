// SPDX-License-Identifier: GPL-3.0-or-later
internal import CGio

/// Base64 (RFC 4648 §4), as stanzas carry bytes.
enum Base64 {
  static func encode(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    guard let text = g_base64_encode(bytes, gsize(bytes.count)) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Nil when `text` is not base64. White space between is left out: some servers fold lines.
  static func decode(_ text: String) -> [UInt8]? {
    let compact = text.utf8.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    // GLib skips what does not belong; here it makes the whole text wrong.
    guard compact.count % 4 == 0 else { return nil }
    let padding = compact.reversed().prefix { $0 == 0x3D }.count
    guard padding <= 2, compact.dropLast(padding).allSatisfy(isDigit) else { return nil }
    var count: gsize = 0
    guard let bytes = g_base64_decode(String(decoding: compact, as: UTF8.self), &count) else {
      return nil
    }
    defer { g_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
    default: false
    }
  }
}
