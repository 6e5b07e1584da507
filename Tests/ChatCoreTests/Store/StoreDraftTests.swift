// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct StoreDraftTests {
  @Test func everyPartOfADraftComesBack() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let target = try #require(try await store.receive(.bo("x"), in: chat))
    let draft = Draft(
      text: "caf\u{E9} \u{1F600}", caret: 3, selection: 5, scroll: 12.5, styles: [.bold, .code],
      replyTo: target.id, editing: target.id,
      attachments: [
        .init(path: "/tmp/a.png", name: "a.png", mediaType: "image/png", size: 12),
        .init(path: "/tmp/b", name: "b", mediaType: "application/octet-stream", size: 1 << 40),
      ],
      aside: Draft.Aside(
        text: "before the edit", replyTo: target.id,
        attachments: [.init(path: "/tmp/c", name: "c", mediaType: "text/plain", size: 1)]))
    try await store.saveDraft(draft, in: chat)
    #expect(try store.makeReader().draft(in: chat) == draft)
    try await store.saveDraft(Draft(text: "two"), in: chat)
    #expect(try store.makeReader().draft(in: chat) == Draft(text: "two"))
    try await store.saveDraft(Draft(), in: chat)
    #expect(try store.makeReader().draft(in: chat) == nil)
  }

  /// Case 018-C18: what is kept is bounded, whatever was pasted.
  @Test func aDraftIsCutToItsLimitBetweenCharacters() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
    let text = String(repeating: "a", count: Draft.textLimit - 3) + family + "tail"
    try await store.saveDraft(Draft(text: text), in: notes)
    let kept = try #require(try store.makeReader().draft(in: notes))
    #expect(kept.text == String(repeating: "a", count: Draft.textLimit - 3))
    #expect(kept.caret == kept.text.unicodeScalars.count)
  }

  @Test func offsetsAreBroughtWithinTheText() {
    let draft = Draft(text: "abc", caret: 99, selection: -4, scroll: .nan).bounded
    #expect(draft.caret == 3)
    #expect(draft.selection == 0)
    #expect(draft.scroll == 0)
  }

  @Test func aTargetThatIsGoneIsForgotten() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    try await store.saveDraft(Draft(text: "x", replyTo: MessageID(rawValue: 99)), in: notes)
    #expect(try store.makeReader().draft(in: notes) == Draft(text: "x"))
    await #expect(throws: StoreError.notFound) {
      try await store.saveDraft(Draft(text: "x"), in: ConversationID(rawValue: 99))
    }
  }

  @Test func placesAndValuesAreKept() async throws {
    let store = try Store.inMemory()
    let notes = try await store.notes()
    let anchor = ScrollAnchor(message: MessageID(rawValue: 7), offset: -12.25)
    try await store.setScrollAnchor(anchor, in: notes)
    #expect(try store.makeReader().scrollAnchor(in: notes) == anchor)
    try await store.setScrollAnchor(nil, in: notes)
    #expect(try store.makeReader().scrollAnchor(in: notes) == nil)
    try await store.setValue("7", for: "sync", of: AccountID.local)
    try await store.setValue("8", for: "sync", of: AccountID.local)
    #expect(try store.makeReader().value("sync", of: AccountID.local) == "8")
    #expect(ScrollAnchor(stored: "1 nan") == nil)
    #expect(ScrollAnchor(stored: "x") == nil)
  }
}
