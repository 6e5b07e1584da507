// SPDX-License-Identifier: MIT
import Testing

@testable import ChatCore

@Suite struct SalvageTests {
  /// Words whose conversation and account were lost are still words.
  @Test func orphansGetANewHome() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/old.db"
    let source = try Connection(path)
    try Store.prepare(source)
    try source.execute(
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO conversation (id, account, kind, address, title) VALUES (4, 9, 1, 'cy', 'Cy');
      INSERT INTO message (id, conversation, position, kind, body, time, delivery)
        VALUES (1, 7, 5, 0, 'lost', 0, 1), (2, 4, 5, 0, 'kept', 0, 1);
      """)
    let target = try Connection(folder.path + "/new.db")
    try Store.prepare(target)
    var salvage = Salvage(from: source, to: target)
    try salvage.run()
    #expect(salvage.isComplete)
    let reader = StoreReader(target)
    let summaries = try reader.summaries()
    #expect(Set(summaries.map(\.title)) == ["recovered-7", "Cy"])
    #expect(Set(summaries.compactMap(\.lastMessage?.body)) == ["lost", "kept"])
    #expect(try reader.accounts().map(\.address) == ["", "recovered-9"])
    #expect(try reader.accounts()[1].isEnabled == false)
    #expect(try reader.count(in: ConversationID(rawValue: 7)) == 1)
  }

  /// A row that makes no sense does not stop the others.
  @Test func aRowThatIsRefusedIsLeftOut() throws {
    let folder = try TemporaryFolder()
    let source = try Connection(folder.path + "/old.db")
    try source.execute(
      """
      CREATE TABLE account (id INTEGER PRIMARY KEY, address, name);
      INSERT INTO account VALUES (0, '', ''), (1, NULL, 'no address'), (2, 'a@example.org', '');
      """)
    let target = try Connection(folder.path + "/new.db")
    try Store.prepare(target)
    var salvage = Salvage(from: source, to: target)
    try salvage.run()
    #expect(!salvage.isComplete)
    #expect(try StoreReader(target).accounts().map(\.address) == ["", "a@example.org"])
  }
}
