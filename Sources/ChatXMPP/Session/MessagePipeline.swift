// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// The way of a message from the stream to the store, in named steps:
/// parse → verify sender → decrypt → read → deduplicate → store → notify.
///
/// The steps here touch nothing; the last three are ``AccountSession``'s and the store's.
enum MessagePipeline {
  /// How a message reached us.
  enum Source: Hashable, Sendable {
    case live
    case carbon
    case archive(id: String)
  }

  /// A message whose sender is beyond doubt, as far as our server can be trusted.
  struct Verified: Hashable, Sendable {
    var message: XMLElement
    var source: Source
    /// Sent by this account, here or on another device.
    var isMine: Bool
    /// The full address it came from.
    var sender: JID
    /// The bare address of the other side.
    var peer: JID
    var archiveID: String?
    /// When it was sent; nil if nobody trustworthy said so.
    var time: Timestamp?
  }

  // MARK: Verify sender

  /// Judges a message of the stream. Nil means: drop it without a trace.
  static func verify(_ stanza: XMLElement, account: JID) -> Verified? {
    let own = account.bare
    // RFC 6120 §8.1.2.1: no sender means our own account.
    guard let sender = stanza["from"].map({ try? JID($0) }) ?? account.bare else { return nil }
    guard let copy = Carbons.copy(in: stanza) else {
      return verified(
        stanza, sender: sender, source: .live, own: own,
        archiveID: StanzaIdentity.archive(of: stanza, by: own), time: serverTime(stanza, own))
    }
    // X01: only our own account hands out copies.
    guard sender == own, let inner = Forwarding.message(in: copy.wrapper),
      let innerSender = inner.message["from"].flatMap({ try? JID($0) })
    else { return nil }
    guard (copy.direction == .sent) == (innerSender.bare == own) else { return nil }
    return verified(
      inner.message, sender: innerSender, source: .carbon, own: own,
      archiveID: StanzaIdentity.archive(of: inner.message, by: own),
      time: serverTime(inner.message, own) ?? inner.time)
  }

  /// Judges an item of our own archive; who sent the item is checked before (X06).
  static func verify(_ item: Archive.Item, account: JID) -> Verified? {
    let own = account.bare
    guard let sender = item.message["from"].flatMap({ try? JID($0) }) else { return nil }
    return verified(
      item.message, sender: sender, source: .archive(id: item.id), own: own, archiveID: item.id,
      time: item.time)
  }

  private static func verified(
    _ message: XMLElement, sender: JID, source: Source, own: JID, archiveID: String?,
    time: Timestamp?
  ) -> Verified? {
    let isMine = sender.bare == own
    // From ourselves, the other side is whom it is for; without one it is a note to ourselves.
    let peer: JID
    if isMine {
      guard let to = message["to"].map({ try? JID($0) }) ?? own else { return nil }
      peer = to.bare
    } else {
      peer = sender.bare
    }
    return Verified(
      message: message, source: source, isMine: isMine, sender: sender, peer: peer,
      archiveID: archiveID, time: time)
  }

  /// X17: a delay that our own server states is when it came there; what a peer states is a claim.
  private static func serverTime(_ message: XMLElement, _ own: JID) -> Timestamp? {
    Delay.time(in: message, by: own.server) ?? Delay.time(in: message, by: own)
  }

  // MARK: Decrypt

  /// The place of end-to-end encryption. What comes out has the same sender as what went in.
  static func decrypt(_ verified: Verified) -> Verified { verified }

  // MARK: Read

  struct Text: Hashable, Sendable {
    var body: String
    var originID: String?
    var reply: Answer?
    var wantsReceipt: Bool

    struct Answer: Hashable, Sendable {
      var id: String
      var author: JID?
      var quotation: String
    }
  }

  /// What a message is about.
  enum Content: Hashable, Sendable {
    case text(Text)
    case correction(of: String, Text)
    case retraction(of: String)
    case reactions(Reactions.Change)
    case receipt(of: String)
    case displayed(String)
    case composing(Bool)
    /// A message of ours could not be delivered.
    case failure(of: String, reason: IQTracker.Failure)
    case nothing
  }

  /// Longer texts are shortened: nobody reads a megabyte, and every screen would have to.
  static let bodyLimit = 65_536  // bytes of UTF-8

  static func read(_ verified: Verified) -> Content {
    let message = verified.message
    let type = message["type"] ?? "normal"
    if type == "error" {
      guard !verified.isMine, let id = message["id"] else { return .nothing }
      return .failure(of: id, reason: IQTracker.Failure(message))
    }
    guard type == "chat" || type == "normal" else { return .nothing }
    if let id = Retraction.target(of: message) { return .retraction(of: id) }
    if let change = Reactions.change(in: message) { return .reactions(change) }
    let body = OutOfBand.text(
      message.child("body", Namespace.client)?.text ?? "", with: OutOfBand.link(in: message))
    if !body.isEmpty {
      let text = text(body, of: message)
      if let id = Correction.target(of: message) { return .correction(of: id, text) }
      return text.body.isEmpty ? .nothing : .text(text)
    }
    if let id = Receipts.received(in: message) { return .receipt(of: id) }
    if let id = ChatMarkers.displayed(in: message) { return .displayed(id) }
    if let isComposing = ChatStates.isComposing(in: message) { return .composing(isComposing) }
    return .nothing
  }

  private static func text(_ body: String, of message: XMLElement) -> Text {
    let target = Replies.target(of: message)
    var (shown, quotation) = target == nil ? (body, "") : Replies.split(body, of: message)
    if shown.utf8.count > bodyLimit { shown = shortened(shown, to: bodyLimit) }
    if !quotation.isEmpty {
      quotation = quotation.split(separator: "\n").map { line in
        line.hasPrefix("> ") ? line.dropFirst(2) : line
      }.joined(separator: "\n")
    }
    return Text(
      body: shown, originID: StanzaIdentity.origin(of: message),
      reply: target.map {
        Text.Answer(
          id: $0.id, author: $0.author, quotation: String(quotation.prefix(200)))
      },
      wantsReceipt: Receipts.isRequested(by: message))
  }

  private static func shortened(_ text: String, to limit: Int) -> String {
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end > text.startIndex, end.samePosition(in: text) == nil {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end]) + "\u{2026}"
  }
}
