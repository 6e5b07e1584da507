// SPDX-License-Identifier: GPL-3.0-or-later

extension XMLElement {
  /// The element as XML.
  ///
  /// `parentNamespace` is the default namespace where it will stand; it is declared anew only where
  /// it differs. Characters that XML 1.0 cannot carry (§2.2) are left out: a server would end the
  /// stream over them.
  public func xml(in parentNamespace: String = "jabber:client") -> String {
    var output = ""
    write(to: &output, in: parentNamespace)
    return output
  }

  private func write(to output: inout String, in parentNamespace: String) {
    output += "<"
    output += name
    if namespace != parentNamespace {
      output += " xmlns='"
      XMLText.escape(namespace, quoted: true, to: &output)
      output += "'"
    }
    var prefixes = 0
    for attribute in attributes {
      output += " "
      if attribute.namespace == Namespace.xml {
        output += "xml:"
      } else if !attribute.namespace.isEmpty {
        prefixes += 1
        output += "xmlns:a\(prefixes)='"
        XMLText.escape(attribute.namespace, quoted: true, to: &output)
        output += "' a\(prefixes):"
      }
      output += attribute.name
      output += "='"
      XMLText.escape(attribute.value, quoted: true, to: &output)
      output += "'"
    }
    guard !children.isEmpty else {
      output += "/>"
      return
    }
    output += ">"
    for child in children {
      switch child {
      case .element(let element): element.write(to: &output, in: namespace)
      case .text(let text): XMLText.escape(text, quoted: false, to: &output)
      }
    }
    output += "</"
    output += name
    output += ">"
  }
}

enum XMLText {
  /// Appends `text` so that a parser reads back the same characters.
  ///
  /// Line breaks and tabs inside attributes, and carriage returns anywhere, are written as
  /// references, because a parser normalises them otherwise (XML 1.0 §2.11, §3.3.3).
  static func escape(_ text: String, quoted: Bool, to output: inout String) {
    let needsWork = text.utf8.contains { byte in
      byte < 0x20 || byte == 0x26 || byte == 0x27 || byte == 0x3C || byte == 0x3E || byte == 0xEF
    }
    guard needsWork else {
      output += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "'": output += quoted ? "&apos;" : "'"
      case "\r": output += "&#13;"
      case "\n": output += quoted ? "&#10;" : "\n"
      case "\t": output += quoted ? "&#9;" : "\t"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": break
      default: output.unicodeScalars.append(scalar)
      }
    }
  }
}
