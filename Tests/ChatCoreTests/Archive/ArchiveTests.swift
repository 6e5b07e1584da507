// SPDX-License-Identifier: MIT
import FoundationEssentials
import Testing

@testable import ChatCore

@Suite struct ArchiveTests {
  @Test func whatIsExportedComesBackTheSame() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    try await old.fill()
    let archive = try await old.archive()
    let result = try await new.take(archive: archive)
    #expect(try await new.archive() == archive)
    #expect(result.newMessages == 8)
    #expect(result.newConversations == 3)
    #expect(result.newAccounts == 1)
    let reader = try new.makeReader()
    let chat = try #require(
      try reader.conversation(with: "bo@example.net", of: AccountID(rawValue: 1)))
    #expect(try reader.summary(of: chat)?.unreadCount == 0)
    let answer = try #require(try reader.messages(originID: "o1", in: chat).first)
    #expect(answer.reply?.message == (try reader.message(archiveID: "a1", in: chat)?.id))
    #expect(answer.reactions.map(\.emoji) == ["👍🏽", "🎉"])
    #expect(try reader.earlierTexts(of: answer.id).map(\.body) == ["Yes.", "Yes!"])
  }

  @Test func aSecondImportDoesNothing() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    try await old.fill()
    let archive = try await old.archive()
    try await new.take(archive: archive)
    let again = try await new.take(archive: archive)
    #expect(
      again
        == {
          var r = ImportResult(); r.knownMessages = 8; return r
        }())
    #expect(try await new.archive() == archive)
    // And into the store it came from.
    #expect(try await old.take(archive: archive).newMessages == 0)
    #expect(try await old.archive() == archive)
  }

  static let hostile = [
    "", " ", "\u{0}", "\u{0}\u{1}\u{1f}\u{7f}\u{80}\u{9f}", "\"\\/\u{8}\u{c}\n\r\t", "\\u0041",
    "</script><b>&amp;'", "\u{202e}gnp.exe", "\u{2028}\u{2029}\u{feff}", "😀👩‍👩‍👧‍👦🇪🇸",
    "\u{10ffff}\u{e000}\u{ffff}", "e\u{301}\u{301}\u{301}", "{\"format\": 1}", "]}],",
    String(repeating: "long ", count: 50_000),
  ]

  @Test(arguments: hostile)
  func anyTextComesBackTheSame(_ text: String) async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    let chat = try await old.chat()
    let row = try await old.openConversation(.direct, with: text, title: text, of: .local)
    for place in [chat, row] {
      try await old.receive(
        IncomingMessage(
          sender: .other(address: text, name: text), body: text, time: noon,
          reply: Reply(message: nil, referencedID: text, author: text, excerpt: text),
          originID: text, archiveID: text, occupantID: text), in: place)
    }
    try await old.setReactions(
      [text], by: .bo, to: try #require(try await old.latest(chat)).id)
    let archive = try await old.archive()
    try await new.take(archive: archive)
    #expect(try await new.archive() == archive)
    #expect(try await new.take(archive: archive).newMessages == 0)
    let copy = try #require(try new.makeReader().conversation(with: text, of: .local))
    #expect(try await new.latest(copy)?.body == text)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 253_402_300_799_999_999, 253_402_300_800_000_000, .max])
  func anyTimeComesBackTheSame(_ microseconds: Int64) async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    let chat = try await old.chat()
    try await old.receive(
      .bo("when?", at: Timestamp(microseconds: microseconds)), in: chat)
    let archive = try await old.archive()
    try await new.take(archive: archive)
    #expect(try await new.archive() == archive)
  }

  @Test func oneConversationAloneIsAnArchiveToo() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    try await old.fill()
    let notes = try await old.notes()
    let archive = try await old.archive(of: notes)
    let result = try await new.take(archive: archive)
    #expect(result.newConversations == 1)
    #expect(result.newAccounts == 0, "whose account it was nobody needs to know")
    #expect(try await new.bodies(try await new.notes()) == ["a note"])
  }

  @Test func nothingIsSentByAnImport() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    let chat = try await old.chat()
    try await old.append(OutgoingMessage(body: "waits"), to: chat)
    try await new.take(archive: try await old.archive())
    let account = try #require(try new.makeReader().accounts().first { $0.id != .local })
    #expect(!account.isEnabled, "it has no password here")
    #expect(try new.makeReader().queued(in: account.id) == [])
    let copy = try #require(
      try new.makeReader().conversation(with: "bo@example.net", of: account.id))
    #expect(try await new.latest(copy)?.delivery == .failed(reason: DeliveryFailure(.exported)))
  }

  @Test func historyIsMergedByTimeAndBothKeepTheirOrder() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    for (store, times) in [(old, [1, 4, 5, 9]), (new, [2, 3, 5, 7])] {
      let chat = try await store.chat()
      for second in times {
        let id = second == 5 ? "both" : nil
        try await store.receive(
          .bo("\(second)", archive: id, at: noon.adding(seconds: Int64(second))), in: chat)
      }
    }
    let chat = try await new.chat()
    let last = try #require(try await new.latest(chat))
    try await new.markRead(upTo: last.position, in: chat)
    let result = try await new.take(archive: try await old.archive())
    #expect(try await new.bodies(chat) == ["1", "2", "3", "4", "5", "7", "9"])
    #expect(result.newMessages == 3)
    #expect(result.knownMessages == 1)
    #expect(try new.makeReader().summary(of: chat)?.unreadCount == 0, "old history is no news")
  }

  @Test func thereIsRoomForAnyNumberBetweenTwoNeighbours() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    let (from, chat) = (try await old.chat(), try await new.chat())
    let inner = (0..<3_000).map { IncomingMessage.bo("\($0)", at: noon.adding(seconds: 1)) }
    try await old.receive(inner, in: from, at: .end)
    for (body, second) in [("first", Int64(0)), ("last", 2)] {
      try await new.receive(.bo(body, at: noon.adding(seconds: second)), in: chat)
    }
    try await new.take(archive: try await old.archive())
    #expect(try await new.bodies(chat) == ["first"] + inner.map(\.body) + ["last"])
  }

  @Test func theSameWordsTwiceStayTwice() async throws {
    let (old, new) = (try Store.inMemory(), try Store.inMemory())
    let chat = try await old.chat()
    try await old.receive([.bo("again"), .bo("again")], in: chat, at: .end)
    let archive = try await old.archive()
    #expect(try await new.take(archive: archive).newMessages == 2)
    #expect(try await new.take(archive: archive).knownMessages == 2)
    #expect(try await new.archive() == archive)
  }

  @Test func membersMayBeSortedAndNew() async throws {
    let store = try Store.inMemory()
    try await store.take(
      archive: """
        {"accounts":[{"address":"ana@example.org","future":[{"a":[1,2.5e3,"x",null,true]}],"name":""}],
         "conversations":[{"account":"ana@example.org","address":"bo@example.net","kind":"direct",
         "messages":[{"body":"h\\u00e9 \\ud83d\\ude00","delivery":"received","position":7,
          "sender":{"address":"bo@example.net","name":"Bo"},"time":"2023-11-14T22:13:20Z"}],
         "title":"Bo"}],
         "format":"im.martlet.archive","more":{},"version":1}
        """)
    let account = try #require(try store.makeReader().accounts().last)
    let chat = try #require(
      try store.makeReader().conversation(with: "bo@example.net", of: account.id))
    let message = try #require(try await store.latest(chat))
    #expect(message.body == "hé 😀")
    #expect(message.time == noon)
    #expect(message.position.rawValue == 7)
    #expect(try store.makeReader().summary(of: chat)?.title == "Bo")
  }
}
