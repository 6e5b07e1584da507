// SPDX-License-Identifier: GPL-3.0-or-later
import ChatXMPP
import Gtk

/// An address as a person types it.
enum TypedAddress {
  /// Why a text is no address, in a sentence.
  struct Fault: Error, Equatable {
    var sentence: String
  }

  /// Reads a person's address in its one canonical form, without a device. White space around it
  /// and a leading "xmpp:" are taken for what they are.
  static func read(_ text: String) -> Result<JID, Fault> {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isEmpty else { return fault(tr("Enter an address, such as name@example.org.")) }
    if text.lowercased().hasPrefix("xmpp:") {
      guard let link = try? XMPPURI(String(text)) else {
        return fault(tr("This link does not lead to an address."))
      }
      return check(link.address)
    }
    guard !text.contains(where: \.isWhitespace) else {
      return fault(tr("There is a space in the address."))
    }
    guard let at = text.firstIndex(of: "@") else {
      return fault(tr("The address needs an “@”, as in name@example.org."))
    }
    guard at != text.startIndex else { return fault(tr("The name before the “@” is missing.")) }
    guard text.index(after: at) != text.endIndex else {
      return fault(tr("The server after the “@” is missing, as in name@example.org."))
    }
    do throws(JIDError) {
      return check(try JID(String(text)))
    } catch {
      return fault(sentence(for: error))
    }
  }

  private static func check(_ address: JID) -> Result<JID, Fault> {
    guard address.local != nil else {
      return fault(tr("The address needs an “@”, as in name@example.org."))
    }
    return .success(address.bare)
  }

  private static func fault(_ sentence: String) -> Result<JID, Fault> {
    .failure(Fault(sentence: sentence))
  }

  private static func sentence(for error: JIDError) -> String {
    switch error {
    case .empty(.local), .invalid(.local):
      tr("The name before the “@” has a character that addresses cannot have.")
    case .empty(.domain), .invalid(.domain):
      tr("The server after the “@” is not a name that a server can have.")
    case .empty(.resource), .invalid(.resource): tr("What follows the “/” cannot be used.")
    case .tooLong: tr("The address is too long.")
    }
  }
}
