// SPDX-License-Identifier: MIT
import ChatCore

/// How much of a long text a bubble shows.
nonisolated enum TextFold: Hashable {
  /// As it comes.
  case folded
  /// After "Show more".
  case expanded

  /// Longer texts are cut, so that one message can neither fill the screen for ever nor take long to
  /// lay out.
  var characters: Int { self == .folded ? 2_000 : 20_000 }
  var lines: Int { self == .folded ? 40 : 400 }
  /// Bounds what a few enormous Characters (letters with thousands of marks) cost.
  private var bytes: Int { 16 * characters }

  /// The beginning of `text` within these bounds; all of it where it fits. Never cuts a Character.
  func prefix(of text: String) -> Substring {
    if text.utf8.count <= characters, breaks(in: text) < lines { return text[...] }
    let bounded = text.prefix(utf8Bytes: bytes)
    var (count, line) = (0, 1)
    for index in bounded.indices {
      if bounded[index].isNewline {
        // A break at the very end opens no line that could be seen.
        if line == lines { return bounded[..<index] }
        line += 1
      }
      if count == characters { return bounded[..<index] }
      count += 1
    }
    return bounded
  }

  private func breaks(in text: String) -> Int {
    text.utf8.reduce(0) { $1 == 0x0a || $1 == 0x0d ? $0 + 1 : $0 }
  }
}
