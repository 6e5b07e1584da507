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

  func preview(of text: String) -> TextPreview {
    TextPreview(text, characters: characters, lines: lines)
  }
}
