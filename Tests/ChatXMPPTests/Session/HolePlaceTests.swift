// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Testing

@testable import ChatXMPP

@Suite struct HolePlaceTests {
  /// A catch-up that was cut short keeps its place while the next one is filled.
  @Test func everyHoleHasItsOwnPlace() async throws {
    let store = try Store.inMemory()
    let account = try await store.addAccount("ana@example.org")
    let conversation = try await store.openConversation(
      .direct, with: "bo@example.net", title: "bo", of: account)
    let bo = Sender.other(address: "bo@example.net", name: "bo")
    @Sendable func message(_ number: Int) -> IncomingMessage {
      IncomingMessage(sender: bo, body: "\(number)", time: .now, archiveID: "\(number)")
    }
    try await store.transaction { store throws(StoreError) in
      try store.receive(message(1), in: conversation)
      for (hole, live) in [(1, 10), (2, 20)] {
        guard let gap = try store.openGap(in: conversation, at: .now) else { return }
        try store.setPlace(.gap(gap), of: hole, in: conversation, of: account)
        try store.receive(message(live), in: conversation)
      }
      // The newer hole is filled first, then the older one.
      for (hole, missing) in [(2, 15), (1, 5)] {
        guard let place = try store.place(of: hole, in: conversation, of: account) else { return }
        try store.receive([message(missing)], in: conversation, at: place.placement)
        try store.closeHole(hole, of: account)
      }
    }
    let messages = try await store.read { reader throws(StoreError) in
      try reader.latest(100, in: conversation)
    }
    #expect(messages.map(\.body) == ["1", "5", "10", "15", "20"])
  }
}
