// SPDX-License-Identifier: MIT

/// A link in a text.
public struct Link: Hashable, Sendable {
  /// Where it stands: bytes of UTF-8 from the start of the text.
  public let range: Range<Int>
  /// What is opened: scheme and host in lower case and ASCII, everything else percent-encoded. The
  /// text is never changed; what it hides is told by ``caution``.
  public let target: String
  public let caution: Caution

  public enum Caution: Hashable, Sendable {
    /// What is read is what is opened.
    case none
    /// The host has letters outside ASCII: it is shown beside the link in this form.
    case note(host: String)
    /// The host may be meant to be taken for another (mixed scripts, look-alike letters, a name
    /// before an @): ask, and show this form, before it is opened.
    case warn(host: String)
  }
}

extension String {
  /// The links in this text, in order: `http`, `https`, `mailto`, `xmpp` and `geo` URLs, and bare
  /// domains under a known top-level domain.
  ///
  /// Takes time linear in the text's length for any input.
  ///
  /// - Parameter limit: no more than this many; more in one message is no text.
  public func links(limit: Int = 500) -> [Link] {
    var text = self
    return text.withUTF8 { bytes in
      // Without one of these two there is no link, and most messages end here.
      guard bytes.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }) else {
        return []
      }
      var finder = LinkFinder(bytes)
      return finder.find(limit: limit)
    }
  }
}

extension String {
  /// Whether something in the text is shown as a link.
  var hasLink: Bool { !links(limit: 1).isEmpty }
}
