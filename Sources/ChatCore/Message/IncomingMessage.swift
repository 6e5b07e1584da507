// SPDX-License-Identifier: MIT

/// A message from outside on its way into the store: somebody's words, a copy of my own from
/// another device or the archive, or a note of Martlet's.
public struct IncomingMessage: Hashable, Sendable {
  public var sender: Sender
  public var body: String
  public var time: Timestamp
  public var kind: Message.Kind
  public var reply: Reply?
  public var originID: String?
  public var archiveID: String?
  /// Who it was in a room, whatever the name (XEP-0421).
  public var occupantID: String?

  public init(
    sender: Sender, body: String, time: Timestamp, kind: Message.Kind = .text,
    reply: Reply? = nil, originID: String? = nil, archiveID: String? = nil,
    occupantID: String? = nil
  ) {
    self.sender = sender
    self.body = body
    self.time = time
    self.kind = kind
    self.reply = reply
    self.originID = originID
    self.archiveID = archiveID
    self.occupantID = occupantID
  }
}
