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
  func applyIfKnown(_ content: MessagePipeline.Content, _ verified: MessagePipeline.Verified) {
    guard let (id, isMine) = Self.target(of: content, isMine: verified.isMine) else {
      return apply(content, of: verified)
    }
    let (account, peer) = (account, verified.peer)
    writer.write { [weak self] store throws(StoreError) in
      if let conversation = try store.reader.conversation(with: peer.description, of: account),
        try store.message(id, isMine: isMine, in: conversation) != nil
      {
        return { self?.apply(content, of: verified) }
      }
      return { self?.keepEarly(verified, target: id) }
    }
  }

  func keepEarly(_ verified: MessagePipeline.Verified, target: String) {
    guard earlyChanges < EarlyChange.limit, let change = EarlyChange(verified) else { return }
    earlyChanges += 1
    let (account, peer) = (account, verified.peer)
    writer.write { store throws(StoreError) in
      try store.setValue(
        Self.encode(change), for: change.key(peer, target), of: account)
      return nil
    }
  }

  /// Messages with a peer have come under these ids: what was said about them before is applied now,
  /// the oldest first.
  func applyEarly(to ids: [String], with peer: JID) {
    guard earlyChanges > 0, !ids.isEmpty else { return }
    let account = account
    writer.write { [weak self] store throws(StoreError) in
      var found: [(key: String, value: String)] = []
      for id in ids {
        found += try store.reader.values(prefix: EarlyChange.prefix(peer, id), of: account)
      }
      for (key, _) in found { try store.setValue(nil, for: key, of: account) }
      if found.isEmpty { return nil }
      return { [found] in self?.apply(early: found.map(\.value)) }
    }
  }

  /// The archive has been read to its beginning: what refers to messages that are nowhere stands for
  /// itself.
  func applyAllEarly() {
    guard earlyChanges > 0 else { return }
    let account = account
    writer.write { [weak self] store throws(StoreError) in
      let found = try store.reader.values(prefix: EarlyChange.prefix, of: account)
      for (key, _) in found { try store.setValue(nil, for: key, of: account) }
      return { self?.apply(early: found.map(\.value)) }
    }
  }

  private func apply(early values: [String]) {
    earlyChanges = max(0, earlyChanges - values.count)
    let changes = values.compactMap { Self.decode($0, as: EarlyChange.self) }
      .sorted { $0.time < $1.time }
    for change in changes {
      guard let verified = change.verified(account: address).map(MessagePipeline.decrypt) else {
        continue
      }
      apply(MessagePipeline.read(verified), of: verified)
    }
  }

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
