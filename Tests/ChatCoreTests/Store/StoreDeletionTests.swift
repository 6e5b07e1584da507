// SPDX-License-Identifier: MIT
import FoundationEssentials
import Testing

@testable import ChatCore

/// What is deleted is gone from the disk: no byte of it is left in any file of the store.
@Suite struct StoreDeletionTests {
  /// In every text that is to go, and nowhere else.
  private static let secret = "Xylophagous"
  /// The index of words writes in lower case, and only what differs from the word before.
  private static let indexed = "phagous"

  /// The files of the folder that hold the secret.
  private func traces(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { name in
      let bytes = try Data(contentsOf: URL(filePath: folder.path + "/" + name))
      return bytes.firstRange(of: Data(Self.secret.utf8)) != nil
        || bytes.firstRange(of: Data(Self.indexed.utf8)) != nil
    }
  }

  /// A conversation with the secret in everything that can hold text.
  private func secretConversation(_ store: Store) async throws -> ConversationID {
    let secret = Self.secret
    let account = try await store.addAccount("ana@\(secret).example", name: secret)
    let id = try await store.openConversation(
      .room, with: "den@\(secret).example", title: secret, of: account)
    // Enough for texts to spill over pages, and short ones.
    for number in 0..<40 {
      let body = String(repeating: "\(secret) \(number) ", count: number % 4 == 0 ? 900 : 1)
      let message = try await store.receive(
        IncomingMessage(
          sender: .other(address: "den@\(secret).example/\(number)", name: "\(secret)\(number)"),
          body: body, time: noon,
          reply: Reply(message: nil, referencedID: secret, author: secret, excerpt: secret),
          originID: "\(secret)\(number)", archiveID: "\(secret)\(number)", occupantID: secret),
        in: id)
      guard let message else { continue }
      if number % 5 == 0 { try await store.edit(message.id, body: secret + "!", at: noon) }
      if number % 7 == 0 { try await store.setReactions([secret], by: .bo, to: message.id) }
    }
    try await store.append(OutgoingMessage(body: "I say \(secret)"), to: id)
    try await store.saveDraft(
      Draft(
        text: secret,
        attachments: [.init(path: "/\(secret)", name: secret, mediaType: "text/plain", size: 1)]),
      in: id)
    try await store.setValue(secret, for: "key", of: id)
    return id
  }

  private func account(of id: ConversationID, _ store: Store) throws -> AccountID {
    try #require(try store.makeReader().summary(of: id)).account
  }

  @Test func nothingIsLeftOfAnAccount() async throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(at: folder.path).store
    let chat = try await store.chat()
    try await store.receive((0..<50).map { .bo("kept \($0)") }, in: chat, at: .end)
    let secret = try await secretConversation(store)
    #expect(try !traces(in: folder).isEmpty)
    try await store.removeAccount(try account(of: secret, store))
    #expect(try traces(in: folder) == [], "while it is open")
    await store.close()
    #expect(try traces(in: folder) == [])
    let kept = try Store.open(at: folder.path).store
    #expect(try await kept.bodies(chat).count == 50)
    await kept.close()
  }

  enum Deed: CaseIterable {
    case conversation, history, message, retraction
  }

  /// Each takes a text of Notes to Self away, whose account and name stay.
  @Test(arguments: Deed.allCases)
  func nothingIsLeftOfAText(_ deed: Deed) async throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(at: folder.path).store
    let notes = try await store.notes()
    let long = String(repeating: Self.secret + " ", count: 2_000)
    let message = try await store.append(OutgoingMessage(body: long), to: notes)
    try await store.edit(message.id, body: Self.secret, at: noon)
    if deed == .retraction || deed == .message {
      // It goes from what quotes it as well.
      var answer = OutgoingMessage(body: "yes")
      answer.reply = Reply(answering: try #require(try await store.latest(notes)))
      try await store.append(answer, to: notes)
    }
    #expect(try !traces(in: folder).isEmpty)
    switch deed {
    case .conversation: try await store.deleteConversation(notes)
    case .history: try await store.clearHistory(of: notes)
    case .message: try await store.delete([message.id])
    case .retraction: try await store.retract(message.id)
    }
    #expect(try traces(in: folder) == [])
    await store.close()
  }

  /// An index that is too large to be merged at once is merged in the background, also after a new
  /// start.
  @Test(arguments: [false, true])
  func aLargeIndexForgetsStepByStep(_ restarts: Bool) async throws {
    let folder = try TemporaryFolder()
    var store = try Store.open(at: folder.path).store
    let chat = try await store.chat()
    // Words that are all different make an index large.
    for batch in 0..<30 {
      try await store.receive(
        (0..<1_000).map { number in
          .bo((0..<12).map { "w\(batch * 1_000 + number)x\($0)y" }.joined(separator: " "))
        }, in: chat, at: .end)
    }
    let notes = try await store.notes()
    let message = try await store.append(OutgoingMessage(body: Self.secret), to: notes)
    #expect(try await store.indexedWords(beginning: "xylo") == ["xylophagous"])
    try await store.delete([message.id])
    #expect(try await store.found(Self.secret) == [])
    if restarts {
      await store.close()
      store = try Store.open(at: folder.path).store
      await store.catchUpSearch()
    }
    while await store.indexing != nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await store.indexedWords(beginning: "xylo") == [])
    #expect(try traces(in: folder) == [])
    #expect(try await store.found("w29999x3y").count == 1)
    try await store.expectIndexInStep()
    await store.close()
  }

  @Test func whoReadsMeanwhileIsNotWaitedForAndTheTextGoesLater() async throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(at: folder.path).store
    let secret = try await secretConversation(store)
    let account = try account(of: secret, store)
    let reader = try store.makeReader()
    try reader.connection.execute("BEGIN")
    _ = try reader.summaries()
    try await store.removeAccount(account)
    #expect(try reader.count(in: secret) == 41, "an open snapshot stays whole")
    try reader.connection.execute("COMMIT")
    let notes = try await store.notes()
    try await store.append(OutgoingMessage(body: "later"), to: notes)
    #expect(try traces(in: folder) == [])
  }
}
