// SPDX-License-Identifier: MIT
import ChatCore
import Gtk

/// The looks of styled text in a field.
enum StylingLook: String, CaseIterable {
  // A later tag wins over an earlier one, so the order matters: directives are dimmed everywhere.
  case strong, emphasis, strikethrough, code, preformatted, quote, directive

  init(_ kind: StyledLine.Span.Kind) {
    switch kind {
    case .strong: self = .strong
    case .emphasis: self = .emphasis
    case .strikethrough: self = .strikethrough
    case .code: self = .code
    }
  }
}

extension TextBuffer {
  /// What of `range` ``MessageFormatting`` shows as code.
  func codeRanges(in range: Range<Int>) -> [Range<Int>] {
    [StylingLook.code, .preformatted].flatMap { look in
      existingTag("styling-\(look.rawValue)").map { ranges(of: $0, in: range) } ?? []
    }
  }

  /// Whether ``MessageFormatting`` shows the character at `offset` as code.
  func isCode(at offset: Int) -> Bool {
    [StylingLook.code, .preformatted].contains { look in
      existingTag("styling-\(look.rawValue)").map { has($0, at: offset) } ?? false
    }
  }
}

/// The tags of one buffer that give it these looks.
final class StylingTags {
  private let tags: [StylingLook: TextTag]

  init(of buffer: TextBuffer, foreground: Color) {
    var tags: [StylingLook: TextTag] = [:]
    for look in StylingLook.allCases {
      tags[look] = buffer.tag("styling-\(look.rawValue)") { Self.setUp($0, look) }
    }
    self.tags = tags
    setColors(foreground: foreground)
  }

  subscript(look: StylingLook) -> TextTag? { tags[look] }

  private static func setUp(_ tag: TextTag, _ look: StylingLook) {
    switch look {
    case .strong: tag.setBold()
    case .emphasis: tag.setItalic()
    case .strikethrough: tag.setStruckThrough()
    case .code, .preformatted: tag.setFamily("monospace")
    case .quote, .directive: break
    }
  }

  /// Follows the theme. `foreground` is the colour of plain text.
  func setColors(foreground: Color) {
    tags[.code]?.setBackground(foreground.opacity(0.08))
    tags[.preformatted]?.setParagraphBackground(foreground.opacity(0.08))
    tags[.quote]?.setForeground(foreground.opacity(0.78))
    // Still to be read: 4.5 : 1 in GTK's own themes.
    tags[.directive]?.setForeground(foreground.opacity(0.6))
  }
}
