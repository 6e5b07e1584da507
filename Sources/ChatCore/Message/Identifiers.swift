// SPDX-License-Identifier: MIT

/// The stable identity of a conversation on this device: the key of its row in the store.
public struct ConversationID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The stable identity of a message on this device: the key of its row in the store.
///
/// It never changes, whatever the network later says about the message.
public struct MessageID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The place of a message in its conversation: greater is later.
///
/// Positions follow arrival and the order of the server's archive, never a clock. They are spaced
/// widely, so that history can be put between two messages without moving either.
public struct MessagePosition: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// An account on this device. ``local`` needs no server: it holds Notes to Self.
public struct AccountID: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int64
  public init(rawValue: Int64) { self.rawValue = rawValue }
  public static let local = AccountID(rawValue: 0)
}
