// SPDX-License-Identifier: GPL-3.0-or-later

/// Ids for stanzas: random, so that nobody can answer in another's place by guessing one.
enum StanzaID {
  private static let alphabet = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".unicodeScalars)

  /// 22 characters: 132 bits.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    var characters: [Unicode.Scalar] = []
    // The system is asked three times, not for each character.
    while characters.count < 22 {
      var bits = generator.next()
      for _ in 0..<10 where characters.count < 22 {
        characters.append(alphabet[Int(bits % 64)])
        bits /= 64
      }
    }
    var id = ""
    id.unicodeScalars.append(contentsOf: characters)
    return id
  }
}
