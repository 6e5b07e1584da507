// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// The archive of messages on the server (XEP-0313), read by pages (XEP-0059).
enum Archive {
  static let namespace = "urn:xmpp:mam:2"
  static let pages = "http://jabber.org/protocol/rsm"
  /// Messages a page; servers allow 50 to 250.
  static let pageSize = 100

  /// Which page to ask for.
  enum Position: Hashable, Sendable {
    /// The newest.
    case last
    /// The one right before an id.
    case before(String)
    /// The one right behind an id, or the oldest.
    case after(String?)
  }

  /// The payload of a request for one page.
  ///
  /// `with` limits it to one other side; `until` to what is older than an id (§4.1.4, used with
  /// ``Position/after(_:)`` only where the server has it, so not here).
  static func query(
    _ id: String, _ position: Position, with: JID? = nil, size: Int = pageSize
  ) -> XMLElement {
    var query = XMLElement("query", namespace, ["queryid": id])
    if let with {
      query.append(
        DataForm.submission(type: namespace, [("with", with.description)]))
    }
    var set = XMLElement("set", pages, children: [XMLElement("max", pages, text: "\(size)")])
    switch position {
    case .last: set.append(XMLElement("before", pages))
    case .before(let id): set.append(XMLElement("before", pages, text: id))
    case .after(let id?): set.append(XMLElement("after", pages, text: id))
    case .after(nil): break
    }
    query.append(set)
    return query
  }

  /// One archived message.
  struct Item: Hashable, Sendable {
    var id: String
    var message: XMLElement
    /// When it came, by the archive's word; nil if it did not say.
    var time: Timestamp?
  }

  /// The item in a `<result/>` and the query it belongs to.
  static func item(in message: XMLElement) -> (query: String, item: Item)? {
    guard let result = message.child("result", namespace), let id = result["id"], !id.isEmpty,
      let query = result["queryid"], let forwarded = Forwarding.message(in: result)
    else { return nil }
    return (query, Item(id: id, message: forwarded.message, time: forwarded.time))
  }

  /// What ends a page.
  struct End: Hashable, Sendable {
    /// There is nothing further in this direction.
    var isComplete: Bool
    var first: String?
    var last: String?
  }

  static func end(in result: XMLElement) -> End? {
    guard let fin = result.child("fin", namespace) else { return nil }
    let set = fin.child("set", pages)
    return End(
      isComplete: fin["complete"] == "true" || fin["complete"] == "1",
      first: set?.child("first")?.text, last: set?.child("last")?.text)
  }
}
