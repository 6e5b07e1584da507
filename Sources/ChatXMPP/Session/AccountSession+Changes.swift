// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

extension AccountSession {
  /// Makes a change here, keeps it, and sends it as soon as its turn has come.
  func enqueue(
    _ kind: OutgoingChange.Kind, about message: Message
  ) async throws(StoreError) {
    let (least, account) = (changes.next(), account)
    let kept = try await store.transaction { store throws(StoreError) in
      try store.keep(kind, about: message, of: account, numberedFrom: least)
    }
    guard let (number, change) = kept else { return }
    changes.add(change, number)
    await sendChanges()
  }

  /// Takes up what was kept while this session was not known yet, or not there (``ChangesForLater``).
  func takeUpKeptChanges() {
    let account = account
    // Behind the writing of whatever was said before, not beside it as a reader would be.
    writer.write { [weak self] store throws(StoreError) in
      let kept = try ChangeQueue.kept(by: store.reader, of: account)
      guard !kept.isEmpty else { return nil }
      return {
        guard let self else { return }
        self.changes.restore(kept)
        Task { await self.sendChanges() }
      }
    }
  }

  /// Sends the changes before which no message waits.
  func sendChanges() async {
    guard acceptsMessages, !changes.entries.isEmpty else { return }
    let account = account
    let queued = try? await store.read { reader throws(StoreError) in
      try reader.queued(in: account, limit: 1_000).map(\.id.rawValue)
    }
    guard let queued else { return sendChangesLater() }
    let waiting = queued.first { row in
      let token = UInt64(truncatingIfNeeded: row)
      return !outstanding.contains(token) && !stream.isUnderway(token)
    }
    await sendChanges(before: waiting)
  }

  /// Sends the changes that were said before the message of row `bound` was written.
  func sendChanges(before bound: Int64?) async {
    while let entry = changes.due(before: bound).first {
      let made: XMLElement?
      do throws(StoreError) {
        made = try await stanza(of: entry)
      } catch {
        return sendChangesLater()
      }
      guard let stanza = made else {
        // The message or its conversation is gone: there is nothing left to say.
        forget(ChangeQueue.token(entry.number))
        continue
      }
      // Meanwhile the connection may be another one, and the change may have gone out.
      guard acceptsMessages else { return }
      guard changes.due(before: bound).first?.number == entry.number else { continue }
      let token = ChangeQueue.token(entry.number)
      if !stream.isUnderway(token) {
        guard stream.send(stanza, token: token) else { return }
        handedOver(token)
      }
      changes.handedOver(entry.number)
    }
  }

  /// The store could not be read (a disk that fails now and then); what waits is not given up for it.
  private func sendChangesLater() {
    _ = clock.schedule(after: StoreWriter.retryDelay) { [weak self] in
      Task { await self?.sendChanges() }
    }
  }

  /// Nil where there is nothing left to say.
  private func stanza(of entry: ChangeQueue.Entry) async throws(StoreError) -> XMLElement? {
    let change = entry.change
    let (address, message) = try await store.read { reader throws(StoreError) in
      (
        try reader.summary(of: ConversationID(rawValue: change.conversation))?.address,
        try reader.message(MessageID(rawValue: change.message))
      )
    }
    guard let peer = address.flatMap({ try? JID($0) }) else { return nil }
    let payload: [XMLElement]
    switch change.kind {
    case .correction:
      guard let message, !message.isRetracted else { return nil }
      payload = [
        XMLElement("body", Namespace.client, text: message.body),
        Correction.element(for: change.target), Receipts.request, Hints.store,
      ]
    case .retraction: payload = Retraction.payload(for: change.target)
    case .reactions(let emoji):
      payload = [
        Reactions.element(Reactions.Change(target: change.target, emoji: emoji)), Hints.store,
      ]
    }
    return XMLElement(
      "message", Namespace.client,
      ["to": peer.description, "type": "chat", "id": change.id],
      children: [StanzaIdentity.originElement(change.id)] + payload)
  }

  /// The server has a change.
  func forget(_ token: UInt64) {
    guard let number = changes.remove(token: token) else { return }
    let account = account
    writer.write { [weak self] store throws(StoreError) in
      try store.setValue(nil, for: ChangeQueue.key(number), of: account)
      return { self?.changes.forgotten(number) }
    }
  }
}
