// SPDX-License-Identifier: MIT

/// One row of a conversation on the screen.
public enum TimelineRow: Identifiable, Hashable, Sendable {
  /// A day begins.
  case day(Day, before: MessageID)
  /// What follows was not read yet.
  case unread(before: MessageID)
  /// Somebody's words.
  case message(Message, Group)
  /// A note of Martlet's own ("Ada joined").
  case note(Message)
  /// History is missing here.
  case gap(Message)

  /// The place of a message among those that its sender wrote in one go: name and picture go with
  /// its start, and the wider distance to the next row with its end.
  public enum Group: Hashable, Sendable {
    case single
    case first
    case middle
    case last

    /// True for ``single`` and ``first``.
    public var isStart: Bool { self == .single || self == .first }
    /// True for ``single`` and ``last``.
    public var isEnd: Bool { self == .single || self == .last }
  }

  /// Stable for as long as the row is about the same message.
  public enum ID: Hashable, Sendable {
    case day(before: MessageID)
    case unread(before: MessageID)
    case message(MessageID)
  }

  public var id: ID {
    switch self {
    case .day(_, let id): .day(before: id)
    case .unread(let id): .unread(before: id)
    case .message(let message, _), .note(let message), .gap(let message): .message(message.id)
    }
  }

  /// The message that this row is or stands before.
  public var messageID: MessageID {
    switch self {
    case .day(_, let id), .unread(let id): id
    case .message(let message, _), .note(let message), .gap(let message): message.id
    }
  }

  /// The message that this row is; nil for day and unread lines.
  public var message: Message? {
    switch self {
    case .day, .unread: nil
    case .message(let message, _), .note(let message), .gap(let message): message
    }
  }
}
