// SPDX-License-Identifier: MIT
public import ChatCore

/// Where a message list gets its messages from.
///
/// The list asks synchronously where the next frame needs the answer: the page it opens with, the
/// place to which the scroll bar was dragged. These are small and keyed, well under a millisecond
/// each over a store. What scrolling will need it asks for ahead, with ``load(_:)``.
@MainActor public protocol MessageListSource: AnyObject {
  /// How many messages there are.
  var count: Int { get }

  /// How many messages stand before `position`.
  func rank(of position: MessagePosition) -> Int

  /// How many messages of others stand after `position`.
  func incomingCount(after position: MessagePosition) -> Int

  /// Reads a page now. Messages are in order; fewer than asked for means that there are no more.
  func messages(_ page: MessagePage) -> [Message]

  /// Reads a page away from the main thread; nil when that failed.
  func load(_ page: MessagePage) async -> [Message]?

  /// The given messages that are there, in any order.
  func messages(_ ids: Set<MessageID>) -> [Message]

  /// The message that an answer is about; nil when it is not there.
  func answered(by reply: Reply) -> MessageID?

  /// Called after each change, in order, on the main actor. Set by the list that shows the source.
  var onChange: ((StoreChange.MessageChanges) -> Void)? { get set }
}

extension MessageListSource {
  public func answered(by reply: Reply) -> MessageID? {
    reply.message.flatMap { messages([$0]).first?.id }
  }
}

/// A stretch of a conversation.
nonisolated public struct MessagePage: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    /// The newest messages.
    case latest
    case before(MessagePosition)
    case after(MessagePosition)
    /// Half before the position, the rest from it on.
    case around(MessagePosition)
    /// As `around`, for the message with so many before it.
    case aroundRank(Int)
  }

  public var place: Place
  /// At most so many messages.
  public var limit: Int

  public init(_ place: Place, limit: Int) {
    self.place = place
    self.limit = limit
  }
}
