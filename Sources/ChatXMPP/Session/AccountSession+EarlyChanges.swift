// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// A change of a message that is not here yet: the archive is read from its end, so a correction
/// comes before what it corrects. It is kept in the store as it came, until its message comes.
struct EarlyChange: Hashable, Sendable, Codable {
  var archiveID: String?
  /// When the server had it, in microseconds.
  var time: Int64
  var xml: String

  static let prefix = "xmpp-early "
  /// More are not waited for; they would be somebody's attempt to fill the disk.
  static let limit = 5_000
  static let sizeLimit = 128 << 10  // bytes of XML

  /// All changes of one message stand together.
  static func prefix(_ peer: JID, _ target: String) -> String { "\(prefix)\(peer) \(target) " }

  func key(_ peer: JID, _ target: String) -> String {
    Self.prefix(peer, target) + (archiveID ?? "\(time)")
  }

  init?(_ verified: MessagePipeline.Verified) {
    xml = verified.message.xml()
    guard xml.utf8.count <= Self.sizeLimit else { return nil }
    archiveID = verified.archiveID
    time = (verified.time ?? .now).microseconds
  }

  /// Judged once more, like an item of the archive.
  func verified(account: JID) -> MessagePipeline.Verified? {
    let parser = XMLStreamParser()
    _ = parser.feed("<stream xmlns='\(Namespace.client)'>")
    guard case .stanza(let message, _) = parser.feed(xml).events.first else { return nil }
    let item = Archive.Item(
      id: archiveID ?? "", message: message, time: Timestamp(microseconds: time))
    guard var verified = MessagePipeline.verify(item, account: account) else { return nil }
    verified.archiveID = archiveID
    return verified
  }
}

extension AccountSession {
  /// Applies a change whose message is in the store; keeps it for an older page otherwise.
  ///
  /// - Parameter isBulk: one of many of an archive.
  func applyIfKnown(
    _ content: MessagePipeline.Content, _ verified: MessagePipeline.Verified, isBulk: Bool = false
  ) {
    guard let target = Self.target(of: content, isMine: verified.isMine) else {
      return apply(content, of: verified)
    }
    let (account, peer, changes) = (account, verified.peer, changeWriter)
    let early = earlyChanges < EarlyChange.limit ? EarlyChange(verified) : nil
    // It counts until it has proved not to be early: what follows must look for it.
    earlyChanges += 1
    writer.write(isBulk: isBulk) { [weak self] store throws(StoreError) in
      if try changes.isKnown(target, with: peer, in: store) {
        try changes.write(content, verified, to: store)
      } else if let early {
        try store.setValue(
          Self.encode(early), for: early.key(peer, target.id), of: account)
        return nil
      }
      return { self?.forgetEarly(1) }
    }
  }

  /// These messages with a peer have come: what was said about them before is applied now, the
  /// oldest first.
  ///
  /// - Parameter isBulk: they are some of many of an archive.
  func applyEarly(to messages: [IncomingMessage], with peer: JID, isBulk: Bool = false) {
    guard earlyChanges > 0, !messages.isEmpty else { return }
    let (account, changes) = (account, changeWriter)
    let ids = messages.flatMap { [$0.originID, $0.archiveID].compactMap(\.self) }
    writer.write(isBulk: isBulk) { [weak self] store throws(StoreError) in
      var found: [(key: String, value: String)] = []
      for id in ids {
        found += try store.reader.values(prefix: EarlyChange.prefix(peer, id), of: account)
      }
      try changes.write(early: found, to: store)
      return { [count = found.count] in self?.forgetEarly(count) }
    }
  }

  /// The archive has been read to its beginning: what refers to messages that are nowhere stands for
  /// itself.
  func applyAllEarly() {
    guard earlyChanges > 0 else { return }
    let (account, changes) = (account, changeWriter)
    writer.write { [weak self] store throws(StoreError) in
      let found = try store.reader.values(prefix: EarlyChange.prefix, of: account)
      try changes.write(early: found, to: store)
      return { [count = found.count] in self?.forgetEarly(count) }
    }
  }

  private func forgetEarly(_ count: Int) { earlyChanges = max(0, earlyChanges - count) }

  static func target(
    of content: MessagePipeline.Content, isMine: Bool
  ) -> (id: String, isMine: Bool?)? {
    switch content {
    case .correction(let id, _), .retraction(let id): (id, isMine)
    case .reactions(let change): (change.target, nil)
    case .receipt(let id), .failure(let id, _): (id, true)
    case .displayed(let id): (id, !isMine)
    case .text, .composing, .nothing: nil
    }
  }
}
