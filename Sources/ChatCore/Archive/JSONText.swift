// SPDX-License-Identifier: MIT

extension String {
  /// Adds `text` as a JSON string (RFC 8259 §7), whatever is in it.
  ///
  /// What a terminal, a browser or an editor could take for a command or hide (control characters
  /// of both sets, line separators, direction controls, a byte order mark) is escaped: it is still
  /// the same text, and harmless to look at.
  public mutating func appendJSON(_ text: String) {
    append("\"")
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      append(text)
    } else {
      for scalar in text.unicodeScalars { appendJSON(scalar) }
    }
    append("\"")
  }

  private mutating func appendJSON(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    default:
      guard scalar.isHarmlessToLookAt else {
        let digits = String(scalar.value, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
        return
      }
      unicodeScalars.append(scalar)
    }
  }

  /// Adds `"name": `, after a comma when something stands before it.
  mutating func appendName(_ name: StaticString) {
    if last != "{" { append(", ") }
    append("\"\(name)\": ")
  }

  mutating func appendMember(_ name: StaticString, _ value: String) {
    appendName(name)
    appendJSON(value)
  }

  mutating func appendMember(_ name: StaticString, _ value: Int64) {
    appendName(name)
    append(String(value))
  }

  mutating func appendMember(_ name: StaticString, _ value: Bool) {
    appendName(name)
    append(value ? "true" : "false")
  }

  /// A moment: ``ArchiveTime`` where it has a name of its own, else microseconds.
  mutating func appendMember(_ name: StaticString, _ time: Timestamp) {
    if let written = ArchiveTime.write(time) {
      appendMember(name, written)
    } else {
      appendMember(name, time.microseconds)
    }
  }
}

extension Unicode.Scalar {
  /// Not a control character, not a line separator, and nothing that turns the direction of text.
  /// All others are in the first plane, so four digits name them.
  var isHarmlessToLookAt: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      false
    default: true
    }
  }
}
