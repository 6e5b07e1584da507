// SPDX-License-Identifier: MIT
import FoundationEssentials

@testable import ChatCore

extension Store {
  /// The archive of this store, as text.
  func archive(of conversation: ConversationID? = nil) throws -> String {
    let collector = TextCollector()
    try makeReader().writeArchive(of: conversation, to: collector, at: noon)
    return collector.text
  }

  /// Takes `archive` in.
  @discardableResult
  nonisolated func take(archive: String) async throws(ArchiveFault) -> ImportResult {
    try await take(bytes: Array(archive.utf8))
  }

  @discardableResult
  nonisolated func take(bytes: [UInt8]) async throws(ArchiveFault) -> ImportResult {
    let folder: TemporaryFolder
    do {
      folder = try TemporaryFolder()
      try Data(bytes).write(to: URL(filePath: folder.path + "/archive.json"))
    } catch {
      throw .file(FileFailure(path: "archive.json", reason: "\(error)"))
    }
    return try await importArchive(from: folder.path + "/archive.json")
  }

  /// Something of everything that a store can hold.
  func fill() throws(StoreError) {
    let notes = try notes()
    let chat = try chat()
    let room = try openConversation(
      .room, with: "den@muc.example.org", title: "Den & <friends>", of: AccountID(rawValue: 1))
    try setPinned(true, chat)
    try setMuted(until: noon.adding(seconds: 60), room)
    try append(OutgoingMessage(body: "a note", time: noon, originID: "n1"), to: notes)
    let question = try receive(.bo("Really?", archive: "a1"), in: chat)
    if let question {
      var answer = OutgoingMessage(body: "Yes.", time: noon.adding(seconds: 2), originID: "o1")
      answer.reply = Reply(answering: question)
      let sent = try append(answer, to: chat)
      try updateDelivery(of: sent.id, to: .delivered)
      try edit(sent.id, body: "Yes!", at: noon.adding(seconds: 9))
      try edit(sent.id, body: "Yes, really.", at: noon.adding(seconds: 19))
      try setReactions(["👍🏽", "🎉"], by: .bo, to: sent.id)
      try setReactions(["🎉"], by: .me, to: sent.id)
    }
    let failed = try append(
      OutgoingMessage(body: "too long", time: noon.adding(seconds: 30), originID: "o2"), to: chat)
    try updateDelivery(of: failed.id, to: .failed(reason: .said("Refused.")))
    _ = try openGap(in: chat, at: noon.adding(seconds: 40))
    try receive(.bo("after a gap", at: noon.adding(seconds: 50)), in: chat)
    try receive(
      IncomingMessage(
        sender: .bo, body: "Bo joined", time: noon, kind: .system), in: room)
    let gone = try receive(
      IncomingMessage(
        sender: .other(address: "den@muc.example.org/Cy", name: "Cy"), body: "oops", time: noon,
        originID: "c1", archiveID: "c1", occupantID: "occ-1"), in: room)
    if let gone { try retract(gone.id) }
    try saveDraft(Draft(text: "half a th"), in: chat)
    if let last = try latest(chat) { try markRead(upTo: last.position, in: chat) }
  }

  /// How much there is.
  func counts() throws(StoreError) -> [Int64?] {
    [
      try connection.integer("SELECT count(*) FROM conversation"),
      try connection.integer("SELECT count(*) FROM message"),
      try connection.integer("SELECT count(*) FROM account"),
    ]
  }
}
