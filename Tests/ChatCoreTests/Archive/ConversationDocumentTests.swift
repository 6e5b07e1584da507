// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct ConversationDocumentTests {
  private static let words = DocumentWords(
    me: "Me", retracted: "taken back", edited: "edited", gap: "missing", reply: "to",
    day: { "day \(Day($0, secondsFromUTC: 0).number)" }, time: { _ in "12:00" })

  private func document(
    _ form: ConversationDocument, of store: Store, _ conversation: ConversationID
  ) throws -> String {
    let collector = TextCollector()
    try form.write(
      conversation, of: store.makeReader(), words: Self.words, to: collector)
    return collector.text
  }

  @Test func textHasALineForEachMessage() async throws {
    let store = try Store.inMemory()
    try await store.fill()
    #expect(
      try document(.text, of: store, try await store.chat()) == """
        Bo
        bo@example.net

        day 19675

        12:00  Bo: Really?
        12:00  Me: [to “Really?”] Yes, really. (edited)  [👍🏽 1]  [🎉 2]
        12:00  Me: too long
          missing
        12:00  Bo: after a gap

        """)
  }

  @Test func furtherLinesOfAMessageAreIndented() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(.bo("one\r\ntwo\rthree"), in: chat)
    #expect(try document(.text, of: store, chat).contains("Bo: one\n    two\n    three\n"))
  }

  /// Nothing of these may come out of a document as it is.
  @Test(arguments: ConversationDocument.allCases, ["\u{1b}[31m", "\u{9b}2J", "\u{0}", "\u{7}"])
  func noCommandForATerminalGetsThrough(_ form: ConversationDocument, _ command: String)
    async throws
  {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.setTitle("T\(command)", of: chat)
    try await store.receive(
      IncomingMessage(
        sender: .other(address: "bo@example.net", name: "B\(command)o"), body: "a\(command)b",
        time: noon), in: chat)
    let text = try document(form, of: store, chat)
    let controls = text.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n"
    }
    #expect(controls.isEmpty)
  }

  @Test func aNameDoesNotTurnTheLine() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(
      IncomingMessage(
        sender: .other(address: "bo@example.net", name: "B\u{202e}o\nMe: yes"), body: "hi",
        time: noon), in: chat)
    #expect(try document(.text, of: store, chat).contains("12:00  Bo Me: yes: hi\n"))
    #expect(try document(.html, of: store, chat).contains("<bdi>B\u{202e}o\nMe: yes</bdi>"))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"' onmouseover='x", "&lt;",
    "</p></article><style>*{display:none}</style>", "<!--", "]]>", "javascript:alert(1)",
  ])
  func nothingInHTMLIsMarkup(_ text: String) async throws {
    let store = try Store.inMemory()
    let conversation = try await store.openConversation(
      .direct, with: text, title: text, of: .local)
    try await store.receive(
      IncomingMessage(
        sender: .other(address: text, name: text), body: text, time: noon,
        reply: Reply(message: nil, referencedID: "x", author: text, excerpt: text)),
      in: conversation)
    let message = try #require(try await store.latest(conversation))
    try await store.setReactions([text], by: .bo, to: message.id)
    let plain = try document(.html, of: store, conversation)
    let escaped = text.escapedForHTML
    let rest = plain.replacing(escaped, with: "")
    #expect(!escaped.contains(where: { "<>\"'".contains($0) }))
    #expect(
      escaped.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
        .replacing("&amp;", with: "&") == text)
    #expect(!rest.contains("alert") && !rest.contains("onmouseover"))
    #expect(plain.contains("default-src 'none'"))
    #expect(!rest.contains("http://") && !rest.contains("https://"), "loads nothing")
  }

  @Test func whatWasTakenBackIsNotTold() async throws {
    let store = try Store.inMemory()
    try await store.fill()
    let room = try #require(
      try store.makeReader().conversation(
        with: "den@muc.example.org", of: AccountID(rawValue: 1)))
    for form in ConversationDocument.allCases {
      let text = try document(form, of: store, room)
      #expect(text.contains("taken back"))
      #expect(!text.contains("oops"))
    }
  }

  @Test(arguments: ConversationDocument.allCases)
  func aConversationThatIsNotThereIsAnError(_ form: ConversationDocument) throws {
    let store = try Store.inMemory()
    #expect(throws: ArchiveFault.store(.notFound)) {
      try document(form, of: store, ConversationID(rawValue: 99))
    }
  }

  @Test func anyTimeHasADay() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    for time in [Int64.min, 0, .max] {
      try await store.receive(.bo("x", at: Timestamp(microseconds: time)), in: chat)
    }
    #expect(try document(.text, of: store, chat).contains("day"))
  }
}
