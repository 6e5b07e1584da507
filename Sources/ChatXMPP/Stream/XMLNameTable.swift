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

  struct Name {
    var namespace: String
    var name: String
  }

  private struct Slot {
    var hash: UInt64
    var bytes: [UInt8]
    var name: Name

    func holds(_ other: UnsafeRawBufferPointer) -> Bool {
      bytes.withUnsafeBytes { own in
        guard own.count == other.count else { return false }
        guard let mine = own.baseAddress, let theirs = other.baseAddress else { return true }
        return memcmp(mine, theirs, own.count) == 0
      }
    }
  }

  /// A place is looked for from the hash on; half of them stay free.
  private var slots = [Slot?](repeating: nil, count: 2 * limit)
  private var count = 0

  /// The parts of `name` as expat gives it: `namespace LF name`, or the name alone.
  subscript(name: UnsafePointer<CChar>) -> Name {
    mutating get {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
      var count = 0
      while name[count] != 0 {
        hash = (hash ^ UInt64(UInt8(bitPattern: name[count]))) &* 0x100_0000_01B3
        count += 1
      }
      let bytes = UnsafeRawBufferPointer(start: name, count: count)
      let mask = slots.count - 1
      var place = Int(truncatingIfNeeded: hash) & mask
      while let slot = slots[place] {
        if slot.hash == hash, slot.holds(bytes) { return slot.name }
        place = (place + 1) & mask
      }
      let parts = Self.split(bytes)
      if self.count < Self.limit {
        slots[place] = Slot(hash: hash, bytes: Array(bytes), name: parts)
        self.count += 1
      }
      return parts
    }
  }

  private static func split(_ bytes: UnsafeRawBufferPointer) -> Name {
    guard let separator = bytes.firstIndex(of: separator) else {
      return Name(namespace: "", name: String(decoding: bytes, as: UTF8.self))
    }
    return Name(
      namespace: String(decoding: bytes[..<separator], as: UTF8.self),
      name: String(decoding: bytes[(separator + 1)...], as: UTF8.self))
  }
}
