// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import ChatXMPP

@Suite struct XMLStreamParserTests {
  static let header =
    "<stream:stream from='example.org' version='1.0' xmlns='jabber:client'"
    + " xmlns:stream='http://etherx.jabber.org/streams'>"

  private func read(
    _ pieces: [String], limits: XMLStreamParser.Limits = .init()
  ) -> (stanzas: [XMLElement], cut: [Bool], failure: XMLStreamParser.Failure?) {
    let parser = XMLStreamParser(limits: limits)
    var stanzas: [XMLElement] = []
    var cut: [Bool] = []
    for piece in [Self.header] + pieces {
      let (events, failure) = parser.feed(piece)
      for case .stanza(let stanza, let isCut) in events {
        stanzas.append(stanza)
        cut.append(isCut)
      }
      if let failure { return (stanzas, cut, failure) }
    }
    return (stanzas, cut, nil)
  }

  @Test func readsAStanzaHoweverItIsCutIntoPieces() {
    let xml =
      "<message to='ana@example.org' xml:lang='en'><body>a &lt; b &#128578;\nc</body>"
      + "<x xmlns='urn:x'><y z='1'/></x></message>"
    let whole = read([xml]).stanzas
    #expect(whole.count == 1)
    #expect(whole.first?["to"] == "ana@example.org")
    #expect(whole.first?.attributes.last?.namespace == Namespace.xml)
    #expect(whole.first?.child("body")?.text == "a < b \u{1F642}\nc")
    #expect(whole.first?.child("x", "urn:x")?.child("y")?["z"] == "1")
    #expect(read(xml.unicodeScalars.map { String($0) }).stanzas == whole)
  }

  @Test func reportsHeaderAndEnd() {
    let parser = XMLStreamParser()
    let (events, _) = parser.feed(Self.header + " \n <presence/></stream:stream>")
    #expect(events.count == 3)
    guard case .opened(let header) = events.first else { return #expect(Bool(false)) }
    #expect(header.isNamed("stream", Namespace.stream))
    #expect(events.last == .closed)
  }

  @Test(arguments: [
    "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><message/>",
    "<?php echo 1 ?>", "<message><!-- hidden --></message>",
  ])
  func refusesWhatStreamsMayNotHold(_ xml: String) {
    let parser = XMLStreamParser()
    // A DOCTYPE can only stand before the header.
    let text = xml.hasPrefix("<!DOCTYPE") ? xml : Self.header + xml
    guard case .restricted = parser.feed(text).failure else {
      Issue.record("accepted: \(xml)")
      return
    }
    #expect(parser.feed("<message/>").events.isEmpty)
  }

  @Test(arguments: [
    "<message></body></message>", "<message a='1' a='2'/>", "<message>&bomb;</message>",
    "<message>\u{1}</message>", "<x:message/>",
  ])
  func refusesWhatIsNotWellFormed(_ xml: String) {
    guard case .notWellFormed = read(["<iq/>", xml]).failure else {
      Issue.record("accepted: \(xml)")
      return
    }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    let parser = XMLStreamParser()
    _ = parser.feed(Self.header + "<message><body>")
    let failure = [UInt8]([0xC3, 0x28, 0x3C]).withUnsafeBytes { parser.feed($0).failure }
    #expect(failure != nil)
  }

  @Test func cutsOffWhatIsTooDeepAndDeliversTheRest() {
    let deep = String(repeating: "<a>", count: 5_000) + String(repeating: "</a>", count: 5_000)
    let result = read(["<message id='1'>\(deep)<body>hi</body></message><message id='2'/>"])
    #expect(result.failure == nil)
    #expect(result.stanzas.map { $0["id"] } == ["1", "2"])
    #expect(result.cut == [true, false])
    #expect(result.stanzas.first?.child("body")?.text == "hi")
    var depth = 0
    var element = result.stanzas.first
    while let next = element {
      depth += 1
      element = next.elements.first { _ in true }
    }
    #expect(depth == 64)
  }

  @Test func cutsOffWhatHasTooManyElements() {
    var limits = XMLStreamParser.Limits()
    limits.elements = 10
    let result = read(
      ["<iq>" + String(repeating: "<a/>", count: 50) + "</iq>", "<iq><a/></iq>"], limits: limits)
    #expect(result.stanzas.map { Array($0.elements).count } == [9, 1])
    #expect(result.cut == [true, false])
  }

  @Test func endsOnAStanzaThatIsTooLong() {
    var limits = XMLStreamParser.Limits()
    limits.stanzaBytes = 1_000
    let body = "<message><body>" + String(repeating: "x", count: 400) + "</body></message>"
    // Many stanzas may be longer together than one may be.
    #expect(read(Array(repeating: body, count: 20), limits: limits).failure == nil)
    let piece = String(repeating: "x", count: 300)
    #expect(
      read(["<message><body>", piece, piece, piece, piece], limits: limits).failure == .tooLong)
    // An attribute that never ends is not reported by expat, and is bounded all the same.
    #expect(
      read(["<message a='", piece, piece, piece, piece], limits: limits).failure == .tooLong)
  }

  @Test func keepAliveSpacesAreNotAStanza() {
    var limits = XMLStreamParser.Limits()
    limits.stanzaBytes = 1_000
    let spaces = String(repeating: " ", count: 500)
    let result = read([spaces, spaces, spaces, spaces, "<iq/>"], limits: limits)
    #expect(result.failure == nil)
    #expect(result.stanzas.count == 1)
  }

  @Test func manyInventedNamesAreReadAsTheyAre() {
    let names = (0..<5_000).map { "n\($0)" }
    let result = read(names.map { "<message><\($0) xmlns='urn:\($0)'/></message>" })
    #expect(result.stanzas.compactMap { $0.elements.first { _ in true }?.name } == names)
  }
}

@Suite struct XMLWriterTests {
  @Test func writesWhatTheParserReadsBack() {
    var message = XMLElement("message", Namespace.client, ["to": "a'b&<>\n\t\"", "id": nil])
    message.attributes.append(.init("lang", "en", namespace: Namespace.xml))
    message.attributes.append(.init("flag", "1", namespace: "urn:flag"))
    message.append(XMLElement("body", Namespace.client, text: "x < y & z\r\n]]> 'q' \u{1F642}"))
    message.append(
      XMLElement("x", "urn:x", children: [XMLElement("body", Namespace.client, text: "in")]))
    let parser = XMLStreamParser()
    _ = parser.feed(XMLStreamParserTests.header)
    let (events, failure) = parser.feed(message.xml())
    #expect(failure == nil)
    #expect(events == [.stanza(message, isCut: false)])
  }

  @Test func leavesOutCharactersXMLCannotCarry() {
    let body = XMLElement("body", Namespace.client, text: "a\u{0}b\u{8}c\u{FFFF}d\u{FFFD}")
    #expect(body.xml() == "<body>abcd\u{FFFD}</body>")
  }

  @Test func declaresANamespaceOnlyWhereItChanges() {
    let iq = XMLElement(
      "iq", Namespace.client, ["type": "get"],
      children: [XMLElement("ping", "urn:xmpp:ping", children: [XMLElement("a", "urn:xmpp:ping")])])
    #expect(iq.xml() == "<iq type='get'><ping xmlns='urn:xmpp:ping'><a/></ping></iq>")
  }
}
