// SPDX-License-Identifier: GPL-3.0-or-later

/// Last message correction (XEP-0308).
enum Correction {
  static let namespace = "urn:xmpp:message-correct:0"

  static func target(of message: XMLElement) -> String? {
    message.child("replace", namespace)?["id"]
  }

  static func element(for id: String) -> XMLElement { XMLElement("replace", namespace, ["id": id]) }
}

/// Taking a message back (XEP-0424).
enum Retraction {
  static let namespace = "urn:xmpp:message-retract:1"

  static func target(of message: XMLElement) -> String? {
    message.child("retract", namespace)?["id"]
  }

  /// What is in a retraction besides: a text for clients that do not know it, and a word to the
  /// server to keep it, without which the message would come back from the archive.
  static func payload(for id: String) -> [XMLElement] {
    [
      XMLElement("retract", namespace, ["id": id]),
      XMLElement("fallback", Replies.fallback, ["for": namespace]),
      XMLElement(
        "body", Namespace.client,
        text: "This person attempted to retract a previous message, but it's unsupported by your"
          + " client."),
      Hints.store,
    ]
  }
}

/// Reactions (XEP-0444).
enum Reactions {
  static let namespace = "urn:xmpp:reactions:0"
  /// More of one person on one message are cut off.
  static let limit = 16

  struct Change: Hashable, Sendable {
    var target: String
    /// All reactions of the sender from now on; empty takes them back.
    var emoji: [String]
  }

  static func change(in message: XMLElement) -> Change? {
    guard let reactions = message.child("reactions", namespace), let target = reactions["id"] else {
      return nil
    }
    var emoji: [String] = []
    for reaction in reactions.children("reaction", namespace) {
      // §3.3: one emoji each. A family with skin tones has 41 bytes; text is no reaction.
      let text = reaction.text
      guard text.count == 1, text.utf8.count <= 64, !emoji.contains(text),
        text.unicodeScalars.first.map({ !$0.isASCII || $0.properties.isEmoji }) == true
      else { continue }
      emoji.append(text)
      if emoji.count == limit { break }
    }
    return Change(target: target, emoji: emoji)
  }

  static func element(_ change: Change) -> XMLElement {
    XMLElement(
      "reactions", namespace, ["id": change.target],
      children: change.emoji.map { XMLElement("reaction", namespace, text: $0) })
  }
}

/// Answers to one message (XEP-0461), and the texts meant for clients that do not know such things
/// (XEP-0428).
enum Replies {
  static let namespace = "urn:xmpp:reply:0"
  static let fallback = "urn:xmpp:fallback:0"

  static func target(of message: XMLElement) -> (id: String, author: JID?)? {
    guard let reply = message.child("reply", namespace), let id = reply["id"] else { return nil }
    return (id, reply["to"].flatMap { try? JID($0) })
  }

  static func element(to author: JID?, id: String) -> XMLElement {
    XMLElement("reply", namespace, ["to": author?.description, "id": id])
  }

  /// The text without the quotation that repeats the answered message, and the quotation.
  ///
  /// Ranges count Unicode scalars and come from the sender (XEP-0428 §4); those that do not fit are
  /// ignored and the text is shown whole.
  static func split(_ body: String, of message: XMLElement) -> (text: String, quotation: String) {
    for element in message.children("fallback", fallback) where element["for"] == namespace {
      guard let range = element.child("body", fallback),
        let start = range["start"].flatMap({ Int($0) }),
        let end = range["end"].flatMap({ Int($0) })
      else { continue }
      let scalars = body.unicodeScalars
      guard start >= 0, end >= start, end <= scalars.count else { continue }
      let low = scalars.index(scalars.startIndex, offsetBy: start)
      let high = scalars.index(scalars.startIndex, offsetBy: end)
      return (
        String(scalars[..<low]) + String(scalars[high...]), String(scalars[low..<high])
      )
    }
    return (body, "")
  }

  /// A body that starts with the answered text as a quotation (XEP-0393 §5.1.3), and the element
  /// that says which part that is.
  static func body(_ text: String, quoting excerpt: String) -> (body: String, range: XMLElement) {
    let quotation =
      excerpt.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "> \($0)\n" }.joined()
    let range = XMLElement(
      "fallback", fallback, ["for": namespace],
      children: [
        XMLElement(
          "body", fallback, ["start": "0", "end": "\(quotation.unicodeScalars.count)"])
      ])
    return (quotation + text, range)
  }
}
