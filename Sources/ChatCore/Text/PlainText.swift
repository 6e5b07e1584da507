// SPDX-License-Identifier: MIT

extension MessageStyling {
  /// The text without the characters that style it: signs of quotation, fences, and both ends of
  /// spans. For where a message is named in a line or spoken of, not shown.
  public static func plain(_ text: String) -> String {
    guard mayBeStyled(text) else { return text }
    let styling = MessageStyling(text)
    guard !styling.isPlain else { return text }
    var bytes = Array(text.utf8)
    // All directives are ASCII; zero, which is in no message, marks what goes.
    func drop(_ range: Range<Int>) { for index in range { bytes[index] = 0 } }
    for line in styling.lines {
      drop(line.quoteSigns)
      switch line.kind {
      case .fenceStart, .fenceEnd:
        drop(line.content.lowerBound..<line.content.lowerBound + fenceLength)
      case .plain, .preformatted: break
      }
      for span in line.spans {
        drop(span.range.lowerBound..<span.content.lowerBound)
        drop(span.content.upperBound..<span.range.upperBound)
      }
    }
    return String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
  }

  /// Whether there is a character in it that can style; most messages have none.
  public static func mayBeStyled(_ text: String) -> Bool {
    text.utf8.contains { byte in
      switch byte {
      case 0x2a, 0x5f, 0x7e, 0x60, 0x3e: true  // * _ ~ ` >
      default: false
      }
    }
  }

  /// "```"
  private static let fenceLength = 3
}

extension SafeText {
  /// How a message begins, in one line, without the characters that style it.
  ///
  /// - Parameter limit: The most Characters; no more of a long message is looked at than that takes.
  public static func excerpt(_ body: String, limit: Int = 200) -> String {
    line(MessageStyling.plain(String(body.unicodeScalars.prefix(limit * 8))), limit: limit)
  }
}
