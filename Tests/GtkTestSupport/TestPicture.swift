// SPDX-License-Identifier: MIT

/// Pictures of any size for tests, made without a library.
public nonisolated enum TestPicture {
  /// A black PNG of one bit a pixel (PNG, third edition, §5): as small as pictures of so many pixels
  /// get without compression.
  public static func png(width: Int, height: Int) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [1, 0, 0, 0, 0]
    let line = [UInt8](repeating: 0, count: 1 + (width + 7) / 8)
    let rows = [UInt8](repeating: 0, count: line.count * height)
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    for (type, content) in [("IHDR", header), ("IDAT", stored(rows)), ("IEND", [])] {
      file += chunk(type, content)
    }
    return file
  }

  /// A zlib stream (RFC 1950) of blocks that are stored as they are (RFC 1951 §3.2.4).
  private static func stored(_ zeros: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    while start < zeros.count {
      let count = min(zeros.count - start, 0xffff)
      let isLast = start + count == zeros.count
      let (low, high) = (UInt8(count & 0xff), UInt8(count >> 8))
      stream += [isLast ? 1 : 0, low, high, ~low, ~high]
      stream += zeros[start..<start + count]
      start += count
    }
    // Adler-32 of zeros alone: a stays 1, and b counts the bytes.
    let sum = (zeros.count % 65_521) << 16 | 1
    return stream + bigEndian(sum)
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(crc(body)))
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var table: [UInt32] = []
    for number in UInt32(0)..<256 {
      var value = number
      for _ in 0..<8 {
        let isOdd = value & 1 == 1
        value >>= 1
        if isOdd { value ^= 0xedb8_8320 }
      }
      table.append(value)
    }
    var crc = UInt32.max
    for byte in bytes {
      let index = Int(UInt8(truncatingIfNeeded: crc) ^ byte)
      crc = table[index] ^ (crc >> 8)
    }
    return ~crc
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
