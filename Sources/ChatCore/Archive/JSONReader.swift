// SPDX-License-Identifier: MIT

/// Reads JSON (RFC 8259) from a file piece by piece, and knows at each moment where it is.
///
/// The caller asks for what ought to come next:
///
/// ```swift
/// try reader.beginObject()
/// while let name = try reader.nextName() {
///   if name == "title" { title = try reader.string() } else { try reader.skipValue() }
/// }
/// ```
struct JSONReader {
  /// What a value begins with.
  enum Kind {
    case object, array, string, number, bool, null
  }

  /// Where the reader stands, counted from 1.
  private(set) var line = 1
  private(set) var column = 1

  private let file: InputFile
  /// For each open object or array: whether something in it was read already.
  private var hasContent: [Bool] = []

  /// The longest string; no message is longer than a fraction of this. Bytes.
  static let stringLimit = 16 << 20
  /// How deep objects and arrays may lie in one another.
  static let depthLimit = 128

  init(_ file: InputFile) { self.file = file }

  func fault(_ problem: ArchiveFault.Problem) -> ArchiveFault {
    .damaged(problem, line: line, column: column)
  }

  // MARK: Structure

  mutating func beginObject() throws(ArchiveFault) { try begin(UInt8(ascii: "{"), "{") }

  /// The name of the object's next member, whose value must then be read; nil at the object's end.
  mutating func nextName() throws(ArchiveFault) -> String? {
    guard try goesOn(until: UInt8(ascii: "}")) else { return nil }
    let name = try string()
    try skipSpace()
    try expect(UInt8(ascii: ":"), ":")
    return name
  }

  mutating func beginArray() throws(ArchiveFault) { try begin(UInt8(ascii: "["), "[") }

  /// Whether the array has another element, which must then be read.
  mutating func nextElement() throws(ArchiveFault) -> Bool {
    try goesOn(until: UInt8(ascii: "]"))
  }

  /// Makes sure that nothing follows.
  mutating func end() throws(ArchiveFault) {
    try skipSpace()
    if try peek() != nil { throw fault(.goesOn) }
  }

  private mutating func begin(_ byte: UInt8, _ name: String) throws(ArchiveFault) {
    try skipSpace()
    guard hasContent.count < Self.depthLimit else { throw fault(.tooDeep) }
    try expect(byte, name)
    hasContent.append(false)
  }

  private mutating func goesOn(until end: UInt8) throws(ArchiveFault) -> Bool {
    try skipSpace()
    if try peek() == end {
      try step()
      hasContent.removeLast()
      return false
    }
    if let depth = hasContent.indices.last {
      if hasContent[depth] {
        try expect(UInt8(ascii: ","), ",")
        try skipSpace()
      }
      hasContent[depth] = true
    }
    return true
  }

  // MARK: Values

  /// What comes next.
  mutating func kind() throws(ArchiveFault) -> Kind {
    try skipSpace()
    guard let byte = try peek() else { throw fault(.ends) }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw fault(.unexpected)
    }
  }

  mutating func bool() throws(ArchiveFault) -> Bool {
    guard try kind() == .bool else { throw fault(.wrongKind) }
    let value = try peek() == UInt8(ascii: "t")
    try word(value ? "true" : "false")
    return value
  }

  /// Takes a null when there is one.
  mutating func null() throws(ArchiveFault) -> Bool {
    guard try kind() == .null else { return false }
    try word("null")
    return true
  }

  mutating func integer() throws(ArchiveFault) -> Int64 {
    guard try kind() == .number, let value = Int64(try numberText()) else {
      throw fault(.wrongKind)
    }
    return value
  }

  mutating func string() throws(ArchiveFault) -> String {
    guard try kind() == .string else { throw fault(.wrongKind) }
    try step()
    var bytes: [UInt8] = []
    while let byte = try peek(), byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw fault(.unexpected) }
      guard bytes.count < Self.stringLimit else { throw fault(.tooLong) }
      try step()
      if byte == UInt8(ascii: "\\") {
        bytes.append(contentsOf: String(try escaped()).utf8)
      } else {
        bytes.append(byte)
      }
    }
    try expect(UInt8(ascii: "\""), "\"")
    guard let text = String(validating: bytes, as: UTF8.self) else { throw fault(.notUTF8) }
    return text
  }

  /// Goes past a value of any kind, however large. ``depthLimit`` bounds the recursion.
  mutating func skipValue() throws(ArchiveFault) {
    switch try kind() {
    case .object:
      try beginObject()
      while try nextName() != nil { try skipValue() }
    case .array:
      try beginArray()
      while try nextElement() { try skipValue() }
    case .string: _ = try string()
    case .number: _ = try numberText()
    case .bool: _ = try bool()
    case .null: _ = try null()
    }
  }

  // MARK: Characters

  private mutating func escaped() throws(ArchiveFault) -> Unicode.Scalar {
    guard let byte = try peek() else { throw fault(.ends) }
    try step()
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      let first = try hexadecimal()
      if let scalar = Unicode.Scalar(first) { return scalar }
      // The first of a pair of surrogates (RFC 8259 §7).
      try expect(UInt8(ascii: "\\"), "\\")
      try expect(UInt8(ascii: "u"), "u")
      let second = try hexadecimal()
      guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw fault(.unexpected) }
      return scalar
    default: throw fault(.unexpected)
    }
  }

  private mutating func hexadecimal() throws(ArchiveFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try peek() else { throw fault(.ends) }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault(.unexpected)
      }
      try step()
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private mutating func numberText() throws(ArchiveFault) -> String {
    var text = ""
    while let byte = try peek(), Self.isOfNumber(byte) {
      guard text.utf8.count < 64 else { throw fault(.tooLong) }
      text.unicodeScalars.append(Unicode.Scalar(byte))
      try step()
    }
    guard Double(text) != nil else { throw fault(.unexpected) }
    return text
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }

  private mutating func word(_ word: StaticString) throws(ArchiveFault) {
    for index in 0..<word.utf8CodeUnitCount {
      guard try peek() == word.utf8Start[index] else { throw fault(.unexpected) }
      try step()
    }
  }

  private mutating func expect(_ byte: UInt8, _ name: String) throws(ArchiveFault) {
    guard let next = try peek() else { throw fault(.ends) }
    guard next == byte else { throw fault(.missing(name)) }
    try step()
  }

  private mutating func skipSpace() throws(ArchiveFault) {
    while let byte = try peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      try step()
    }
  }

  private func peek() throws(ArchiveFault) -> UInt8? {
    do throws(FileFailure) { return try file.peek() } catch { throw .file(error) }
  }

  private mutating func step() throws(ArchiveFault) {
    if try peek() == 0x0A {
      line += 1
      column = 1
    } else {
      column += 1
    }
    file.advance()
  }
}
