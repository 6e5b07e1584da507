// SPDX-License-Identifier: MIT
import CExpat

/// A stanza or a part of one, as ``BareParser`` gives it.
nonisolated final class BareElement {
  let name: String
  let namespace: String
  /// By local name; "NAMESPACE NAME" for those that have a namespace.
  let attributes: [String: String]
  var children: [BareElement] = []
  var text = ""

  init(_ name: String, _ namespace: String, _ attributes: [String: String]) {
    self.name = name
    self.namespace = namespace
    self.attributes = attributes
  }

  func child(_ name: String, _ namespace: String? = nil) -> BareElement? {
    children.first { $0.name == name && (namespace == nil || $0.namespace == namespace) }
  }
}

/// expat in push mode, bounded in depth and size, makes a tree of each stanza.
nonisolated final class BareParser {
  private static let depthLimit = 64
  private static let sizeLimit = 4 << 20  // bytes of one stanza

  private let parser: XML_Parser?
  private let received: (BareElement) -> Void
  private var open: [BareElement] = []
  /// How many elements deep we are in what is too deep.
  private var skipped = 0
  private var bytes = 0
  private(set) var fault: String?

  init(_ received: @escaping (BareElement) -> Void) {
    self.received = received
    parser = XML_ParserCreateNS("UTF-8", 0x0A)
    XML_SetReparseDeferralEnabled(parser, XML_Bool(XML_FALSE))
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let name, let attributes else { return }
        BareParser.of(data)?.begin(String(cString: name), attributes)
      }, { data, _ in BareParser.of(data)?.end() })
    XML_SetCharacterDataHandler(parser) { data, bytes, count in
      guard let parser = BareParser.of(data), parser.open.count > 1, parser.skipped == 0 else {
        return
      }
      parser.open.last?.text += String(
        decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }
    // RFC 6120 §11.1
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      BareParser.of(data)?.stop("a document type")
    }
    XML_SetProcessingInstructionHandler(parser) { data, _, _ in
      BareParser.of(data)?.stop("a processing instruction")
    }
    XML_SetCommentHandler(parser) { data, _ in BareParser.of(data)?.stop("a comment") }
  }

  deinit { XML_ParserFree(parser) }

  private static func of(_ data: UnsafeMutableRawPointer?) -> BareParser? {
    data.map { Unmanaged<BareParser>.fromOpaque($0).takeUnretainedValue() }
  }

  /// False when the stream cannot go on.
  func feed(_ chunk: UnsafeRawBufferPointer) -> Bool {
    bytes += chunk.count
    if bytes > Self.sizeLimit { stop("a stanza that is too large") }
    let text = chunk.baseAddress?.assumingMemoryBound(to: CChar.self)
    return XML_Parse(parser, text, Int32(chunk.count), 0) == XML_STATUS_OK && fault == nil
  }

  private func stop(_ reason: String) {
    guard fault == nil else { return }
    fault = reason
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private func begin(
    _ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
  ) {
    if skipped > 0 || open.count > Self.depthLimit {
      skipped += 1
      return
    }
    var values: [String: String] = [:]
    var index = 0
    while let key = attributes[index], let value = attributes[index + 1] {
      let (name, namespace) = Self.split(String(cString: key))
      values[namespace.isEmpty ? name : "\(namespace) \(name)"] = String(cString: value)
      index += 2
    }
    let (local, namespace) = Self.split(name)
    let element = BareElement(local, namespace, values)
    if open.count > 1 { open.last?.children.append(element) }
    open.append(element)
  }

  private func end() {
    if skipped > 0 {
      skipped -= 1
      return
    }
    guard let element = open.popLast(), open.count == 1 else { return }
    bytes = 0
    received(element)
  }

  /// expat gives "NAMESPACE\nNAME".
  private static func split(_ name: String) -> (name: String, namespace: String) {
    guard let border = name.firstIndex(of: "\n") else { return (name, "") }
    return (String(name[name.index(after: border)...]), String(name[..<border]))
  }
}
