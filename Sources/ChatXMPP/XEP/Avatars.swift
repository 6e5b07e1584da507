// SPDX-License-Identifier: GPL-3.0-or-later

/// Pictures of people, published by themselves (XEP-0084).
enum Avatars {
  static let metadataNode = "urn:xmpp:avatar:metadata"
  static let dataNode = "urn:xmpp:avatar:data"
  /// Larger pictures are not fetched. Bytes.
  static let sizeLimit = 512 << 10
  /// What may be in them; the decoder must know it, too.
  static let types: Set<String> = ["image/png", "image/jpeg", "image/webp", "image/gif"]

  struct Information: Hashable, Sendable {
    /// The SHA-1 of the picture, in hexadecimal: how it is asked for and what it must fit.
    var id: String
    var type: String
    var size: Int
  }

  /// The picture to fetch of those offered: the first that can be asked for by its id (one on the
  /// web would tell its owner when we look) and is not too large. PNG first, which all must have
  /// (§4.2.1). Nil when there is none.
  static func choice(in metadata: XMLElement) -> Information? {
    let all = metadata.children("info", metadataNode).prefix(16).compactMap {
      info -> Information? in
      guard info["url"] == nil, let id = info["id"], isHash(id), let type = info["type"],
        types.contains(type), let size = info["bytes"].flatMap({ Int($0) }),
        (1...sizeLimit).contains(size)
      else { return nil }
      return Information(id: id.lowercased(), type: type, size: size)
    }
    return all.first { $0.type == "image/png" } ?? all.first
  }

  /// A SHA-1 in hexadecimal. It becomes the name of a file, so nothing else may.
  static func isHash(_ text: String) -> Bool {
    text.utf8.count == 40
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || (0x41...0x46).contains($0)
      }
  }

  /// The bytes of a data item; nil when they are not what `id` stands for.
  static func bytes(in payload: XMLElement?, id: String) -> [UInt8]? {
    guard let payload, payload.isNamed("data", dataNode) else { return nil }
    return bytes(base64: payload.text, id: id)
  }

  static func bytes(base64: String, id: String?) -> [UInt8]? {
    // 4 digits for 3 bytes, and line breaks.
    guard base64.utf8.count <= sizeLimit * 3 / 2, let bytes = Base64.decode(base64),
      !bytes.isEmpty, bytes.count <= sizeLimit, id == nil || Digest.sha1(bytes) == id
    else { return nil }
    return bytes
  }

  static func data(_ bytes: [UInt8]) -> XMLElement {
    XMLElement("data", dataNode, text: Base64.encode(bytes))
  }

  /// What is published about a picture; nil takes it away (§3.5).
  static func metadata(_ picture: OwnAvatar?) -> XMLElement {
    var metadata = XMLElement("metadata", metadataNode)
    if let picture {
      metadata.append(
        XMLElement(
          "info", metadataNode,
          [
            "id": Digest.sha1(picture.png), "type": "image/png", "bytes": "\(picture.png.count)",
            "width": "\(picture.width)", "height": "\(picture.height)",
          ]))
    }
    return metadata
  }
}

/// A picture of one's own to publish.
public struct OwnAvatar: Hashable, Sendable {
  /// PNG, at most 512 KiB; 192 × 192 pixels are what others show well (XEP-0084 §4.2.1).
  public var png: [UInt8]
  public var width: Int
  public var height: Int

  public init(png: [UInt8], width: Int, height: Int) {
    self.png = png
    self.width = width
    self.height = height
  }
}
