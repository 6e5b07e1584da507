// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import Testing

@testable import ChatCore

/// Case 088-S03: a step is whole or it did not happen.
@Suite struct SchemaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let twins = Schema.Migration { connection throws(StoreError) in
    try connection.execute(
      "CREATE TABLE m (stanza_id TEXT); INSERT INTO m VALUES ('d'), ('d'), ('e');")
  }

  private static let mergedTwins = Schema.Migration { connection throws(StoreError) in
    try connection.execute(
      """
      DELETE FROM m WHERE rowid NOT IN (SELECT min(rowid) FROM m GROUP BY stanza_id);
      CREATE UNIQUE INDEX m_id ON m (stanza_id);
      """)
  }

  private static let unmergedTwins = Schema.Migration { connection throws(StoreError) in
    try connection.execute("DELETE FROM m WHERE stanza_id = 'e'")
    try connection.execute("CREATE UNIQUE INDEX m_id ON m (stanza_id)")
  }

  @Test func aStepThatFailsLeavesTheVersionBeforeIt() throws {
    let connection = try Connection(folder.database)
    #expect {
      try Schema.migrate(connection, by: [Self.twins, Self.unmergedTwins])
    } throws: { error in
      guard case StoreError.migrationFailed(from: 1, _) = error else { return false }
      return true
    }
    #expect(try Schema.version(of: connection) == 1)
    #expect(try connection.integer("SELECT count(*) FROM m") == 3)
  }

  @Test func doublesAreMergedBeforeTheyAreForbidden() throws {
    let connection = try Connection(folder.database)
    try Schema.migrate(connection, by: [Self.twins, Self.mergedTwins])
    #expect(try Schema.version(of: connection) == 2)
    try connection.run("INSERT INTO m VALUES ('d') ON CONFLICT (stanza_id) DO NOTHING")
    #expect(try connection.integer("SELECT count(*) FROM m") == 2)
    // A second run has nothing to do.
    #expect(try Schema.migrate(connection, by: [Self.twins, Self.mergedTwins]) == 2)
  }

  @Test func aNewerDatabaseIsLeftAlone() async throws {
    do {
      let store = try Store.open(at: folder.path).store
      try await store.append(OutgoingMessage(body: "x"), to: try await store.notes())
      await store.close()
    }
    let newer = Schema.currentVersion + 1
    try Connection(folder.database).execute("PRAGMA user_version = \(newer)")
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    #expect(throws: StoreError.newerVersion(found: newer, known: Schema.currentVersion)) {
      try Store.open(at: folder.path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
  }

  /// The newer version may stand in the log only.
  @Test func aNewerDatabaseThatWasCutIsLeftAloneWithItsLog() async throws {
    let newer = Schema.currentVersion + 1
    let store = try Store.open(at: folder.path).store
    try await store.setVersion(newer)
    let copy = try TemporaryFolder()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.database + suffix, toPath: copy.database + suffix)
    }
    let log = try Data(contentsOf: URL(fileURLWithPath: copy.database + "-wal"))
    #expect(throws: StoreError.newerVersion(found: newer, known: Schema.currentVersion)) {
      try Store.open(at: copy.path)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.database + "-wal")) == log)
    withExtendedLifetime(store) {}
  }

  /// Every version that was ever released must still open.
  @Test(arguments: 1...Schema.currentVersion)
  func everyOlderVersionIsBroughtUpToDate(version: Int) async throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/version\(version).sql")
    let script = try String(contentsOf: fixture, encoding: .utf8)
    do { try Connection(folder.database).execute(script) }
    let outcome = try Store.open(at: folder.path)
    #expect(
      outcome.event == (version == Schema.currentVersion ? .opened : .migrated(from: version)))
    let reader = try outcome.store.makeReader()
    let summaries = try reader.summaries()
    #expect(summaries.map(\.title) == ["Bo", "Notes to Self"])
    #expect(summaries[0].unreadCount == 1)
    #expect(summaries[1].draft == "half a thought")
    let messages = try reader.latest(50, in: summaries[0].id)
    #expect(messages.map(\.body) == ["hello \u{1F426}", "hallo", "", "caf\u{E9}"])
    #expect(messages[1].edited != nil)
    #expect(messages[1].delivery == .read)
    #expect(messages[1].reactions.count == 1)
    #expect(messages[2].isRetracted)
    #expect(messages[3].reply?.message == messages[0].id)
    #expect(try reader.earlierTexts(of: messages[1].id).map(\.body) == ["helo"])
    #expect(try reader.value("sync", of: summaries[0].account) == "s4")
    // What was there before the index of search comes into it.
    while try await outcome.store.indexOlderMessages(limit: 1) {}
    #expect(try await outcome.store.found("cafe") == ["caf\u{E9}"])
    #expect(try await outcome.store.found("hallo \u{1F426}*") == [])
    #expect(try await outcome.store.found("\u{1F426}") == ["hello \u{1F426}"])
    #expect(try await outcome.store.found("helo") == [], "an earlier text")
    try await outcome.store.expectIndexInStep()
    // And it goes on from there.
    try await outcome.store.receive(
      .bo("new", archive: "s1"), in: summaries[0].id)  // known id: nothing new
    try await outcome.store.append(OutgoingMessage(body: "on"), to: summaries[0].id)
    #expect(try reader.latest(50, in: summaries[0].id).count == 5)
    #expect(try await outcome.store.found("on") == ["on"])
    try await outcome.store.verify()
  }

  /// A million messages do not hold up the start: what was there is indexed afterwards, the newest
  /// first, and what comes meanwhile at once.
  @Test func whatWasThereIsIndexedLittleByLittle() async throws {
    do {
      let connection = try Connection(folder.database)
      try Schema.migrate(connection, by: [.version1])
      try connection.execute(
        """
        INSERT INTO conversation (account, kind, address, title) VALUES (0, 0, '', 'Notes');
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
        INSERT INTO message (conversation, position, kind, body, time, delivery)
          SELECT 1, i * 1024, 0, 'word' || i || iif(i % 10, '', ' https://example.org'),
            i * 1000000, 1 FROM n;
        """)
    }
    let outcome = try Store.open(at: folder.path)
    let store = outcome.store
    #expect(outcome.event == .migrated(from: 1))
    let reader = try store.makeReader()
    #expect(try reader.messagesToIndex() == 1_000)
    #expect(try await store.found("word1000") == [])
    let notes = try await store.notes()
    try await store.append(OutgoingMessage(body: "word1000 again"), to: notes)
    #expect(try await store.found("word1000") == ["word1000 again"])
    #expect(try await store.indexOlderMessages(limit: 100))
    #expect(try reader.messagesToIndex() == 900)
    #expect(try await store.found("word1000").count == 2)
    #expect(try await store.found("has:link").count == 10)
    // What changes before its turn comes in as it is then.
    try await store.edit(MessageID(rawValue: 7), body: "seven", at: noon)
    try await store.delete([MessageID(rawValue: 8)])
    // A new start goes on where the last one ended.
    await store.close()
    let next = try Store.open(at: folder.path).store
    await next.finishSearchIndex()
    #expect(try await next.found("has:link").count == 100)
    #expect(try await next.found("seven") == ["seven"])
    #expect(try await next.found("word7", widens: false) == [])
    #expect(try await next.found("word8", widens: false) == [])
    #expect(try await next.found("word9") == ["word9"])
    #expect(try next.makeReader().messagesToIndex() == 0)
    try await next.expectIndexInStep()
    await next.close()
  }
}

extension Store {
  fileprivate func setVersion(_ version: Int) throws(StoreError) {
    try connection.execute("PRAGMA user_version = \(version)")
  }
}
