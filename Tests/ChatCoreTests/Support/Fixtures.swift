// SPDX-License-Identifier: MIT
import FoundationEssentials

@testable import ChatCore

/// An empty folder that goes with the test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/martlet-test-" + String.randomID()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var database: String { path + "/" + Store.fileName }
}

let noon = Timestamp(microseconds: 1_700_000_000_000_000)

extension Timestamp {
  func adding(seconds: Int64) -> Timestamp {
    Timestamp(microseconds: microseconds + seconds * 1_000_000)
  }
}

extension Sender {
  static let bo = Sender.other(address: "bo@example.net", name: "Bo")
}

extension IncomingMessage {
  /// A message of Bo's.
  static func bo(_ body: String, archive: String? = nil, at time: Timestamp = noon) -> Self {
    IncomingMessage(sender: .bo, body: body, time: time, archiveID: archive)
  }
}

extension Store {
  /// A conversation of the local account.
  func notes() throws(StoreError) -> ConversationID {
    try openConversation(.notes, with: "", title: "Notes to Self", of: .local)
  }

  /// A conversation with Bo, of an account that has a server.
  func chat() throws(StoreError) -> ConversationID {
    try write { () throws(StoreError) in
      try connection.run(
        "INSERT INTO account (id, address) VALUES (1, 'ana@example.org') ON CONFLICT DO NOTHING")
    }
    return try openConversation(
      .direct, with: "bo@example.net", title: "Bo", of: AccountID(rawValue: 1))
  }

  /// The bodies of a conversation in order, a gap as "…".
  func bodies(_ conversation: ConversationID) throws(StoreError) -> [String] {
    try reader.latest(10_000, in: conversation).map { $0.kind == .gap ? "…" : $0.body }
  }

  func latest(_ conversation: ConversationID) throws(StoreError) -> Message? {
    try reader.latest(1, in: conversation).first
  }
}
