// SPDX-License-Identifier: GPL-3.0-or-later

/// Ids for stanzas: random, so that nobody can answer in another's place by guessing one.
enum StanzaID {
  private static let alphabet = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")

  /// 22 characters: 132 bits.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return String((0..<22).map { _ in alphabet[Int.random(in: 0..<64, using: &generator)] })
  }
}
