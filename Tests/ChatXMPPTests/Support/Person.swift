// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore

@testable import ChatXMPP

/// Somebody with a store and an account: the whole of Martlet but its screens.
final class Person: Sendable {
  let name: String
  let store: Store
  let service: XMPPService
  let account: AccountID

  init(
    _ name: String, on server: any TestHost, port: UInt16? = nil, resource: String = "test",
    store: Store? = nil, isFresh: Bool = false, password: String? = nil, pictures: String? = nil
  ) async throws {
    self.name = name
    let store = try store ?? Store.inMemory()
    self.store = store
    account = try await store.addAccount("\(name)@localhost")
    // A session that nobody can take up again.
    if isFresh { try await store.setValue(nil, for: AccountSession.sessionKey, of: account) }
    var configuration = try server.configuration(name, port: port)
    configuration.resource = resource
    if let password { configuration.password = password }
    service = try await XMPPService(
      account: account, store: store, configuration: configuration, pictures: pictures)
  }

  /// Somebody of another process.
  init(_ name: String, _ configuration: StreamConfiguration, store: Store) async throws {
    self.name = name
    self.store = store
    account = try await store.addAccount("\(name)@localhost")
    service = try await XMPPService(account: account, store: store, configuration: configuration)
  }

  func online() async {
    let events = await service.events()
    await service.start()
    for await event in events where event == .state(.online) { return }
  }

  func conversation(with other: String) async throws -> ConversationID {
    try await store.openConversation(
      .direct, with: "\(other)@localhost", title: other, of: account)
  }

  @discardableResult
  func say(_ body: String, to other: String, reply: Reply? = nil) async throws -> Message {
    try await store.append(
      OutgoingMessage(body: body, reply: reply), to: try await conversation(with: other))
  }

  func messages(with other: String) async throws -> [Message] {
    let conversation = try await conversation(with: other)
    return try await store.read { reader throws(StoreError) in
      try reader.latest(1_000_000, in: conversation)
    }
  }

  func bodies(from other: String) async throws -> [String] {
    try await messages(with: other).filter { !$0.sender.isMe && $0.kind == .text }.map(\.body)
  }

  /// Waits until the messages with somebody are as wanted, and returns them.
  @discardableResult
  func wait(
    for other: String, _ condition: @Sendable ([Message]) -> Bool
  ) async throws -> [Message] {
    let changes = store.changes()
    var messages = try await messages(with: other)
    if condition(messages) { return messages }
    for await _ in changes {
      messages = try await self.messages(with: other)
      if condition(messages) { return messages }
    }
    return messages
  }
}

extension XMPPService {
  @NetworkActor func setArchivePage(_ size: Int) { session.preferences.pageSize = size }
  @NetworkActor func setFirstFetch(_ count: Int) { session.preferences.firstFetch = count }
}
