// SPDX-License-Identifier: MIT
public import ChatCore

/// What can be done with a message, beyond reading and copying it. What is nil is not offered.
public struct MessageActions {
  public typealias Action = (Message) -> Void

  /// Sends a failed message again.
  public var retry: Action?
  /// Deletes a message on this device. Offered for failed messages, and for all where
  /// ``deletesAll``.
  public var delete: Action?
  /// Where nobody else has the messages, such as in notes.
  public var deletesAll = false
  public var reply: Action?
  /// Adds the user's reaction with an emoji, or takes it back where it is there already (XEP-0444).
  public var react: ((Message, _ emoji: String) -> Void)?
  /// Offered for own messages.
  public var edit: Action?
  /// Takes an own message back, here and for the others.
  public var retract: Action?
  /// Tells the texts that a corrected message had, the first one first.
  public var earlierTexts: ((Message) -> [EarlierText])?

  public init() {}
}
