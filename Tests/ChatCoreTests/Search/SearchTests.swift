// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

/// What a question finds.
@Suite struct SearchTests {
  private let store: Store
  private let chat: ConversationID
  private let notes: ConversationID
  private let den: ConversationID

  private static let texts = [
    "Kingfisher at the Bridge", "the bridge of kings", "Café crème, déjà vu", "Kindergarten",
    "Straße und Ärger", "СЛОВО и дело", "مرحبا بالعالم", "שלום עולם", "今日は東京へ行きます",
    "京都", "我爱北京天安门", "สวัสดีครับ", "한국어를 배워요", "party 🎉 tonight", "👍🏽", "naïve naive",
    "don't stop", "C++ & x_y 100% \\ done :-)", "price 12.50", "see https://example.org/wren?a=1",
    "mail bo@example.net", "a \"quoted\" word", "NULL; DROP TABLE message; --", "nul\u{1}in",
    "ΑΘΗΝΑ", "ılık İzmir", "ﬁne", "Tiếng Việt",
  ]

  init() async throws {
    store = try Store.inMemory()
    chat = try await store.chat()
    notes = try await store.notes()
    den = try await store.openConversation(
      .room, with: "den@muc.example.org", title: "The Den", of: AccountID(rawValue: 1))
    for (index, text) in Self.texts.enumerated() {
      try await store.receive(
        .bo(text, archive: "s\(index)", at: noon.adding(seconds: Int64(index) * 60)), in: chat)
    }
  }

  /// Each finds just these texts, whatever their order.
  @Test(arguments: [
    ("bridge", ["Kingfisher at the Bridge", "the bridge of kings"]),
    ("BRIDGE", ["Kingfisher at the Bridge", "the bridge of kings"]),
    // No word is "king", so it is looked for inside of words.
    ("king", ["Kingfisher at the Bridge", "the bridge of kings"]),
    ("king*", ["Kingfisher at the Bridge", "the bridge of kings"]),
    ("bridge kings", ["the bridge of kings"]),
    ("kings bridge", ["the bridge of kings"]),
    (#""the bridge""#, ["Kingfisher at the Bridge", "the bridge of kings"]),
    (#""bridge the""#, []),
    (#""bridge of kings""#, ["the bridge of kings"]),
    ("cafe", ["Café crème, déjà vu"]), ("CAFÉ", ["Café crème, déjà vu"]),
    ("cafe\u{301} creme", ["Café crème, déjà vu"]), ("deja-vu", ["Café crème, déjà vu"]),
    ("arger", ["Straße und Ärger"]), ("straße", ["Straße und Ärger"]),
    ("слово", ["СЛОВО и дело"]), ("ДЕЛО", ["СЛОВО и дело"]),
    ("مرحبا", ["مرحبا بالعالم"]), ("عالم", ["مرحبا بالعالم"]), ("שלום", ["שלום עולם"]),
    ("東京", ["今日は東京へ行きます"]), ("京", ["今日は東京へ行きます", "京都", "我爱北京天安门"]),
    ("京都", ["京都"]), ("都", ["京都"]), ("北京天安门", ["我爱北京天安门"]), ("行きます", ["今日は東京へ行きます"]),
    ("日東", []), ("東京 行き", ["今日は東京へ行きます"]), ("สวัส", ["สวัสดีครับ"]), ("한국어", ["한국어를 배워요"]),
    ("국", ["한국어를 배워요"]),
    ("🎉", ["party 🎉 tonight"]), ("party 🎉", ["party 🎉 tonight"]), ("🎉 bridge", []),
    ("👍", ["👍🏽"]), ("👍🏽", ["👍🏽"]), ("🎈", []),
    ("garten", ["Kindergarten"]), ("ridg", ["Kingfisher at the Bridge", "the bridge of kings"]),
    ("naive", ["naïve naive"]), ("don't", ["don't stop"]),
    (":-)", ["C++ & x_y 100% \\ done :-)"]), ("100%", ["C++ & x_y 100% \\ done :-)"]),
    ("%", ["C++ & x_y 100% \\ done :-)"]), ("\\", ["C++ & x_y 100% \\ done :-)"]),
    ("12.50", ["price 12.50"]), ("example.org", ["see https://example.org/wren?a=1"]),
    ("https://example.org/wren?a=1", ["see https://example.org/wren?a=1"]),
    ("bo@example.net", ["mail bo@example.net"]), ("quoted", ["a \"quoted\" word"]),
    ("has:link", ["see https://example.org/wren?a=1"]),
    ("has:link wren", ["see https://example.org/wren?a=1"]), ("has:link bridge", []),
    ("'; DROP TABLE message; --", []), ("NEAR(a b)", []), ("body:x", []), ("a AND", []),
    ("bridge OR café", []), ("-bridge", ["Kingfisher at the Bridge", "the bridge of kings"]),
    ("^the", ["Kingfisher at the Bridge", "the bridge of kings"]), ("{body} : bridge", []),
    ("bridge \0 \u{1}", []), ("drop table", ["NULL; DROP TABLE message; --"]),
    ("αθηνα", ["ΑΘΗΝΑ"]), ("tieng viet", ["Tiếng Việt"]), ("from:nobody", []), ("in:nowhere", []),
    ("", []), ("\"", []), ("*", []),
  ])
  func finds(_ question: String, _ texts: [String]) async throws {
    let found = try await store.found(question)
    #expect(Set(found) == Set(texts))
  }

  @Test func whileTypingTheLastWordIsABeginning() async throws {
    #expect(try await store.found("brid", isTyping: true).count == 2)
    #expect(try await store.found("kin bri", isTyping: true, widens: false) == [])
    #expect(try await store.found("kings bri", isTyping: true) == ["the bridge of kings"])
  }

  @Test func fromInBeforeAfter() async throws {
    try await store.append(OutgoingMessage(body: "bridge, I say", time: noon), to: notes)
    let may = try #require(SearchDate("2024-05-10")).beginning
    let ada = Sender.other(address: "den@muc.example.org/Ada", name: "Ada")
    try await store.receive(
      IncomingMessage(sender: ada, body: "a bridge in May", time: may), in: den)
    #expect(try await store.found("bridge").count == 4)
    #expect(try await store.found("bridge from:me") == ["bridge, I say"])
    #expect(try await store.found("bridge from:ada") == ["a bridge in May"])
    #expect(try await store.found("from:ADA") == ["a bridge in May"])
    #expect(try await store.found("bridge from:ada from:me").count == 2)
    #expect(try await store.found("bridge from:bo@example.net").count == 2)
    #expect(try await store.found("bridge in:den") == ["a bridge in May"])
    #expect(try await store.found("in:notes") == ["bridge, I say"])
    #expect(try await store.found(#"in:"the den""#) == ["a bridge in May"])
    #expect(try await store.found("bridge in:den in:notes").count == 2)
    #expect(try await store.found("bridge", in: chat).count == 2)
    #expect(try await store.found("bridge in:den", in: chat) == [])
    #expect(try await store.found("京", in: den) == [])
    #expect(try await store.found("京 from:bo", in: chat).count == 3)
    #expect(try await store.found("京 from:me") == [])
    #expect(try await store.found("bridge after:2024-05-10") == ["a bridge in May"])
    #expect(try await store.found("bridge after:2024-05-11") == [])
    #expect(try await store.found("after:2024-05") == ["a bridge in May"])
    #expect(try await store.found("bridge before:2024-05-10").count == 3)
    #expect(try await store.found("bridge before:2024-05-11 after:2024") == ["a bridge in May"])
    #expect(try await store.found("bridge before:2023") == [])
  }

  @Test func newestFirstAlsoWhereHistoryCameLate() async throws {
    let oldest = try store.makeReader().page(1, after: MessagePosition(rawValue: .min), in: chat)
    let first = try #require(oldest.first)
    // A page of the archive, older than all, comes last.
    try await store.receive(
      (0..<5).map { .bo("old bridge \($0)", at: noon.adding(seconds: $0 - 1_000)) },
      in: chat, at: .before(first.id))
    try await store.append(
      OutgoingMessage(body: "new bridge", time: noon.adding(seconds: 9_999)), to: notes)
    let order = [
      "new bridge", "the bridge of kings", "Kingfisher at the Bridge", "old bridge 4",
      "old bridge 3", "old bridge 2", "old bridge 1", "old bridge 0",
    ]
    #expect(try await store.found("bridge") == order)
    // And page by page.
    let search = MessageSearch(SearchQuery("bridge"))
    var pages: [String] = []
    var place: SearchHit.Place?
    repeat {
      let page = try await store.hits(search, olderThan: place, limit: 3)
      pages += page.map(\.message.body)
      place = page.last?.place
    } while place != nil
    #expect(pages == order)
  }

  @Test func whatWasSaidBeforeIsNotFound() async throws {
    let hits = try await store.hits(MessageSearch(SearchQuery("bridge")), olderThan: nil, limit: 9)
    let (edited, retracted) = (hits[0].id, hits[1].id)
    try await store.edit(edited, body: "a tunnel, https://example.org", at: noon)
    #expect(try await store.found("kings") == [])
    #expect(try await store.found("tunnel has:link") == ["a tunnel, https://example.org"])
    try await store.edit(edited, body: "a ferry", at: noon)
    #expect(try await store.found("tunnel") == [])
    #expect(try await store.found("has:link").count == 1)
    try await store.retract(retracted)
    #expect(try await store.found("kingfisher") == [])
    try await store.delete([edited])
    #expect(try await store.found("ferry") == [])
    let glyph = try await store.hits(MessageSearch(SearchQuery("東京")), olderThan: nil, limit: 9)
    try await store.edit(glyph[0].id, body: "大阪", at: noon)
    #expect(try await store.found("東京") == [])
    #expect(try await store.found("大阪") == ["大阪"])
    try await store.clearHistory(of: chat)
    #expect(try await store.found("from:bo") == [])
    #expect(try await store.found("大") == [])
    try await store.expectIndexInStep()
  }

  /// Two changes of one message in one transaction, and one that is undone.
  @Test func transactionsLeaveTheIndexInStep() async throws {
    let garten = try await store.firstHits(MessageSearch(SearchQuery("garten")), limit: 1)
    let id = try #require(garten.hits.first).id
    let chat = chat
    try await store.transaction { store throws(StoreError) in
      try store.edit(id, body: "one", at: noon)
      try store.edit(id, body: "two", at: noon)
      let new = try store.receive(.bo("three"), in: chat)
      if let new { try store.edit(new.id, body: "four", at: noon) }
      if let new = try store.receive(.bo("five"), in: chat) { try store.delete([new.id]) }
    }
    for gone in ["kindergarten", "one", "three", "five"] {
      #expect(try await store.found(gone, widens: false) == [])
    }
    #expect(try await store.found("two") == ["two"])
    #expect(try await store.found("four") == ["four"])
    await #expect(throws: StoreError.notFound) {
      try await store.transaction { store throws(StoreError) in
        try store.edit(id, body: "six", at: noon)
        throw .notFound
      }
    }
    #expect(try await store.found("two") == ["two"])
    #expect(try await store.found("six") == [])
    try await store.expectIndexInStep()
  }

  @Test func notesOfMartletAreNotFound() async throws {
    try await store.receive(
      IncomingMessage(sender: .me, body: "albatross joined", time: noon, kind: .system), in: chat)
    #expect(try await store.found("albatross") == [])
  }

  @Test func aSearchThatNobodyWaitsForStops() async throws {
    let store = store
    let task = Task {
      try await store.search { reader throws(StoreError) in
        // Counts for ever, as far as anybody can wait.
        try reader.connection.integer(
          """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n
          """)
      }
    }
    task.cancel()
    await #expect(throws: StoreError.self) { try await task.value }
    // And the next one is answered.
    #expect(try await store.hitCount(MessageSearch(SearchQuery("bridge"))) == 2)
  }
}
