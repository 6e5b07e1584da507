// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

extension Session {
  /// What `martlet --demo` shows: a conversation with somebody who answers, and a few beside it.
  func openDemo() async throws(StoreError) -> ConversationID {
    // What is made last stands first.
    try await fillDemo(of: .local)
    onFilled()
    let service = try await DemoService(
      store: store, script: .sample, clock: MainLoopClock())
    add(service)
    return service.conversation
  }

  private func fillDemo(of account: AccountID) async throws(StoreError) {
    let now = Timestamp.now.microseconds
    for sample in Self.samples.reversed() {
      try await add(sample, of: account, now: now)
    }
    let notes = try await store.openConversation(
      .notes, with: "", title: tr("Notes to Self"), of: .local)
    try await store.saveDraft(Draft(text: "Buy strings for the"), in: notes)
  }

  private func add(
    _ sample: Sample, of account: AccountID, now: Int64
  ) async throws(StoreError) {
    let id = try await store.openConversation(
      sample.kind, with: sample.address, title: sample.title, of: account)
    let sender = Sender.other(address: sample.from.address, name: sample.from.name)
    let messages = sample.texts.enumerated().map { index, text in
      IncomingMessage(
        sender: sender, body: text,
        time: Timestamp(
          microseconds: now - sample.minutesAgo * 60_000_000 + Int64(index) * 30_000_000))
    }
    let written = try await store.receive(messages, in: id, at: .end)
    if let last = written.last, !sample.isUnread {
      try await store.markRead(upTo: last.position, in: id)
    }
  }

  private struct Sample {
    var kind = ConversationSummary.Kind.direct
    var address: String
    var title: String
    var from: (address: String, name: String)
    var minutesAgo: Int64
    var isUnread = false
    var texts: [String]
  }

  private static let samples = [
    Sample(
      kind: .room, address: "robotics@rooms.example.org", title: "Robotics club",
      from: ("robotics@rooms.example.org/Lin", "Lin"), minutesAgo: 44, isUnread: true,
      texts: ["The new arm is here", "Who has the torque wrench?", "The firmware is up"]),
    Sample(
      address: "mum@example.org", title: "Mum", from: ("mum@example.org", "Mum"),
      minutesAgo: 1_500, texts: ["Call me when you are home"]),
    Sample(
      address: "kenji@example.jp", title: "Kenji", from: ("kenji@example.jp", "Kenji"),
      minutesAgo: 1_620, isUnread: true, texts: ["新しい写真です", "See you there"]),
    Sample(
      kind: .room, address: "design@rooms.example.org", title: "Design",
      from: ("design@rooms.example.org/Noa", "Noa"), minutesAgo: 4_400,
      texts: ["Agreed, shipping it"]),
  ]
}
