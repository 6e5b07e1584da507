// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a request has no result. The sentence for the user is the interface's to find; `text` is what
/// the server said, in its own language, and may be shown beside it.
public enum RequestFailure: Error, Hashable, Sendable {
  /// The other side said no (RFC 6120 §8.3.3): "item-not-found", "not-allowed", "conflict", …;
  /// or ``blocked``.
  case refused(condition: String, text: String)
  /// There is no connection, or it ended first. What was asked may have been done all the same.
  case disconnected
  /// Nothing came back within a minute.
  case noAnswer
  /// The server does not offer this.
  case unsupported
  /// What came back makes no sense, or is larger than it may be.
  case unusableAnswer

  /// The condition that says that the account itself blocks the address (XEP-0191 §3.4).
  public static let blocked = "blocked"
}
