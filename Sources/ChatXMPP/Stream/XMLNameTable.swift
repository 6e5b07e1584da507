// SPDX-License-Identifier: GPL-3.0-or-later

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
    var bytes: [UInt8]
    var name: Name
  }

  private var buckets: [UInt64: Slot] = [:]

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
      // Two names of one hash are told apart by their bytes; the later one is then not kept.
      if let slot = buckets[hash] {
        return slot.bytes.elementsEqual(bytes) ? slot.name : Self.split(bytes)
      }
      let parts = Self.split(bytes)
      if buckets.count < Self.limit { buckets[hash] = Slot(bytes: Array(bytes), name: parts) }
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
