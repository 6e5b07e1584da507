// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@MainActor @Suite struct ConversationTests {
  private let store: Store
  private let clock = TestClock()

  init() throws { store = try Store.inMemory() }

  private func open(_ id: ConversationID, _ service: any ChatService = LocalService()) throws
    -> Conversation
  {
    try Conversation(
      id, store: store, reader: store.makeReader(), service: service, clock: clock)
  }

  @Test func sendingStoresAndEmptiesTheDraft() async throws {
    let notes = try open(try await store.notes())
    notes.update(Draft(text: " milk \n"))
    let message = try await notes.send(" milk \n")
    #expect(message.body == "milk")
    #expect(message.delivery == .sent)
    #expect(notes.draft.isEmpty)
    #expect(try store.makeReader().draft(in: notes.id) == nil)
    #expect(try await store.bodies(notes.id) == ["milk"])
  }

  @Test(arguments: ["", " \n", "\u{200B}"])
  func nothingBlankIsSent(text: String) async throws {
    let notes = try open(try await store.notes())
    notes.update(Draft(text: text))
    await #expect(throws: SendError.nothingToSend) { try await notes.send(text) }
    #expect(notes.draft.text == text)
    #expect(try await store.bodies(notes.id).isEmpty)
  }

  @Test func theDraftIsSavedHalfASecondAfterTheFirstChange() async throws {
    let notes = try open(try await store.notes())
    notes.update(Draft(text: "m"))
    await clock.sleepers(2)  // save, pause of typing
    clock.advance(by: .milliseconds(400))
    notes.update(Draft(text: "mi"))
    #expect(try store.makeReader().draft(in: notes.id) == nil)
    // Typing on does not put the save off.
    clock.advance(by: .milliseconds(100))
    try await until { try store.makeReader().draft(in: notes.id)?.text == "mi" }
    // And the next change is saved too.
    notes.update(Draft(text: "mil"))
    await notes.saveDraft()
    #expect(try store.makeReader().draft(in: notes.id)?.text == "mil")
  }

  @Test func aLateSaveDoesNotBringBackWhatWasSent() async throws {
    let notes = try open(try await store.notes())
    notes.update(Draft(text: "milk"))
    async let saved: Void = notes.saveDraft()
    try await notes.send("milk")
    await saved
    clock.advance(by: .seconds(10))
    #expect(try store.makeReader().draft(in: notes.id) == nil)
    // The same words again are a draft again.
    notes.update(Draft(text: "milk"))
    await notes.saveDraft()
    #expect(try store.makeReader().draft(in: notes.id)?.text == "milk")
  }

  @Test func theDraftIsThereWhenTheConversationOpens() async throws {
    let id = try await store.notes()
    let draft = Draft(text: "half a thou", caret: 4, selection: 8)
    try await store.saveDraft(draft, in: id)
    #expect(try open(id).draft == draft)
  }

  @Test func whatCannotBeStoredStaysInTheDraft() async throws {
    let id = try await store.notes()
    let notes = try open(id)
    notes.update(Draft(text: "milk"))
    try await store.deleteConversation(id)
    await #expect(throws: SendError.notStored(.notFound)) { try await notes.send("milk") }
    #expect(notes.draft.text == "milk")
    await notes.saveDraft()
    #expect(notes.draftError == .notFound)
    // What was typed meanwhile is below it.
    let sending = Task.immediate { try await notes.send("milk") }
    notes.update(Draft(text: "and tea"))
    await #expect(throws: SendError.notStored(.notFound)) { try await sending.value }
    #expect(notes.draft.text == "milk\nand tea")
  }

  @Test func anEditReplacesAndAReplyRefers() async throws {
    let chat = try open(try await store.chat())
    let theirs = try #require(try await store.receive(.bo("tea?", archive: "s1"), in: chat.id))
    chat.update(Draft(text: "yes", replyTo: theirs.id))
    let mine = try await chat.send("yes")
    #expect(
      mine.reply
        == Reply(message: theirs.id, referencedID: "s1", author: "Bo", excerpt: "tea?"))
    chat.update(Draft(text: "no", editing: mine.id))
    let edited = try await chat.send("no")
    #expect(edited.id == mine.id)
    #expect(edited.body == "no")
    #expect(try await store.bodies(chat.id) == ["tea?", "no"])
    // Somebody else's words cannot be edited.
    chat.update(Draft(text: "coffee", editing: theirs.id))
    #expect(try await chat.send("coffee").id != theirs.id)
  }

  @Test func theSummaryFollowsTheStore() async throws {
    let chat = try open(try await store.chat())
    try await store.receive(.bo("hi"), in: chat.id)
    await until { chat.summary.unreadCount == 1 }
    #expect(chat.summary.lastMessage?.body == "hi")
    let last = try #require(chat.summary.lastMessage)
    try await chat.markRead(upTo: last)
    await until { chat.summary.unreadCount == 0 }
  }

  @Test func aClosedConversationIsGone() async throws {
    let id = try await store.notes()
    weak var gone: Conversation?
    do {
      let notes = try open(id)
      notes.update(Draft(text: "x"))
      gone = notes
      #expect(gone != nil)
    }
    await until { gone == nil }
  }

  @Test func typingIsToldOnceAndEndsByItself() async throws {
    let service = FakeService(account: AccountID(rawValue: 1))
    let chat = try open(try await store.chat(), service)
    chat.update(Draft(text: "h"))
    chat.update(Draft(text: "he"))
    await until { await service.composing == [true] }
    await clock.sleepers(2)
    clock.advance(by: Conversation.typingPause)
    await until { await service.composing == [true, false] }
    chat.update(Draft(text: "hel"))
    try await chat.send("hel")
    await until { await service.composing == [true, false, true, false] }
  }

  @Test func whoTypesIsKnownUntilTheyStopOrVanish() async throws {
    let service = FakeService(account: AccountID(rawValue: 1))
    let chat = try open(try await store.chat(), service)
    let notice = TypingNotice(conversation: chat.id, sender: .bo, isTyping: true)
    service.tell(notice)
    await until { chat.typing == [.bo] }
    service.tell(TypingNotice(conversation: chat.id, sender: .bo, isTyping: false))
    await until { chat.typing.isEmpty }
    service.tell(notice)
    await until { chat.typing == [.bo] }
    await clock.sleepers(1)
    clock.advance(by: Conversation.typingExpiry)
    await until { chat.typing.isEmpty }
  }
}
