// SPDX-License-Identifier: MIT

/// A conversation as plain text: a line for each message, further lines of one indented.
struct TextPage: DocumentPage {
  let words: DocumentWords

  func head(_ summary: ConversationSummary) -> String {
    let title = summary.title.isEmpty ? summary.address : summary.title
    let address = summary.address == title ? "" : summary.address
    return title.onOneLine + "\n" + (address.isEmpty ? "" : address.onOneLine + "\n")
  }

  func day(_ name: String) -> String { "\n\(name.onOneLine)\n\n" }

  func message(_ message: Message) -> String {
    switch message.kind {
    case .gap: return "  \(words.gap)\n"
    case .system: return "  * \(indented(message.body))\n"
    case .text: break
    }
    var line = words.time(message.time).onOneLine + "  " + author(message).onOneLine + ": "
    if let reply = message.reply {
      let quote = reply.isRetracted ? words.retracted : reply.excerpt
      line += "[\(words.reply.onOneLine) “\(quote.onOneLine)”] "
    }
    line += message.isRetracted ? "[\(words.retracted)]" : indented(message.body)
    if message.edited != nil { line += " (\(words.edited))" }
    for reaction in message.reactions {
      line += "  [\(reaction.emoji.onOneLine) \(reaction.senders.count)]"
    }
    return line + "\n"
  }

  var foot: String { "" }

  private func indented(_ text: String) -> String {
    text.cleanedForXML.plain.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\n    ")
  }
}

extension String {
  /// Safe in a line of a terminal beside other words: no control characters, no line ends, and
  /// nothing that turns the direction of what follows.
  public var onOneLine: String {
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isHarmlessToLookAt {
        result.append(scalar)
      } else if scalar.properties.isWhitespace {
        result.append(" ")
      }
    }
    return String(result)
  }

  /// Without control characters other than line feed and tabulator; direction controls stay, as a
  /// line's end ends what they do.
  fileprivate var plain: String {
    var result = UnicodeScalarView()
    for scalar in unicodeScalars
    where scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control {
      result.append(scalar)
    }
    return String(result)
  }
}
