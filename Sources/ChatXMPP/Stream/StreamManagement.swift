// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Stream management (XEP-0198) as a value: what was counted, and what may still be lost.
///
/// A stanza leaves the queue only by an acknowledgement. Numbers run modulo 2³² (§4).
struct StreamManagement: Hashable, Sendable {
  /// One stanza on its way out.
  struct Entry: Hashable, Sendable, Codable {
    enum Kind: String, Hashable, Sendable, Codable { case message, presence, iq }

    var kind: Kind
    var xml: String
    /// What the sender wants to hear about when it is acknowledged or lost.
    var token: UInt64?
  }

  enum Complaint: Error, Hashable, Sendable {
    /// The server acknowledged more than it was sent (§4: `handled-count-too-high`), or took back
    /// an acknowledgement.
    case impossibleCount
  }

  /// What survives a restart of the app, together with the stanzas not acknowledged.
  struct Snapshot: Hashable, Sendable, Codable {
    var id: String
    var location: String?
    /// The full address that was bound; a resumed stream does not say it again.
    var address: String
    var inbound: UInt32
    var acknowledged: UInt32
    var queue: [Entry]

    /// As JSONEncoder writes it, which takes twenty times as long; and during a catch-up the server
    /// asks for it several times a page.
    var json: String {
      var text = "{\"id\":"
      text.appendJSON(id)
      if let location {
        text += ",\"location\":"
        text.appendJSON(location)
      }
      text += ",\"address\":"
      text.appendJSON(address)
      text += ",\"inbound\":\(inbound),\"acknowledged\":\(acknowledged),\"queue\":["
      for (number, entry) in queue.enumerated() {
        text += (number == 0 ? "" : ",") + "{\"kind\":\"\(entry.kind.rawValue)\",\"xml\":"
        text.appendJSON(entry.xml)
        text += (entry.token.map { ",\"token\":\($0)" } ?? "") + "}"
      }
      return text + "]}"
    }
  }

  private(set) var isCounting = false
  /// The server's name for the session when it can be resumed.
  private(set) var id: String?
  /// Where the server wants to be called for resumption (§3).
  private(set) var location: String?
  /// Stanzas received and dealt with.
  private(set) var inbound: UInt32 = 0
  /// The server's last count of ours.
  private(set) var acknowledged: UInt32 = 0
  private(set) var queue: [Entry] = []
  /// Requests for acknowledgement that have had no answer.
  private var openRequests = 0
  private var stanzasSinceRequest = 0
  private var isRestored = false
  private var countsInbound = false

  /// A request goes out with every so many stanzas at the latest, and not only when the one before
  /// is answered: behind a long queue that answer would be the only sign of life for as long as the
  /// server needs for all of it, and the connection be taken for dead.
  static let requestInterval = 20

  var isAwaitingAcknowledgement: Bool { openRequests > 0 }

  init() {}

  /// Continues what an earlier run of the app left.
  ///
  /// That run may have been killed after the snapshot and have sent more; so until the first count
  /// of the server, that count is believed even where the queue does not account for it.
  init(restoring snapshot: Snapshot) {
    id = snapshot.id
    location = snapshot.location
    inbound = snapshot.inbound
    acknowledged = snapshot.acknowledged
    queue = snapshot.queue
    isCounting = true
    countsInbound = true
    isRestored = true
  }

  func snapshot(address: String) -> Snapshot? {
    guard isCounting, let id else { return nil }
    return Snapshot(
      id: id, location: location, address: address, inbound: inbound, acknowledged: acknowledged,
      queue: queue)
  }

  // MARK: A new session

  /// `<enable/>` is about to be sent: from here on our stanzas count (§3).
  mutating func enable() {
    self = StreamManagement()
    isCounting = true
  }

  /// `<enabled/>`: from here on the server's stanzas count, this element not being one.
  mutating func enabled(id: String?, location: String?) {
    self.id = id
    self.location = location
    countsInbound = true
  }

  /// The server cannot do it after all; nothing is counted, nothing will be acknowledged.
  mutating func refused() -> [Entry] {
    defer { self = StreamManagement() }
    return queue
  }

  // MARK: Traffic

  /// What to write for a stanza, in one piece with the request for acknowledgement: on its own the
  /// request would be a packet more.
  mutating func send(_ entry: Entry) -> String {
    guard isCounting else { return entry.xml }
    queue.append(entry)
    return entry.xml + requestBehindStanza()
  }

  /// A request for acknowledgement, unless one is under way.
  mutating func request() -> String {
    isCounting && openRequests == 0 ? newRequest() : ""
  }

  private mutating func requestBehindStanza() -> String {
    stanzasSinceRequest += 1
    return stanzasSinceRequest < Self.requestInterval ? request() : newRequest()
  }

  private mutating func newRequest() -> String {
    openRequests += 1
    stanzasSinceRequest = 0
    return Self.requestXML
  }

  /// A stanza came in and was dealt with.
  mutating func received() {
    if countsInbound { inbound &+= 1 }
  }

  /// The answer to `<r/>`.
  var acknowledgement: String { "<a xmlns='\(Namespace.streamManagement)' h='\(inbound)'/>" }

  /// `<a/>`: returns the stanzas that are now safe, and what to write in turn.
  mutating func received(acknowledgement h: UInt32) throws(Complaint) -> (
    safe: [Entry], reply: String
  ) {
    let safe = try acknowledge(h)
    // One answer may be meant for several requests; where nothing is left, it was.
    openRequests = queue.isEmpty ? 0 : max(0, openRequests - 1)
    return (safe, queue.isEmpty ? "" : request())
  }

  // MARK: Resumption

  /// What to write to take up the session, if there is one.
  var resumption: String? {
    guard let id else { return nil }
    return XMLElement("resume", Namespace.streamManagement, ["h": "\(inbound)", "previd": id]).xml()
  }

  /// The connection is gone; nothing is being waited for any more.
  mutating func disconnected() { (openRequests, stanzasSinceRequest) = (0, 0) }

  /// `<resumed/>`: the counts go on (§5). Returns what is safe and what to write: everything the
  /// server has not seen, in order.
  mutating func resumed(h: UInt32) throws(Complaint) -> (safe: [Entry], resend: String) {
    let safe = try acknowledge(h)
    disconnected()
    var resend = ""
    for entry in queue {
      stanzasSinceRequest += 1
      resend += entry.xml
      if stanzasSinceRequest == Self.requestInterval { resend += newRequest() }
    }
    return (safe, stanzasSinceRequest > 0 ? resend + newRequest() : resend)
  }

  /// `<failed/>`: the session is lost. Returns what is safe all the same, by the server's last
  /// count if it gave one, and what is in doubt.
  mutating func resumptionFailed(h: UInt32?) -> (safe: [Entry], inDoubt: [Entry]) {
    let safe = h.flatMap { h in try? acknowledge(h) } ?? []
    defer { self = StreamManagement() }
    return (safe, queue)
  }

  /// Gives the session up for good, as after a clean goodbye.
  mutating func end() -> [Entry] {
    defer { self = StreamManagement() }
    return queue
  }

  private mutating func acknowledge(_ h: UInt32) throws(Complaint) -> [Entry] {
    let count = Int(h &- acknowledged)
    guard count <= queue.count || (isRestored && count < Int(UInt32.max / 2)) else {
      throw .impossibleCount
    }
    isRestored = false
    let safe = Array(queue.prefix(count))
    queue.removeFirst(safe.count)
    acknowledged = h
    return safe
  }

  private static let requestXML = "<r xmlns='\(Namespace.streamManagement)'/>"
}
