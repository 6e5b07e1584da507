// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture that came over the network, not decoded: what is in it is not to be trusted.
public struct RemotePicture: Hashable, Sendable {
  public var bytes: [UInt8]
  /// By the sender's word: "image/png".
  public var mediaType: String

  public init(bytes: [UInt8], mediaType: String) {
    self.bytes = bytes
    self.mediaType = mediaType
  }
}

/// Small pieces of data that travel in stanzas and are named by their hash (XEP-0231).
enum BitsOfBinary {
  static let namespace = "urn:xmpp:bob"
  /// The standard says 8 KiB; pictures of questions are larger in practice. Bytes, decoded.
  static let sizeLimit = 256 << 10
  private static let countLimit = 8

  /// The pieces directly inside an element, by the address that names them: "cid:sha1+…".
  ///
  /// What does not fit to the hash in its own name is left out.
  static func pieces(in element: XMLElement) -> [String: RemotePicture] {
    var pieces: [String: RemotePicture] = [:]
    for data in element.children("data", namespace).prefix(countLimit) {
      guard let id = data["cid"], data.text.utf8.count <= sizeLimit * 3 / 2,
        let bytes = Base64.decode(data.text), bytes.count <= sizeLimit, fits(bytes, to: id)
      else { continue }
      pieces["cid:" + id] = RemotePicture(bytes: bytes, mediaType: data["type"] ?? "")
    }
    return pieces
  }

  /// `sha1+HASH@bob.xmpp.org` (§2.1). Other algorithms are taken as they are: the picture came with
  /// the question, from the same server.
  private static func fits(_ bytes: [UInt8], to id: String) -> Bool {
    guard id.hasPrefix("sha1+") else { return true }
    return id.dropFirst(5).prefix { $0 != "@" } == Digest.sha1(bytes)
  }
}
