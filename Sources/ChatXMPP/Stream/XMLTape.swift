// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of an element or an attribute together with its namespace, which is empty for most
/// attributes. A stream makes each only once (``XMLNameTable``).
final class XMLName: Hashable, Sendable {
  let name: String
  let namespace: String

  init(_ name: String, _ namespace: String) {
    self.name = name
    self.namespace = namespace
  }

  /// Names are compared byte by byte. Most differ in length, which is seen at once.
  func matches(_ name: String, _ namespace: String) -> Bool {
    self.name.utf8.count == name.utf8.count && self.namespace.utf8.count == namespace.utf8.count
      && self.name == name && self.namespace == namespace
  }

  static func == (a: XMLName, b: XMLName) -> Bool { a === b || a.matches(b.name, b.namespace) }

  func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(namespace)
  }
}

/// Elements with all that is in them, in the order in which they are written: two pieces of memory
/// for a stanza, however many elements it has. A tree of them took fifty.
///
/// Each element is a record, followed by its attributes, followed by its texts and elements.
struct XMLTape: Sendable {
  struct Record: Sendable {
    enum Kind: UInt8, Sendable { case element, attribute, text }

    var kind: Kind
    /// Nil for a text.
    var name: XMLName?
    /// Of an element: how many attributes follow. Else the first byte of the value.
    fileprivate(set) var start: UInt32
    /// Of an element: how many records it takes, itself included. Else how many bytes the value has.
    fileprivate(set) var count: UInt32

    /// How many records further the next one of the same parent stands.
    var span: Int { kind == .element ? Int(count) : 1 }
    fileprivate var value: Range<Int> { Int(start)..<(Int(start) + Int(count)) }

    func isNamed(_ name: String, _ namespace: String) -> Bool {
      self.name?.matches(name, namespace) == true
    }
  }

  private(set) var records: [Record] = []
  /// Values and texts in UTF-8.
  private(set) var bytes: [UInt8] = []

  // MARK: Writing

  mutating func reserveCapacity(records: Int, bytes: Int) {
    self.records.reserveCapacity(records)
    self.bytes.reserveCapacity(bytes)
  }

  /// Returns where the element stands.
  mutating func begin(_ name: XMLName) -> Int {
    records.append(Record(kind: .element, name: name, start: 0, count: 1))
    return records.count - 1
  }

  /// Gives an attribute to `element`, in which there is nothing but attributes yet.
  mutating func add(_ name: XMLName, _ value: UnsafeBufferPointer<UInt8>, to element: Int) {
    add(.attribute, name, value)
    records[element].start += 1
  }

  mutating func add(_ name: XMLName, _ value: String, to element: Int) {
    var value = value
    value.withUTF8 { add(name, $0, to: element) }
  }

  mutating func add(text: UnsafeBufferPointer<UInt8>) { add(.text, nil, text) }

  mutating func add(text: String) {
    var text = text
    text.withUTF8 { add(text: $0) }
  }

  /// Makes the text that was added last longer.
  mutating func continueText(_ piece: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: piece)
    records[records.count - 1].count += UInt32(piece.count)
  }

  /// All that was added since `element` began is in it.
  mutating func end(_ element: Int) {
    records[element].count = UInt32(records.count - element)
  }

  private mutating func add(
    _ kind: Record.Kind, _ name: XMLName?, _ value: UnsafeBufferPointer<UInt8>
  ) {
    records.append(
      Record(kind: kind, name: name, start: UInt32(bytes.count), count: UInt32(value.count)))
    bytes.append(contentsOf: value)
  }

  /// Adds an element, an attribute or a text of another tape with all that is in it.
  mutating func add(_ index: Int, of other: XMLTape) {
    for var record in other.records[index..<(index + other.records[index].span)] {
      if record.kind != .element {
        let value = other.bytes[record.value]
        record.start = UInt32(bytes.count)
        bytes.append(contentsOf: value)
      }
      records.append(record)
    }
  }

  // MARK: Reading

  /// An attribute's value, or a text.
  func value(_ index: Int) -> String {
    bytes.withUnsafeBufferPointer { bytes in
      String(decoding: UnsafeBufferPointer(rebasing: bytes[records[index].value]), as: UTF8.self)
    }
  }

  func attributes(of element: Int) -> Range<Int> {
    (element + 1)..<(element + 1 + Int(records[element].start))
  }

  /// Where the first attribute of that name in no namespace stands.
  func attribute(_ name: String, of element: Int) -> Int? {
    for place in attributes(of: element) where records[place].isNamed(name, "") { return place }
    return nil
  }

  /// Where the first child element of that name stands.
  func child(_ name: String, _ namespace: String, of element: Int) -> Int? {
    let content = content(of: element)
    var place = content.lowerBound
    while place < content.upperBound {
      if records[place].isNamed(name, namespace) { return place }
      place += records[place].span
    }
    return nil
  }

  /// Where the texts and elements begin that are in an element, and where they end. From one to the
  /// next it is ``Record/span``.
  func content(of element: Int) -> Range<Int> {
    attributes(of: element).upperBound..<(element + records[element].span)
  }

  /// Whether two elements say the same.
  func isEqual(_ element: Int, to other: XMLTape, _ place: Int) -> Bool {
    let span = records[element].span
    guard span == other.records[place].span else { return false }
    return (0..<span).allSatisfy { step in
      let (mine, theirs) = (records[element + step], other.records[place + step])
      guard mine.kind == theirs.kind, mine.name == theirs.name, mine.count == theirs.count else {
        return false
      }
      return mine.kind == .element
        ? mine.start == theirs.start
        : bytes[mine.value].elementsEqual(other.bytes[theirs.value])
    }
  }

  func hash(_ element: Int, into hasher: inout Hasher) {
    for record in records[element..<(element + records[element].span)] {
      hasher.combine(record.kind)
      hasher.combine(record.name)
      hasher.combine(record.count)
      if record.kind != .element { hasher.combine(bytes: bytes[record.value]) }
    }
  }
}

extension Hasher {
  fileprivate mutating func combine(bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { combine(bytes: $0) }
  }
}
