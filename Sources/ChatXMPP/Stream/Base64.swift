// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// Base64 (RFC 4648 §4), as stanzas carry bytes.
enum Base64 {
  static func encode(_ bytes: some Collection<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }

  /// Nil when `text` is not base64. White space between is left out: some servers fold lines.
  static func decode(_ text: String) -> [UInt8]? {
    let compact = text.utf8.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    return Data(base64Encoded: String(decoding: compact, as: UTF8.self)).map(Array.init)
  }
}
