// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct StoreMessageTests {
  @Test func aNoteIsSentOnceItIsWritten() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    let written = try await store.append(OutgoingMessage(body: "milk", time: noon), to: notes)
    #expect(written.delivery == .sent)
    let read = try await store.read { reader throws(StoreError) in
      try reader.latest(50, in: notes)
    }
    #expect(read == [written])
  }

  @Test func aMessageToSomebodyWaitsForTheOutbox() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let first = try await store.append(OutgoingMessage(body: "1"), to: chat)
    let second = try await store.append(OutgoingMessage(body: "2"), to: chat)
    #expect(first.delivery == .queued)
    let account = AccountID(rawValue: 1)
    let queued = try await store.read { reader throws(StoreError) in
      try reader.queued(in: account)
    }
    #expect(queued.map(\.id) == [first.id, second.id])
    try await store.updateDelivery(of: first.id, to: .sent)
    let left = try await store.read { reader throws(StoreError) in
      try reader.queued(in: account)
    }
    #expect(left.map(\.id) == [second.id])
    let others = try await store.read { reader throws(StoreError) in
      try reader.queued(in: .local)
    }
    #expect(others.isEmpty)
  }

  @Test func sendingClearsTheDraftInTheSameCommit() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    try await store.saveDraft(Draft(text: "milk"), in: notes)
    var changes = store.changes().makeAsyncIterator()
    let message = try await store.append(OutgoingMessage(body: "milk"), to: notes)
    let change = await changes.next()
    #expect(change?.messages[notes]?.inserted == [message.id])
    #expect(change?.summaries == [notes])
    let draft = try await store.read { reader throws(StoreError) in try reader.draft(in: notes) }
    #expect(draft == nil)
  }

  @Test func appendingToNothingIsRefused() async throws {
    let store = try Store.inMemory()
    await #expect(throws: StoreError.notFound) {
      try await store.append(OutgoingMessage(body: "x"), to: ConversationID(rawValue: 77))
    }
  }

  @Test func everyFieldComesBack() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let first = try #require(try await store.receive(.bo("hello", archive: "s1"), in: chat))
    let reply = Reply(message: first.id, referencedID: "s1", author: "Bo", excerpt: "hello")
    let incoming = IncomingMessage(
      sender: .bo, body: "a\u{0}b \u{1F469}\u{200D}\u{1F680}", time: noon.adding(seconds: 1),
      reply: reply, originID: "o2", archiveID: "s2", occupantID: "occ")
    let second = try #require(try await store.receive(incoming, in: chat))
    try await store.setReactions(["\u{1F44D}", "\u{2764}"], by: .me, to: second.id)
    try await store.setReactions(["\u{1F44D}"], by: .bo, to: second.id)
    let read = try #require(try store.makeReader().message(second.id))
    #expect(read.body == incoming.body)
    #expect(read.sender == .bo)
    #expect(read.reply == reply)
    #expect(read.originID == "o2")
    #expect(read.archiveID == "s2")
    #expect(read.delivery == .received)
    #expect(
      read.reactions == [
        Reaction(emoji: "\u{1F44D}", senders: [.me, .bo]),
        Reaction(emoji: "\u{2764}", senders: [.me]),
      ])
    #expect(try store.makeReader().occupantID(of: second.id) == "occ")
    try await store.setReactions([], by: .me, to: second.id)
    #expect(
      try store.makeReader().message(second.id)?.reactions
        == [Reaction(emoji: "\u{1F44D}", senders: [.bo])])
  }

  @Test func correctionsKeepEarlierTexts() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let message = try #require(try await store.receive(.bo("helo"), in: chat))
    try await store.edit(message.id, body: "hallo", at: noon.adding(seconds: 5))
    try await store.edit(message.id, body: "hello", at: noon.adding(seconds: 9))
    let read = try #require(try store.makeReader().message(message.id))
    #expect(read.body == "hello")
    #expect(read.edited == noon.adding(seconds: 9))
    let texts = try store.makeReader().earlierTexts(of: message.id)
    #expect(texts.map(\.body) == ["helo", "hallo"])
    #expect(texts.map(\.time) == [noon, noon.adding(seconds: 5)])
  }

  @Test func retractionLeavesARowWithoutContent() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let message = try #require(try await store.receive(.bo("secret"), in: chat))
    try await store.edit(message.id, body: "secret2", at: noon)
    try await store.setReactions(["\u{1F44D}"], by: .me, to: message.id)
    try await store.retract(message.id)
    let read = try #require(try store.makeReader().message(message.id))
    #expect(read.isRetracted)
    #expect(read.body.isEmpty)
    #expect(read.reactions.isEmpty)
    #expect(try store.makeReader().earlierTexts(of: message.id).isEmpty)
    await #expect(throws: StoreError.notFound) {
      try await store.edit(message.id, body: "back", at: noon)
    }
  }

  @Test(arguments: [
    (Delivery.queued, Delivery.sent, true), (.sent, .delivered, true), (.delivered, .read, true),
    (.read, .sent, false), (.read, .delivered, false), (.sent, .queued, false),
    (.queued, .failed(reason: .said("no")), true), (.failed(reason: .said("no")), .queued, true),
    (.sent, .failed(reason: .said("no")), true), (.failed(reason: .said("no")), .delivered, true),
    (.sent, .received, false), (.received, .read, false),
  ])
  func deliveryOnlyGoesUp(from: Delivery, to: Delivery, changes: Bool) {
    #expect(from.canBecome(to) == changes)
  }

  @Test func aMarkerSpeaksForAllBeforeIt() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    var mine: [Message] = []
    for body in ["1", "2", "3", "4"] {
      mine.append(try await store.append(OutgoingMessage(body: body), to: chat))
      try await store.receive(.bo("ok"), in: chat)
    }
    try await store.updateDelivery(of: mine[0].id, to: .sent)
    try await store.updateDelivery(of: mine[2].id, to: .delivered)
    try await store.updateDelivery(upTo: mine[2].id, to: .read)
    var states: [Delivery] = []
    for message in mine {
      states.append(try #require(try store.makeReader().message(message.id)).delivery)
    }
    #expect(states == [.read, .queued, .read, .queued])
  }

  @Test func deletedMessagesAreGoneAndAnnounced() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let message = try #require(try await store.receive(.bo("x"), in: chat))
    try await store.saveDraft(Draft(text: "re", replyTo: message.id), in: chat)
    var changes = store.changes().makeAsyncIterator()
    try await store.delete([message.id])
    #expect(await changes.next()?.messages[chat]?.deleted == [message.id])
    #expect(try store.makeReader().count(in: chat) == 0)
    #expect(try store.makeReader().draft(in: chat)?.replyTo == nil)
    #expect(try store.makeReader().draft(in: chat)?.text == "re")
    // Its id is never used again.
    let next = try #require(try await store.receive(.bo("y"), in: chat))
    #expect(next.id > message.id)
  }

  @Test func severalWritesAreOneChangeOrNone() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    var changes = store.changes().makeAsyncIterator()
    await #expect(throws: StoreError.notFound) {
      try await store.transaction { store throws(StoreError) in
        try store.receive(.bo("lost"), in: chat)
        throw .notFound
      }
    }
    try await store.transaction { store throws(StoreError) in
      try store.receive(.bo("1"), in: chat)
      try store.receive(.bo("2"), in: chat)
      try store.setValue("s2", for: "archive", of: chat)
    }
    #expect(await changes.next()?.messages[chat]?.inserted.count == 2)
    #expect(try await store.bodies(chat) == ["1", "2"])
    #expect(try store.makeReader().value("archive", of: chat) == "s2")
  }
}
