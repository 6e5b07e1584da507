// SPDX-License-Identifier: MIT
import FoundationEssentials
import Testing

@testable import ChatCore

/// What an answer quotes is what its message says now, whichever of the two came first.
@Suite struct StoreQuoteTests {
  private static func answer(to id: String) -> IncomingMessage {
    IncomingMessage(
      sender: .bo, body: "Ten", time: noon,
      reply: Reply(message: nil, referencedID: id, author: "Kim", excerpt: "as it was"))
  }

  @Test func aQuoteFollowsCorrectionAndRetraction() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let question = try #require(try await store.receive(.bo("Nine?", archive: "a"), in: chat))
    var outgoing = OutgoingMessage(body: "Ten")
    outgoing.reply = Reply(answering: question)
    let answer = try await store.append(outgoing, to: chat)
    #expect(answer.reply?.excerpt == "Nine?")

    var changes = store.changes(in: chat).makeAsyncIterator()
    try await store.edit(question.id, body: "Eight?", at: noon)
    var quote = try #require(try store.makeReader().message(answer.id)?.reply)
    #expect(quote.excerpt == "Eight?")
    #expect(await changes.next()?.updated == [question.id, answer.id], "both are shown anew")

    try await store.retract(question.id)
    quote = try #require(try store.makeReader().message(answer.id)?.reply)
    #expect(quote.isRetracted)
    #expect(quote.excerpt == "")
    #expect(quote.message == question.id)
    #expect(await changes.next()?.updated == [question.id, answer.id])
  }

  @Test func anAnswerGivenLaterQuotesWhatIsLeft() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let question = try #require(try await store.receive(.bo("Nine?", archive: "a"), in: chat))
    // Made before, as a caller may hold it.
    let old = Reply(answering: question)
    try await store.edit(question.id, body: "Eight?", at: noon)
    var outgoing = OutgoingMessage(body: "Ten")
    outgoing.reply = old
    #expect(try await store.append(outgoing, to: chat).reply?.excerpt == "Eight?")
    try await store.retract(question.id)
    #expect(try await store.append(outgoing, to: chat).reply?.isRetracted == true)
    // Somebody who has not heard of it quotes it once more.
    let late = try #require(try await store.receive(Self.answer(to: "a"), in: chat))
    #expect(late.reply?.isRetracted == true)
    #expect(late.reply?.excerpt == "")
  }

  /// History is read from its end: the answer comes before its message.
  @Test(arguments: ["archive", "origin"])
  func anAnswerThatCameFirstFindsItsMessageLater(id: String) async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let answer = try #require(try await store.receive(Self.answer(to: id), in: chat))
    #expect(answer.reply?.excerpt == "as it was")
    let asked = IncomingMessage(
      sender: .bo, body: "Nine?", time: noon, originID: "origin", archiveID: "archive")
    let question = try #require(
      try await store.receive([asked], in: chat, at: .before(answer.id)).first)
    let quote = try #require(try store.makeReader().message(answer.id)?.reply)
    #expect(quote.message == question.id)
    #expect(quote.author == "Bo")
    #expect(quote.excerpt == "Nine?")
    #expect(quote.referencedID == id)
    try await store.retract(question.id)
    #expect(try store.makeReader().message(answer.id)?.reply?.isRetracted == true)
  }

  @Test func anArchiveIDThatIsLearnedLaterLinksItsAnswers() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let mine = try await store.append(OutgoingMessage(body: "Nine?"), to: chat)
    let answer = try #require(try await store.receive(Self.answer(to: "a"), in: chat))
    #expect(answer.reply?.message == nil)
    try await store.setArchiveID("a", of: mine.id)
    #expect(try store.makeReader().message(answer.id)?.reply?.message == mine.id)
  }

  @Test func whatIsDeletedHereIsQuotedNoMore() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let question = try #require(try await store.receive(.bo("Nine?", archive: "a"), in: chat))
    let answer = try #require(try await store.receive(Self.answer(to: "a"), in: chat))
    #expect(answer.reply?.message == question.id)

    var changes = store.changes(in: chat).makeAsyncIterator()
    try await store.delete([question.id])
    let quote = try #require(try store.makeReader().message(answer.id)?.reply)
    #expect(quote.message == nil)
    #expect(quote.excerpt == "")
    #expect(quote.isRetracted)
    #expect(quote.author == "Bo")
    let change = try #require(await changes.next())
    #expect(change.deleted == [question.id])
    #expect(change.updated == [answer.id])

    let again = try #require(try await store.receive(.bo("Nine?", archive: "a"), in: chat))
    let back = try #require(try store.makeReader().message(answer.id)?.reply)
    #expect(back.message == again.id)
    #expect(back.excerpt == "Nine?")
    #expect(!back.isRetracted)
  }

  @Test func nothingAnswersItselfOrAnEmptyName() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    var odd = Self.answer(to: "self")
    odd.originID = "self"
    let loop = try #require(try await store.receive(odd, in: chat))
    #expect(loop.reply?.message == nil)
    let nameless = try #require(try await store.receive(Self.answer(to: ""), in: chat))
    var empty = IncomingMessage.bo("x")
    empty.originID = ""
    try await store.receive(empty, in: chat)
    #expect(try store.makeReader().message(nameless.id)?.reply?.message == nil)
  }

  /// What is quoted in a copy does not come back with it.
  @Test func anImportQuotesWhatIsHere() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let question = try #require(try await store.receive(.bo("Nine?", archive: "a"), in: chat))
    let answer = try #require(try await store.receive(Self.answer(to: "a"), in: chat))
    let copy = try await store.archive()
    #expect(copy.contains("Nine?"))
    try await store.delete([answer.id])
    try await store.retract(question.id)
    try await store.take(archive: copy)
    let restored = try #require(try await store.latest(chat))
    #expect(restored.body == "Ten")
    #expect(restored.reply?.isRetracted == true)
    #expect(try await store.archive().contains("Nine?") == false)
  }

  /// Databases from before quotes were kept in step.
  @Test func quotesOfBeforeAreBroughtInStep() async throws {
    let folder = try TemporaryFolder()
    do {
      let connection = try Connection(folder.database)
      try Schema.migrate(connection, by: [.version1, .version2])
      try connection.execute(
        """
        INSERT INTO conversation (account, kind, address, title) VALUES (0, 0, '', 'Notes');
        INSERT INTO message (id, conversation, position, kind, body, time, delivery, edited,
          is_retracted, archive_id, origin_id, reply_message, reply_id, reply_author, reply_excerpt)
        VALUES
          (1, 1, 1, 0, '', 0, 1, NULL, 1, 'a', NULL, NULL, NULL, NULL, NULL),
          (2, 1, 2, 0, 'new', 0, 1, 5, 0, NULL, 'o', NULL, NULL, NULL, NULL),
          (3, 1, 3, 0, 'same', 0, 1, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL),
          (4, 1, 4, 0, 're', 0, 1, NULL, 0, NULL, NULL, 1, 'a', '', 'Xylophagous'),
          (5, 1, 5, 0, 're', 0, 1, NULL, 0, NULL, NULL, NULL, 'a', '', 'Xylophagous'),
          (6, 1, 6, 0, 're', 0, 1, NULL, 0, NULL, NULL, NULL, 'o', '', 'old'),
          (7, 1, 7, 0, 're', 0, 1, NULL, 0, NULL, NULL, 3, '', '', 'same'),
          (8, 1, 8, 0, 're', 0, 1, NULL, 0, NULL, NULL, NULL, 'x', '', 'elsewhere');
        """)
    }
    let store = try Store.open(at: folder.path).store
    let notes = try await store.notes()
    let quotes = try store.makeReader().latest(5, in: notes).map(\.reply)
    #expect(quotes.map { $0?.message?.rawValue } == [1, 1, 2, 3, nil])
    #expect(quotes.map { $0?.excerpt } == ["", "", "new", "same", "elsewhere"])
    #expect(quotes.map { $0?.isRetracted } == [true, true, false, false, false])
    await store.close()
    let bytes = try Data(contentsOf: URL(filePath: folder.database))
    #expect(bytes.firstRange(of: Data("phagous".utf8)) == nil)
  }

  // MARK: At random

  /// After whatever happens: who answers something that is here is linked to it and quotes it.
  @Test(arguments: [SeededGenerator.seed, 2, 3])
  func quotesNeverDisagreeWithTheirMessages(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let store = try Store.inMemory()
    let chat = try await store.chat()
    var ids: [MessageID] = []
    for step in 0..<200 {
      let number = Int.random(in: 0..<60, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...3:
        var message = IncomingMessage.bo("text \(step)", archive: "a\(number)")
        message.originID = "o\(number)"
        if Bool.random(using: &random) {
          let name = Bool.random(using: &random) ? "a" : "o"
          message.reply = Reply(
            message: nil, referencedID: name + "\(Int.random(in: 0..<60, using: &random))",
            author: "Kim", excerpt: "claimed")
        }
        let before = ids.randomElement(using: &random)
        let placement = Bool.random(using: &random) ? before.map(Placement.before) : nil
        ids += try await store.receive([message], in: chat, at: placement ?? .end).map(\.id)
      case 4:
        var message = OutgoingMessage(body: "mine \(step)")
        let target = try ids.randomElement(using: &random).flatMap {
          try store.makeReader().message($0)
        }
        message.reply = target.map(Reply.init(answering:))
        ids.append(try await store.append(message, to: chat).id)
      case 5:
        guard let id = ids.randomElement(using: &random),
          try store.makeReader().message(id)?.isRetracted == false
        else { continue }
        try await store.edit(id, body: "edited \(step)", at: noon)
      case 6:
        guard let id = ids.randomElement(using: &random) else { continue }
        try await store.retract(id)
      default:
        guard let index = ids.indices.randomElement(using: &random) else { continue }
        try await store.delete([ids.remove(at: index)])
      }
    }
    let reader = try store.makeReader()
    var links = 0
    for message in try reader.latest(1_000, in: chat) {
      guard let reply = message.reply else { continue }
      if let id = reply.message {
        let target = try #require(try reader.message(id), "deleted, seed \(seed)")
        links += 1
        let expected = Reply(answering: target)
        #expect(reply.excerpt == expected.excerpt, "seed \(seed)")
        #expect(reply.isRetracted == expected.isRetracted, "seed \(seed)")
      } else {
        let name = reply.referencedID
        let known =
          try reader.message(archiveID: name, in: chat)
          ?? reader.messages(originID: name, in: chat).first
        #expect(known == nil || known?.id == message.id, "seed \(seed)")
      }
    }
    #expect(links > 10, "seed \(seed)")
  }
}
