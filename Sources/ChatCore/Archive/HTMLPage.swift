// SPDX-License-Identifier: MIT

/// A conversation as one page of HTML.
///
/// Whatever is in the messages stays text: it is escaped, the page forbids itself to run or to load
/// anything, and each text has its own direction.
struct HTMLPage: DocumentPage {
  let words: DocumentWords

  func head(_ summary: ConversationSummary) -> String {
    let title = (summary.title.isEmpty ? summary.address : summary.title).escapedForHTML
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1 dir="auto">\(title)</h1>
      <p class="address" dir="auto">\(summary.address.escapedForHTML)</p>

      """
  }

  func day(_ name: String) -> String { "<h2 dir=\"auto\">\(name.escapedForHTML)</h2>\n" }

  func message(_ message: Message) -> String {
    switch message.kind {
    case .gap: return "<p class=\"note\">\(words.gap.escapedForHTML)</p>\n"
    case .system:
      return "<p class=\"note\" dir=\"auto\">\(message.body.escapedForHTML)</p>\n"
    case .text: break
    }
    var html = "<article\(message.sender.isMe ? " class=\"me\"" : "")>\n<header>"
    html += "<b><bdi>\(author(message).escapedForHTML)</bdi></b> "
    html += "<time>\(words.time(message.time).escapedForHTML)</time>"
    if message.edited != nil { html += " <i>\(words.edited.escapedForHTML)</i>" }
    html += "</header>\n"
    if let reply = message.reply {
      let quote = reply.isRetracted ? words.retracted : reply.excerpt
      html += "<blockquote dir=\"auto\">\(quote.escapedForHTML)</blockquote>\n"
    }
    html +=
      message.isRetracted
      ? "<p class=\"note\">\(words.retracted.escapedForHTML)</p>\n"
      : "<p dir=\"auto\">\(message.body.escapedForHTML)</p>\n"
    if !message.reactions.isEmpty {
      let list = message.reactions.map { "\($0.emoji) \($0.senders.count)" }
      html += "<footer>\(list.joined(separator: "  ").escapedForHTML)</footer>\n"
    }
    return html + "</article>\n"
  }

  var foot: String { "</body>\n</html>\n" }

  private static let style = """
    :root { color-scheme: light dark; }
    body { font: 16px/1.4 sans-serif; max-width: 44em; margin: 2em auto; padding: 0 1em; }
    h1 { font-size: 1.5em; margin-bottom: 0; }
    h2 { font-size: 1em; text-align: center; margin: 2em 0 1em; }
    .address, .note, time, header i { color: GrayText; }
    .note { text-align: center; font-style: italic; }
    article { margin: .8em 4em .8em 0; padding: .5em .8em; border-radius: 1em; width: fit-content;
      background: color-mix(in srgb, CanvasText 9%, Canvas); }
    article.me { margin: .8em 0 .8em auto; max-width: calc(100% - 4em);
      background: color-mix(in srgb, #3584e4 22%, Canvas); }
    article p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
    article .note { text-align: start; }
    header, footer { font-size: .85em; }
    blockquote { margin: .2em 0; padding-inline-start: .6em; border-inline-start: 3px solid GrayText;
      white-space: pre-wrap; overflow-wrap: anywhere; }
    """
}

extension String {
  /// As text of HTML, also within quotes. Characters that no page may have are left out
  /// (https://html.spec.whatwg.org/#preprocessing-the-input-stream).
  var escapedForHTML: String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        if scalar.isAllowedInXML, !(0x7F...0x9F).contains(scalar.value) {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
