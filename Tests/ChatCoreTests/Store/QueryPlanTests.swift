// SPDX-License-Identifier: MIT
import CSQLite
import Testing

@testable import ChatCore

/// Case 117-P07: nothing that runs while a conversation is used may look through all of it.
@Suite struct QueryPlanTests {
  /// The plan of every statement that the reader has compiled while `body` ran.
  private func plans(
    _ body: (StoreReader, ConversationID) throws -> Void
  ) async throws -> [String: [String]] {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    try await store.receive(
      (0..<10).map { .bo("\($0)", archive: "s\($0)") }, in: chat, at: .end)
    let reader = try store.makeReader()
    try body(reader, chat)
    return try reader.connection.plans()
  }

  @Test func theLastFiftyBeforeAPositionAreFoundByTheirIndex() async throws {
    let plans = try await plans { reader, chat in
      _ = try reader.page(50, before: MessagePosition(rawValue: .max), in: chat)
    }
    let page = try #require(plans.first { $0.key.contains("position < ?2") })
    #expect(
      page.value == [
        "SEARCH message USING INDEX message_position (conversation=? AND position<?)"
      ])
  }

  @Test func noReadingLooksThroughAllMessages() async throws {
    let plans = try await plans { reader, chat in
      let position = MessagePosition(rawValue: 1 << 56)
      let message = try #require(try reader.latest(1, in: chat).first)
      _ = try reader.page(50, after: position, in: chat)
      _ = try reader.page(50, around: position, in: chat)
      _ = try reader.message(message.id)
      _ = try reader.message(archiveID: "s1", in: chat)
      _ = try reader.messages(originID: "o1", in: chat)
      _ = try reader.known(archiveIDs: ["s1"], in: chat)
      _ = try reader.known(originIDs: ["o1"], in: chat)
      _ = try reader.firstMessage(since: noon, in: chat)
      _ = try reader.earlierTexts(of: message.id)
      _ = try reader.queued(in: .local)
      _ = try reader.count(in: chat)
      _ = try reader.rank(of: message.position, in: chat)
      _ = try reader.message(atRank: 5, in: chat)
      _ = try reader.firstIncoming(after: position, in: chat)
      _ = try reader.incomingCount(after: position, in: chat)
      _ = try reader.summary(of: chat)
      _ = try reader.draft(in: chat)
      for question in ["5", "5 :-)", "\u{4EAC}\u{90FD}", "has:link", "after:2020"] {
        let search = MessageSearch(SearchQuery(question), in: chat)
        _ = try reader.hits(search, limit: 50)
        _ = try reader.hitCount(search)
      }
    }
    #expect(plans.count > 15)
    for (sql, steps) in plans {
      for step in steps {
        #expect(!step.contains("SCAN message"), "\(sql)")
        #expect(!step.contains("TEMP B-TREE"), "\(sql)")
        // Finding the conversation is not enough: with that alone all of it would be read. The four
        // below read in order and stop at their limit.
        if step == "SEARCH message USING INDEX message_position (conversation=?)" {
          #expect(sql.contains("LIMIT") || sql.contains("min(") || sql.contains("max("), "\(sql)")
        }
      }
    }
    for (sql, steps) in plans where sql.contains("_id IN (") {
      #expect(steps.first?.contains("_id=?)") == true, "\(sql)")
    }
    let origin = try #require(plans.first { $0.key.contains("origin_id = ?2") })
    #expect(origin.value.first?.contains("message_origin") == true)
    let archive = try #require(plans.first { $0.key.contains("archive_id = ?2") })
    #expect(archive.value.first?.contains("message_archive") == true)
  }

  @Test func noWritingLooksThroughAllMessages() async throws {
    let store = try Store.inMemory()
    let chat = try await store.chat()
    let mine = try await store.append(OutgoingMessage(body: "1"), to: chat)
    try await store.receive(.bo("2", archive: "s2"), in: chat)
    try await store.receive([.bo("0", archive: "s0")], in: chat, at: .before(mine.id))
    try await store.updateDelivery(of: mine.id, to: .sent)
    try await store.updateDelivery(upTo: mine.id, to: .read)
    try await store.setArchiveID("s1", of: mine.id)
    try await store.edit(mine.id, body: "one", at: noon)
    try await store.setReactions(["x"], by: .bo, to: mine.id)
    try await store.saveDraft(Draft(text: "x", replyTo: mine.id), in: chat)
    try await store.markRead(upTo: mine.position, in: chat)
    try await store.retract(mine.id)
    try await store.delete([mine.id])
    let plans = try await store.plans()
    #expect(plans.count > 20)
    for (sql, steps) in plans {
      for step in steps {
        #expect(!step.contains("SCAN message"), "\(sql)")
        // The reactions to one message may be sorted, and what one transaction has written.
        #expect(
          !step.contains("TEMP B-TREE") || sql.contains("FROM reaction")
            || sql.contains("INTO search_"), "\(sql)")
      }
    }
  }
}

extension Store {
  fileprivate func plans() throws(StoreError) -> [String: [String]] { try connection.plans() }
}

extension Connection {
  /// The steps of every compiled statement, by its text.
  func plans() throws(StoreError) -> [String: [String]] {
    var texts: [String] = []
    var statement = sqlite3_next_stmt(handle, nil)
    while let compiled = statement {
      if let sql = sqlite3_sql(compiled) { texts.append(String(cString: sql)) }
      statement = sqlite3_next_stmt(handle, compiled)
    }
    var plans: [String: [String]] = [:]
    for text in texts where !text.hasPrefix("BEGIN") && !text.hasPrefix("COMMIT") {
      let query = try prepare(text: "EXPLAIN QUERY PLAN " + text)
      var steps: [String] = []
      while try query.step() { steps.append(query.text(3)) }
      plans[text] = steps
    }
    return plans
  }
}
