// SPDX-License-Identifier: MIT
public import ChatCore

/// What a reader looks at: a message and how much of it is above the top edge.
///
/// The scroll state of a message list is an optional anchor; nil means "at the end". A pixel value
/// would mean something else after each change above it; an anchor means the same for ever.
nonisolated public struct ScrollAnchor: Hashable, Sendable {
  public var message: MessageID
  /// Pixels of the message's row above the top edge; negative when it begins below the edge.
  public var hidden: Double

  public init(message: MessageID, hidden: Double = 0) {
    self.message = message
    self.hidden = hidden
  }
}
