// SPDX-License-Identifier: GPL-3.0-or-later
@testable import ChatXMPP

extension XMLElement {
  /// One literal stanza, as it would stand in a stream.
  static func parsed(_ xml: String) -> XMLElement {
    let parser = XMLStreamParser()
    _ = parser.feed(XMLStreamParserTests.header)
    guard case .stanza(let stanza, _) = parser.feed(xml).events.first else {
      fatalError("not one stanza: \(xml)")
    }
    return stanza
  }
}

extension JID {
  /// An address that is right because the test says so.
  static func known(_ string: String) -> JID {
    guard let jid = try? JID(string) else { fatalError("no address: \(string)") }
    return jid
  }
}
