// SPDX-License-Identifier: MIT

/// Plain text made fit for a place that reads markup, such as a notification body.
///
/// A type of its own, so that nothing is escaped twice and no markup is taken for text.
public struct MarkupText: Hashable, Sendable {
  public let string: String

  public init(escaping text: String) {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    string = escaped
  }
}
