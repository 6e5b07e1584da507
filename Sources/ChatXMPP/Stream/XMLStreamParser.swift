// SPDX-License-Identifier: GPL-3.0-or-later
import CExpat
import Glibc

/// Reads an XMPP stream (RFC 6120 §4) piece by piece, within bounds.
///
/// A DOCTYPE, a processing instruction or a comment ends the stream (RFC 6120 §11.1), and with the
/// DOCTYPE go all entity tricks. What is nested too deep or holds too many elements is *cut off*,
/// and the rest delivered: were it an error, the server would send the same stanza after every
/// reconnect. A stanza that is too long ends the stream.
///
/// One parser belongs to one stream; a new stream (after STARTTLS, after login) needs a new one.
final class XMLStreamParser {
  struct Limits: Sendable {
    /// Levels of elements, counted from the stanza itself. Real stanzas use about ten.
    var depth = 64
    /// Elements in one stanza; a roster of 30,000 people has about 60,000.
    var elements = 131_072
    /// Bytes of one stanza as received.
    var stanzaBytes = 4 << 20
  }

  enum Event: Hashable, Sendable {
    /// The stream header; its children are the stanzas to come.
    case opened(XMLElement)
    /// One child of the stream, complete unless `isCut`.
    case stanza(XMLElement, isCut: Bool)
    case closed
  }

  enum Failure: Error, Hashable, Sendable {
    /// Something RFC 6120 §11.1 forbids in a stream.
    case restricted(String)
    case tooLong
    case notWellFormed(String)

    /// What is told of it.
    var malformation: StreamFailure.Malformation {
      switch self {
      case .restricted: .restricted
      case .tooLong: .tooLong
      case .notWellFormed: .notWellFormed
      }
    }
  }

  private let parser: XML_Parser?
  /// Behind a pointer, which is all that expat's C functions are given: of a property of this class
  /// each of them would have to ask the runtime first, some thirty times a stanza.
  private let reader: UnsafeMutablePointer<Reader>
  private var bytesBefore = 0

  init(limits: Limits = Limits()) {
    parser = XML_ParserCreateNS("UTF-8", XML_Char(bitPattern: XMLNameTable.separator))
    reader = .allocate(capacity: 1)
    reader.initialize(to: Reader(parser: parser, limits: limits))
    // Else expat may sit on a stanza that has arrived in full until more bytes come, and in XMPP
    // none may come. What the deferral guards against is bounded by `stanzaBytes`.
    XML_SetReparseDeferralEnabled(parser, XML_Bool(XML_FALSE))
    XML_SetUserData(parser, reader)
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name, let attributes else { return }
        Reader.at(data)?.pointee.begin(name, attributes)
      }, { data, _ in Reader.at(data)?.pointee.end() })
    XML_SetCharacterDataHandler(parser) { data, bytes, count in
      guard let bytes else { return }
      Reader.at(data)?.pointee.text(Reader.bytes(bytes, Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      Reader.at(data)?.pointee.stop(.restricted("DOCTYPE"))
    }
    XML_SetProcessingInstructionHandler(parser) { data, _, _ in
      Reader.at(data)?.pointee.stop(.restricted("processing instruction"))
    }
    XML_SetCommentHandler(parser) { data, _ in
      Reader.at(data)?.pointee.stop(.restricted("comment"))
    }
  }

  deinit {
    XML_ParserFree(parser)
    reader.deinitialize(count: 1)
    reader.deallocate()
  }

  /// Reads the next bytes. What was complete before a failure is delivered with it; after one,
  /// nothing more is read.
  func feed(_ bytes: UnsafeRawBufferPointer) -> (events: [Event], failure: Failure?) {
    if let failure = reader.pointee.failure { return ([], failure) }
    let status = bytes.withMemoryRebound(to: CChar.self) { chars in
      XML_Parse(parser, chars.baseAddress, Int32(clamping: chars.count), 0)
    }
    bytesBefore += bytes.count
    return reader.pointee.take(parsed: status == XML_STATUS_OK, bytesBefore: bytesBefore)
  }

  func feed(_ string: String) -> (events: [Event], failure: Failure?) {
    var string = string
    return string.withUTF8 { feed(UnsafeRawBufferPointer($0)) }
  }
}

/// What expat's handlers make of what it reads.
private struct Reader {
  private let parser: XML_Parser?
  private let limits: XMLStreamParser.Limits
  private var names = XMLNameTable()
  private var isOpened = false
  /// The stanza that is being read.
  private var tape = XMLTape()
  /// The elements begun and not ended, the stanza first.
  private var open: [Int] = []
  /// The last that came is a text, and of the innermost element.
  private var isInText = false
  private var skipped = 0
  private var elements = 0
  private var isCut = false
  private var stanzaStart = 0
  private var events: [XMLStreamParser.Event] = []
  private(set) var failure: XMLStreamParser.Failure?

  init(parser: XML_Parser?, limits: XMLStreamParser.Limits) {
    self.parser = parser
    self.limits = limits
  }

  static func at(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Reader>? {
    data?.assumingMemoryBound(to: Reader.self)
  }

  /// What has come of the bytes up to here.
  mutating func take(
    parsed: Bool, bytesBefore: Int
  ) -> (events: [XMLStreamParser.Event], failure: XMLStreamParser.Failure?) {
    if failure == nil, !parsed {
      failure = .notWellFormed(String(cString: XML_ErrorString(XML_GetErrorCode(parser))))
    }
    if failure == nil, bytesBefore - stanzaStart > limits.stanzaBytes { failure = .tooLong }
    defer { events = [] }
    return (events, failure)
  }

  // MARK: Handlers

  mutating func stop(_ failure: XMLStreamParser.Failure) {
    guard self.failure == nil else { return }
    self.failure = failure
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  mutating func begin(
    _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) {
    guard failure == nil else { return }
    if skipped > 0 || open.count >= limits.depth || elements >= limits.elements {
      skipped += 1
      isCut = true
      return
    }
    isInText = false
    let element = tape.begin(names[name])
    var index = 0
    while let name = attributes[index], let value = attributes[index + 1] {
      tape.add(names[name], Self.bytes(value, strlen(value)), to: element)
      index += 2
    }
    tape.end(element)
    if isOpened {
      elements += 1
      open.append(element)
    } else {
      isOpened = true
      events.append(.opened(takeTape()))
    }
  }

  mutating func end() {
    guard failure == nil else { return }
    if skipped > 0 {
      skipped -= 1
      return
    }
    isInText = false
    guard let element = open.popLast() else {
      events.append(.closed)
      return
    }
    tape.end(element)
    guard open.isEmpty else { return }
    events.append(.stanza(takeTape(), isCut: isCut))
    isCut = false
    elements = 0
    startStanza()
  }

  mutating func text(_ text: UnsafeBufferPointer<UInt8>) {
    guard failure == nil, skipped == 0 else { return }
    // White space between stanzas keeps a connection alive and means nothing.
    guard !open.isEmpty else { return startStanza() }
    // expat reports line breaks and references as pieces of their own.
    if isInText { tape.continueText(text) } else { tape.add(text: text) }
    isInText = true
  }

  /// What was read, and room for as much and a little more: one stanza is much like the next.
  private mutating func takeTape() -> XMLElement {
    let element = XMLElement(tape)
    let (records, bytes) = (tape.records.count, tape.bytes.count)
    tape = XMLTape()
    tape.reserveCapacity(records: min(records + 4, 256), bytes: min(bytes + bytes / 4, 8_192))
    return element
  }

  static func bytes(
    _ start: UnsafePointer<XML_Char>, _ count: Int
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }

  private mutating func startStanza() {
    stanzaStart = Int(XML_GetCurrentByteIndex(parser))
  }
}
