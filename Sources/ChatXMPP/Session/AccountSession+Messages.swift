// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension AccountSession {
  // MARK: Incoming

  func receivedMessage(_ stanza: XMLElement) {
    if let (query, item) = Archive.item(in: stanza) {
      // X06: only our own account has our archive, and only a page that was asked for counts.
      guard Roster.isTrusted(sender: stanza["from"], account: address) else { return }
      catchUp?.received(item, of: query)
      settling?.received(item, of: query)
      for reader in histories { reader.received(item, of: query) }
      return
    }
    if let event = PubSub.event(in: stanza) {
      guard let sender = stanza["from"].map({ try? JID($0) }) ?? address else { return }
      return received(event, from: sender)
    }
    guard
      let verified = MessagePipeline.verify(stanza, account: address).map(
        MessagePipeline.decrypt)
    else { return }
    let content = MessagePipeline.read(verified)
    if case .text(let text) = content {
      receivedText(text, verified)
    } else if verified.peer != address {
      switch content {
      // A correction of what is not here is a message (X08); the others wait for theirs, if they
      // are not somebody's whom nobody knows.
      case .retraction, .reactions:
        if roster[verified.peer] != nil {
          applyIfKnown(content, verified)
        } else {
          apply(content, of: verified)
        }
      default: apply(content, of: verified)
      }
    }
    if let id = verified.archiveID, verified.source == .live { noteLive(id) }
  }

  private func receivedText(_ text: MessagePipeline.Text, _ verified: MessagePipeline.Verified) {
    guard verified.peer != address else { return }
    let incoming = incoming(text, verified, neighbour: .now)
    let seesUs = roster[verified.peer]?.seesUs ?? false
    let wantsReceipt =
      text.wantsReceipt && verified.source == .live && !verified.isMine && seesUs
      && preferences.sendsReceipts
    let (account, peer, title) = (account, verified.peer, title(of: verified.peer))
    // Only this session's own hole lies right before it. When that is filled and an older one is
    // being read, nothing is missing between here and the message before.
    let hole = sessionHole.flatMap { holes[$0]?.number }
    if !verified.isMine { tellTyping(false, by: peer) }
    writer.write { [weak self] store throws(StoreError) in
      let conversation = try store.openConversation(
        .direct, with: peer.description, title: title, of: account)
      // While history is missing before it, its place is behind the gap.
      var place: HolePlace?
      var isNewPlace = false
      if let hole, verified.archiveID != nil {
        place = try store.place(of: hole, in: conversation, of: account)
        if place == nil, let gap = try store.openGap(in: conversation, at: incoming.time) {
          place = .gap(gap)
          isNewPlace = true
        }
      }
      var written: Message?
      if try !store.isRepeated(incoming, in: conversation) {
        written = try store.receive(incoming, in: conversation)
      }
      if let hole, verified.archiveID != nil {
        if place == nil, let written {
          place = .before(written.id)
          isNewPlace = true
        }
        if isNewPlace, let place {
          try store.setPlace(place, of: hole, in: conversation, of: account)
        }
      }
      return {
        // Only what is safely ours has been received.
        if wantsReceipt, let id = verified.message["id"] {
          self?.sendReceipt(for: id, to: verified)
        }
      }
    }
  }

  /// What changes messages in the store, with what is known of the account at this moment.
  var changeWriter: ChangeWriter {
    ChangeWriter(account: account, address: address, roster: roster)
  }

  /// The message as the store takes it; `neighbour` is its time if nobody trustworthy told.
  func incoming(
    _ text: MessagePipeline.Text, _ verified: MessagePipeline.Verified, neighbour: Timestamp
  ) -> IncomingMessage {
    changeWriter.incoming(text, verified, neighbour: neighbour)
  }

  func title(of address: JID) -> String { changeWriter.title(of: address) }

  /// Everything a message can say about other messages.
  func apply(_ content: MessagePipeline.Content, of verified: MessagePipeline.Verified) {
    if case .composing(let isComposing) = content {
      guard !verified.isMine, verified.source == .live else { return }
      return tellTyping(isComposing, by: verified.peer)
    }
    let changes = changeWriter
    writer.write { store throws(StoreError) in
      try changes.write(content, verified, to: store)
      return nil
    }
  }

  private func tellTyping(_ isTyping: Bool, by peer: JID) {
    guard let onTyping else { return }
    let (account, name) = (account, title(of: peer))
    writer.write { store throws(StoreError) in
      guard let conversation = try store.reader.conversation(with: peer.description, of: account)
      else { return nil }
      let notice = TypingNotice(
        conversation: conversation, sender: .other(address: peer.description, name: name),
        isTyping: isTyping)
      return { onTyping(notice) }
    }
  }

  private func sendReceipt(for id: String, to verified: MessagePipeline.Verified) {
    stream.send(
      XMLElement(
        "message", Namespace.client,
        ["to": verified.sender.description, "type": "chat", "id": StanzaID.random()],
        children: [Receipts.receipt(for: id), Hints.store]))
  }

  // MARK: Outgoing

  /// Hands a queued message to the stream; false when there is none to take it.
  func send(_ message: Message, to peer: JID, answering answered: AnsweredMessage?) -> Bool {
    guard acceptsMessages else { return false }
    let token = UInt64(truncatingIfNeeded: message.id.rawValue)
    // Handed over by an earlier run, and sent again when its session was resumed.
    if stream.isUnderway(token) || outstanding.contains(token) { return true }
    var body = message.body
    var stanza = XMLElement(
      "message", Namespace.client,
      ["to": peer.description, "type": "chat", "id": message.originID])
    var extras = [Receipts.request, ChatMarkers.markable, ChatStates.active]
    if let reply = message.reply, let answered {
      extras.append(Replies.element(to: answered.author, id: answered.id))
      if !reply.excerpt.isEmpty {
        let quoted = Replies.body(body, quoting: reply.excerpt)
        body = quoted.body
        extras.append(quoted.range)
      }
    }
    stanza.append(XMLElement("body", Namespace.client, text: body))
    if let id = message.originID { stanza.append(StanzaIdentity.originElement(id)) }
    for extra in extras { stanza.append(extra) }
    guard stream.send(stanza, token: token) else { return false }
    handedOver(token)
    return true
  }

  /// Whether a message was given to the stream, and nothing is known of it yet.
  func isHandedOver(_ message: Message) -> Bool {
    let token = UInt64(truncatingIfNeeded: message.id.rawValue)
    return stream.isUnderway(token) || outstanding.contains(token)
  }

  /// Sends something about a message that is not worth keeping: a marker.
  func send(_ payload: [XMLElement], to peer: JID) -> Bool {
    guard acceptsMessages else { return false }
    let id = StanzaID.random()
    return stream.send(
      XMLElement(
        "message", Namespace.client, ["to": peer.description, "type": "chat", "id": id],
        children: [StanzaIdentity.originElement(id)] + payload))
  }

  /// X25: what tells that we are here goes only to those who may know it.
  func mayTell(_ peer: JID) -> Bool { roster[peer]?.seesUs ?? false }
}

extension Store {
  /// The message with that id of sender or archive; `isMine` nil for anybody's.
  func message(
    _ id: String, isMine: Bool?, in conversation: ConversationID
  ) throws(StoreError) -> Message? {
    let named = try reader.messages(originID: id, in: conversation)
    if let message = named.last(where: { isMine == nil || $0.sender.isMe == isMine }) {
      return message
    }
    guard let message = try reader.message(archiveID: id, in: conversation),
      isMine == nil || message.sender.isMe == isMine
    else { return nil }
    return message
  }

  /// Whether the same sender has sent the same words under the same id before: a resend after a
  /// broken connection. The archive id of the second is then noted. What was taken back meanwhile
  /// does not come back.
  func isRepeated(
    _ incoming: IncomingMessage, in conversation: ConversationID
  ) throws(StoreError) -> Bool {
    guard let id = incoming.originID, !incoming.sender.isMe else { return false }
    let before = try reader.messages(originID: id, in: conversation).first { message in
      !message.sender.isMe && (message.isRetracted || message.body == incoming.body)
    }
    guard let before else { return false }
    if before.archiveID == nil, let archiveID = incoming.archiveID {
      try setArchiveID(archiveID, of: before.id)
    }
    return true
  }
}
