// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

/// Writes what messages say about other messages, with what the account knew when they came. It works
/// inside of a transaction, so that a change is on the disk before its stanza is acknowledged, and
/// before what came after it.
struct ChangeWriter: Sendable {
  let account: AccountID
  let address: JID
  let roster: [JID: Roster.Item]

  func title(of address: JID) -> String {
    if let name = roster[address]?.name, !name.isEmpty { return name }
    return address.local ?? address.domain
  }

  func sender(_ peer: JID) -> Sender { .other(address: peer.description, name: title(of: peer)) }

  private func sender(of verified: MessagePipeline.Verified) -> Sender {
    verified.isMine ? .me : sender(verified.peer)
  }

  /// The message as the store takes it.
  ///
  /// - Parameters:
  ///   - sender: who it is from, if the caller knows already.
  ///   - neighbour: its time if nobody trustworthy told.
  func incoming(
    _ text: MessagePipeline.Text, _ verified: MessagePipeline.Verified, from sender: Sender? = nil,
    neighbour: Timestamp
  ) -> IncomingMessage {
    IncomingMessage(
      sender: sender ?? self.sender(of: verified), body: text.body,
      time: verified.time ?? neighbour,
      reply: text.reply.map { answer in
        Reply(
          message: nil, referencedID: answer.id,
          author: answer.author.map { $0.bare == address ? "" : title(of: $0.bare) } ?? "",
          excerpt: answer.quotation)
      },
      originID: text.originID, archiveID: verified.archiveID)
  }

  /// Each change counts only in the conversation with its sender, and only for messages of the same
  /// author where it changes one (X08).
  func write(
    _ content: MessagePipeline.Content, _ verified: MessagePipeline.Verified,
    to store: isolated Store
  ) throws(StoreError) {
    let (peer, isMine) = (verified.peer, verified.isMine)
    let time = verified.time ?? .now
    let fallback: IncomingMessage? =
      if case .correction(_, let text) = content {
        incoming(text, verified, neighbour: time)
      } else { nil }
    var known = try store.reader.conversation(with: peer.description, of: account)
    if known == nil, fallback != nil {
      known = try store.openConversation(
        .direct, with: peer.description, title: title(of: peer), of: account)
    }
    guard let conversation = known else { return }
    switch content {
    case .correction(let id, let text):
      if let original = try store.message(id, isMine: isMine, in: conversation) {
        if original.body != text.body, !original.isRetracted {
          try store.edit(original.id, body: text.body, at: time)
        }
      } else if let fallback, try !store.isRepeated(fallback, in: conversation) {
        try store.receive(fallback, in: conversation)
      }
    case .retraction(let id):
      if let original = try store.message(id, isMine: isMine, in: conversation) {
        try store.retract(original.id)
      }
    case .reactions(let change):
      if let target = try store.message(change.target, isMine: nil, in: conversation),
        !target.isRetracted
      {
        try store.setReactions(change.emoji, by: sender(of: verified), to: target.id)
      }
    case .receipt(let id):
      if !isMine, let message = try store.message(id, isMine: true, in: conversation) {
        try store.updateDelivery(of: message.id, to: .delivered)
      }
    case .displayed(let id):
      if isMine {
        if let message = try store.message(id, isMine: false, in: conversation) {
          try store.markRead(upTo: message.position, in: conversation)
        }
      } else if let message = try store.message(id, isMine: true, in: conversation) {
        try store.updateDelivery(upTo: message.id, to: .read)
      }
    case .failure(let id, let reason):
      if let message = try store.message(id, isMine: true, in: conversation) {
        try store.updateDelivery(of: message.id, to: .failed(reason: DeliveryFailure(reason)))
      }
    case .text, .composing, .nothing: break
    }
  }

  /// Whether the message that is spoken of is in the store.
  func isKnown(
    _ target: (id: String, isMine: Bool?), with peer: JID, in store: isolated Store
  ) throws(StoreError) -> Bool {
    guard let conversation = try store.reader.conversation(with: peer.description, of: account)
    else { return false }
    return try store.message(target.id, isMine: target.isMine, in: conversation) != nil
  }

  /// Writes what was kept until its messages came, the oldest first, and keeps it no longer.
  func write(
    early found: [(key: String, value: String)], to store: isolated Store
  ) throws(StoreError) {
    for (key, _) in found { try store.setValue(nil, for: key, of: account) }
    let changes = found.compactMap { AccountSession.decode($0.value, as: EarlyChange.self) }
      .sorted { $0.time < $1.time }
    for change in changes {
      guard let verified = change.verified(account: address).map(MessagePipeline.decrypt) else {
        continue
      }
      try write(MessagePipeline.read(verified), verified, to: store)
    }
  }
}
