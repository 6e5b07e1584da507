// SPDX-License-Identifier: GPL-3.0-or-later

/// Links that a message carries beside its text (XEP-0066 §3).
enum OutOfBand {
  static let namespace = "jabber:x:oob"
  /// Longer addresses are no links anybody meant. Bytes.
  static let lengthLimit = 8 << 10

  struct Link: Hashable, Sendable {
    var address: String
    var description: String
  }

  static func link(in element: XMLElement) -> Link? {
    guard let x = element.child("x", namespace),
      let address = x.child("url")?.text.trimmed, !address.isEmpty,
      address.utf8.count <= lengthLimit
    else { return nil }
    return Link(
      address: address, description: String((x.child("desc")?.text ?? "").prefix(1_024)))
  }

  /// The text to show for a message with a link: the text where it names the link already, else
  /// with the link below it.
  static func text(_ body: String, with link: Link?) -> String {
    guard let link, !body.contains(link.address) else { return body }
    let lines = [body, link.description, link.address].filter { !$0.isEmpty }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmed: String {
    let tail = drop { $0.isWhitespace }
    return String(tail.reversed().drop { $0.isWhitespace }.reversed())
  }
}
