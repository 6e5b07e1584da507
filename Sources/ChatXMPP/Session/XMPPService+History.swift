// SPDX-License-Identifier: GPL-3.0-or-later
public import ChatCore

/// What an archive had to give.
public struct OlderHistory: Hashable, Sendable {
  /// Messages that were not here before. They are in the store, and come to the list from there.
  public var count: Int
  /// The archive has nothing older of this conversation: no use in asking again.
  public var isComplete: Bool
}

/// History beyond what a connect fetches by itself. For the list: call ``fetchOlder(in:)`` when its
/// oldest row comes near, one call at a time.
extension XMPPService {
  /// Fetches the messages before the oldest one here, some two screens of them.
  ///
  /// - Throws: `.disconnected` without a connection; `.refused` when the server has no archive.
  @NetworkActor
  public func fetchOlder(
    in conversation: ConversationID
  ) async throws(RequestFailure) -> OlderHistory {
    guard let peer = await peer(of: conversation) else {
      return OlderHistory(count: 0, isComplete: true)
    }
    let (count, isComplete) = try await session.fetchOlder(conversation, with: peer)
    return OlderHistory(count: count, isComplete: isComplete)
  }

  /// Fills a gap (a message of kind `.gap`) that is looked at. Those of this run fill themselves;
  /// one that stays is from a time the archive could not be asked about.
  @NetworkActor
  public func fillGap(_ gap: Message) async throws(RequestFailure) {
    guard gap.kind == .gap, let peer = await peer(of: gap.conversation) else { return }
    try await session.fill(gap, with: peer)
  }
}
