// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The names of one stream, made into strings once.
///
/// A stream repeats some hundred names without end; looking them up costs a tenth of making
/// two strings each time.
struct XMLNameTable {
  /// What expat puts between namespace and name. A line feed can be in neither.
  static let separator: UInt8 = 0x0A
  /// A peer may invent names; past this many, they are made anew each time.
  private static let limit = 2_048

  private final class Entry {
    let hash: UInt64
    let bytes: [UInt8]
    let name: XMLName

    init(hash: UInt64, bytes: [UInt8], name: XMLName) {
      self.hash = hash
      self.bytes = bytes
      self.name = name
    }

    func holds(_ other: UnsafeRawBufferPointer) -> Bool {
      bytes.withUnsafeBytes { own in
        guard own.count == other.count else { return false }
        guard let mine = own.baseAddress, let theirs = other.baseAddress else { return true }
        return memcmp(mine, theirs, own.count) == 0
      }
    }
  }

  /// A place is looked for from the hash on; half of them stay free.
  private var entries = [Entry?](repeating: nil, count: 2 * limit)
  private var count = 0

  /// The parts of `name` as expat gives it: `namespace LF name`, or the name alone.
  subscript(name: UnsafePointer<CChar>) -> XMLName {
    mutating get {
      let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
      let hash = Self.hash(bytes)
      let mask = entries.count - 1
      var place = Int(truncatingIfNeeded: hash) & mask
      while let entry = entries[place] {
        if entry.hash == hash, entry.holds(bytes) { return entry.name }
        place = (place + 1) & mask
      }
      let parts = Self.split(bytes)
      if count < Self.limit {
        entries[place] = Entry(hash: hash, bytes: Array(bytes), name: parts)
        count += 1
      }
      return parts
    }
  }

  /// Eight bytes at a time, in the manner of FNV-1a, whose one at a time took longer than all else.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
    }
    var offset = 0
    while offset + 8 <= bytes.count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
    mix(rest)
    return hash
  }

  private static func split(_ bytes: UnsafeRawBufferPointer) -> XMLName {
    guard let separator = bytes.firstIndex(of: separator) else {
      return XMLName(String(decoding: bytes, as: UTF8.self), "")
    }
    return XMLName(
      String(decoding: bytes[(separator + 1)...], as: UTF8.self),
      String(decoding: bytes[..<separator], as: UTF8.self))
  }
}
