// SPDX-License-Identifier: MIT

/// Why a message did not get to the other side. It is a reason and no sentence: whoever shows it has
/// the words, in the language of the user.
public struct DeliveryFailure: Hashable, Sendable {
  /// What kept it. The raw values stand in stores and archives.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// The conversation has no address that could be written to.
    case noAddress = "no-address"
    /// Nobody has this address.
    case unknownAddress = "unknown-address"
    /// The address is no longer in use.
    case formerAddress = "former-address"
    /// Nobody has this address, or nobody takes messages there now; servers do not tell which.
    case unavailable
    /// The server of the address cannot be reached.
    case unreachableServer = "unreachable-server"
    /// The other side wants nothing from this account.
    case forbidden
    /// The account itself has blocked the address.
    case blocked
    /// A server takes messages, but not this one.
    case notAccepted = "not-accepted"
    /// There is no more room for messages.
    case full
    case noAnswer = "no-answer"
    /// It came from an archive, in which it was still to be sent.
    case exported
    /// Anything else.
    case other
  }

  public var cause: Cause
  /// What the other side said about it, in a language of its own; empty for nothing.
  public var words: String

  public init(_ cause: Cause, words: String = "") {
    self.cause = cause
    self.words = words
  }

  /// All that is known is what somebody said.
  public static func said(_ words: String) -> DeliveryFailure {
    DeliveryFailure(.other, words: words)
  }

  /// As it stands in stores and archives: the cause, and below it the words. Where there is no
  /// cause, it is a sentence of an earlier version.
  init(stored: String) {
    let parts = stored.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard let cause = parts.first.flatMap({ Cause(rawValue: String($0)) }) else {
      self = .said(stored)
      return
    }
    self.init(cause, words: parts.count > 1 ? String(parts[1]) : "")
  }

  var stored: String { words.isEmpty ? cause.rawValue : "\(cause.rawValue)\n\(words)" }
}
