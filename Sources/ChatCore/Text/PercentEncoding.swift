// SPDX-License-Identifier: MIT

/// RFC 3986 §2.1.
enum PercentEncoding {
  /// `%XX` becomes its byte, once. Bytes that are not UTF-8 are repaired, a `%` without two digits
  /// stays.
  static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = escaped(bytes, at: index) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Escapes what may not stand in a URL after the host (RFC 3987 §3.1): everything outside ASCII,
  /// and the few ASCII characters without a place there. Escapes that are there stay as they are.
  static func encoded(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isAllowed =
        byte == UInt8(ascii: "%")
        ? escaped(bytes, at: index) != nil : byte > 0x20 && byte < 0x7F && !unsafe.contains(byte)
      if isAllowed {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let unsafe = Set("\"<>\\^`{|}".utf8)

  private static func escaped(_ bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
