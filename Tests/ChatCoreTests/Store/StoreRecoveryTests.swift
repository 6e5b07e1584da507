// SPDX-License-Identifier: MIT
import FoundationEssentials
import Glibc
import Testing

@testable import ChatCore

/// Case 087-S02: damage is survived, and nothing is thrown away.
@Suite struct StoreRecoveryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store with `count` messages, closed. Each message takes a tenth of a page.
  private func fill(_ count: Int) async throws {
    let store = try Store.open(at: folder.path).store
    let chat = try await store.chat()
    let messages = (1...count).map {
      IncomingMessage.bo("\($0) " + String(repeating: "x", count: 400), archive: "s\($0)")
    }
    try await store.receive(messages, in: chat, at: .end)
    try await store.saveDraft(Draft(text: "half a thought"), in: chat)
    try await store.setReactions(["\u{1F44D}"], by: .bo, to: MessageID(rawValue: 1))
    await store.close()
  }

  private func change(_ body: (inout [UInt8]) -> Void) throws {
    let url = URL(fileURLWithPath: folder.database)
    var bytes = [UInt8](try Data(contentsOf: url))
    body(&bytes)
    try Data(bytes).write(to: url)
  }

  private func expectDamage() {
    #expect {
      try Store.open(at: folder.path)
    } throws: { error in
      (error as? StoreError)?.remedy == .recover
    }
  }

  private func recover() async throws -> (Store, Recovery) {
    let before = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.database)))
    let outcome = try await Store.recover(at: folder.path)
    guard case .recovered(let recovery) = outcome.event else {
      throw StoreError.notFound
    }
    // The old file is where the user is told, byte for byte.
    let day = Day(.now).date
    #expect(recovery.setAside.contains("martlet-damaged-\(day.year)-"))
    let after = try [UInt8](Data(contentsOf: URL(fileURLWithPath: recovery.setAside)))
    #expect(before == after)
    // And the new one works.
    try await outcome.store.verify()
    try await outcome.store.receive(.bo("on"), in: try await outcome.store.chat())
    return (outcome.store, recovery)
  }

  @Test func anEmptyFileIsANewDatabase() throws {
    #expect(FileManager.default.createFile(atPath: folder.database, contents: Data()))
    #expect(try Store.open(at: folder.path).event == .created)
  }

  @Test func aLostHeaderIsFoundAndAllIsSaved() async throws {
    try await fill(500)
    try change { $0.replaceSubrange(0..<16, with: repeatElement(0, count: 16)) }
    expectDamage()
    let (store, recovery) = try await recover()
    #expect(recovery.isComplete)
    #expect(recovery.messages == 500)
    #expect(recovery.conversations == 1)
    let chat = try await store.chat()
    let reader = try store.makeReader()
    #expect(try reader.draft(in: chat)?.text == "half a thought")
    #expect(try reader.message(MessageID(rawValue: 1))?.reactions.count == 1)
    #expect(try reader.message(archiveID: "s500", in: chat)?.sender == .bo)
    // Ids go on after those that were saved.
    #expect(try reader.latest(1, in: chat).first?.id == MessageID(rawValue: 501))
  }

  @Test func aLostFirstPageIsReplacedByItsCopy() async throws {
    try await fill(500)
    try change { bytes in
      for index in 0..<4_096 { bytes[index] ^= 0x5A }
    }
    expectDamage()
    let (_, recovery) = try await recover()
    #expect(recovery.messages == 500)
  }

  @Test func withoutAnyFirstPageWeBeginAnew() async throws {
    try await fill(50)
    try change { $0.replaceSubrange(0..<4_096, with: repeatElement(7, count: 4_096)) }
    unlink(DatabaseFile(path: folder.database).headCopy)
    let (_, recovery) = try await recover()
    #expect(recovery.messages == 0)
    #expect(!recovery.isComplete)
  }

  @Test func aPageInTheMiddleCostsNoMoreThanItself() async throws {
    try await fill(2_000)
    // Two pages full of texts, found by what is in them.
    try change { bytes in
      let pages = (0..<bytes.count / 4_096).map { $0 * 4_096..<($0 + 1) * 4_096 }
      let texts = pages.filter { page in bytes[page].count { $0 == UInt8(ascii: "x") } > 3_000 }
      for page in texts.dropFirst(texts.count / 2).prefix(2) {
        for index in page { bytes[index] = 0xFF }
      }
    }
    do {
      let store = try Store.open(at: folder.path).store
      await #expect { try await store.verify() } throws: {
        ($0 as? StoreError)?.remedy == .recover
      }
      await store.close()
    }
    let (store, recovery) = try await recover()
    #expect(!recovery.isComplete)
    #expect(recovery.messages > 1_950)
    #expect(recovery.messages < 2_000)
    let chat = try await store.chat()
    #expect(try store.makeReader().count(in: chat) == recovery.messages + 1)
  }

  @Test func halfAFileGivesHalfTheMessages() async throws {
    try await fill(2_000)
    try change { $0.removeLast($0.count / 2) }
    expectDamage()
    let (_, recovery) = try await recover()
    #expect(recovery.messages > 500)
    #expect(recovery.messages < 1_600)
  }

  @Test func aLostLogLosesOnlyTheLog() async throws {
    try await fill(10)
    let store = try Store.open(at: folder.path).store
    try await store.append(OutgoingMessage(body: "in the log"), to: try await store.chat())
    // What a crash leaves behind, without its log.
    let copy = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: folder.database, toPath: copy.database)
    let outcome = try Store.open(at: copy.path)
    #expect(outcome.event == .opened)
    try await outcome.store.verify()
    #expect(try outcome.store.makeReader().count(in: try await outcome.store.chat()) == 10)
    withExtendedLifetime(store) {}
  }

  @Test func theLogOfACrashIsRead() async throws {
    try await fill(10)
    let store = try Store.open(at: folder.path).store
    try await store.append(OutgoingMessage(body: "in the log"), to: try await store.chat())
    let copy = try TemporaryFolder()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: folder.database + suffix, toPath: copy.database + suffix)
    }
    let outcome = try Store.open(at: copy.path)
    #expect(outcome.wasCut)
    let chat = try await outcome.store.chat()
    #expect(try outcome.store.makeReader().latest(1, in: chat).first?.body == "in the log")
    withExtendedLifetime(store) {}
  }

  @Test func twoDamagesOnOneDayKeepTwoFiles() async throws {
    try await fill(5)
    try change { $0[0] = 0 }
    let (store, first) = try await recover()
    await store.close()
    try change { $0[0] = 0 }
    let (_, second) = try await recover()
    #expect(first.setAside != second.setAside)
    #expect(FileManager.default.fileExists(atPath: first.setAside))
  }

  @Test func aRecoveryThatWasCutAtItsEndIsFinished() async throws {
    try await fill(5)
    let file = DatabaseFile(path: folder.database)
    rename(file.path, file.salvaged)
    let outcome = try Store.open(at: folder.path)
    #expect(outcome.event == .opened)
    #expect(try outcome.store.makeReader().count(in: try await outcome.store.chat()) == 5)
  }
}
