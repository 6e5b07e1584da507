// SPDX-License-Identifier: GPL-3.0-or-later

/// What a SCRAM server must not get away with, checked before libgsasl computes anything
/// (RFC 5802 §5.1, §9; RFC 7677 §4).
struct SCRAMGuard: Hashable, Sendable {
  /// Fewer make the password easy to guess from a recording.
  static let minimumIterations = 4_096
  /// More would keep the processor busy for a minute.
  static let maximumIterations = 10_000_000

  enum Complaint: Error, Hashable, Sendable {
    /// The nonce does not begin with ours, or adds nothing: a replay.
    case foreignNonce
    case iterations
    /// An extension that must be understood, or no SCRAM message at all.
    case malformed
  }

  private let nonce: Substring

  /// `clientFirst` is the message we send first; nil when it holds no nonce.
  init?(clientFirst: String) {
    // gs2-header (two commas), then the bare message.
    let parts = clientFirst.split(separator: ",", omittingEmptySubsequences: false)
    guard let nonce = parts.first(where: { $0.hasPrefix("r=") }) else { return nil }
    self.nonce = nonce.dropFirst(2)
    guard !self.nonce.isEmpty else { return nil }
  }

  func check(serverFirst: String) throws(Complaint) {
    let parts = serverFirst.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].hasPrefix("r="), parts[1].hasPrefix("s="),
      parts[2].hasPrefix("i=")
    else { throw .malformed }
    let theirs = parts[0].dropFirst(2)
    guard theirs.utf8.starts(with: nonce.utf8), theirs.utf8.count > nonce.utf8.count else {
      throw .foreignNonce
    }
    guard let iterations = Int(parts[2].dropFirst(2)),
      (Self.minimumIterations...Self.maximumIterations).contains(iterations)
    else { throw .iterations }
  }
}
